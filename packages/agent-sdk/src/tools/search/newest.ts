import { stat } from 'node:fs/promises';

const AT_ONCE = 64;

/** Sorts files by when they changed, the newest first; equals by name, so that order is stable. */
export async function newestFirst(paths: readonly string[]): Promise<readonly string[]> {
  const dated: { path: string; at: number }[] = [];
  for (let from = 0; from < paths.length; from += AT_ONCE)
    dated.push(...(await Promise.all(paths.slice(from, from + AT_ONCE).map(withDate))));
  return dated.sort((a, b) => b.at - a.at || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}

/** A file that went away in the meantime comes last. */
const withDate = async (path: string) => ({
  path,
  at: await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  ),
});
