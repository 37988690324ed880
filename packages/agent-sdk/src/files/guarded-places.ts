import type { Loads } from '@wavehooks/hooks/scripts';
import { isWithin, realPath } from './paths.ts';

/** What approved code loads, and all that lies where other agents' hooks are read from. */
export function guarding(places: () => readonly string[], loads: Loads): Loads {
  const roots = remembered((dirs) => dirs.flatMap((dir) => [dir, realPath(dir) ?? dir]).map(fold));
  return (path, cwd) =>
    loads(path, cwd) || roots(places()).some((root) => isWithin(root, fold(path)));
}

/** File names there differ by more than case. */
const fold = (path: string) => (process.platform === 'darwin' ? path.toLowerCase() : path);

/** Looked up again only when the directories are others. */
function remembered(
  find: (dirs: readonly string[]) => readonly string[],
): (dirs: readonly string[]) => readonly string[] {
  let last: { readonly key: string; readonly found: readonly string[] } | undefined;
  return (dirs) => {
    const key = dirs.join('\0');
    if (last?.key !== key) last = { key, found: find(dirs) };
    return last.found;
  };
}
