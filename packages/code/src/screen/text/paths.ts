import { homeShort } from '../../cli/style.ts';

/** A path as people name it: from the project on where it is in there, else from the home directory on. */
export function shownPath(path: string, root: string | undefined): string {
  if (root === undefined) return path;
  if (path === root) return '.';
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : homeShort(path);
}
