import { homeShort } from '../../cli/style.ts';

/** A path as people name it: from the project on where it is in there, else from the home directory on. */
export function shownPath(path: string, root: string | undefined): string {
  if (root === undefined) return path;
  if (path === root) return '.';
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : homeShort(path);
}

/** A text of ours with such paths in it, each as people name it. */
export const withShownPaths = (text: string, root: string | undefined): string =>
  root === undefined
    ? text
    : text
        .split(/(?<=^|[\s"'`(])(?=\/)/)
        .map((part) => (part.startsWith(`${root}/`) ? part.slice(root.length + 1) : part))
        .join('');
