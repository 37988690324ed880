import { type Stats, statSync } from 'node:fs';
import { faultText } from '../../base/error-text.ts';
import type { ToolMemory } from '../../vocabulary/tool.ts';

type Files = ToolMemory['files'];

/** Remembers a file as it is now, by its real path, so that every name of it counts. */
export function rememberFile(files: Files, real: string, stats: Stats, mark?: string): void {
  const { mtimeMs, size } = stats;
  files.set(real, { mtimeMs, size, ...(mark === undefined ? {} : { mark }) });
}

/** What there is at a path: nothing, something that can be written, or why it cannot. */
export type Target =
  | { readonly is: 'new' }
  | { readonly is: 'file'; readonly stats: Stats }
  | { readonly is: 'refused'; readonly why: string };

/** Only a file whose present content this session knows may be written over. */
export function lookAtTarget(files: Files, real: string): Target {
  const found = statOf(real);
  if (found instanceof Error)
    return { is: 'refused', why: `it cannot be reached: ${faultText(found)}.` };
  if (found === undefined) return { is: 'new' };
  if (!found.isFile()) return { is: 'refused', why: notAFile(found) };
  const known = files.get(real);
  if (known === undefined)
    return { is: 'refused', why: 'it was not read since this session was opened. Read it first.' };
  if (known.mtimeMs !== found.mtimeMs || known.size !== found.size)
    return { is: 'refused', why: 'it changed since it was last read. Read it again.' };
  return { is: 'file', stats: found };
}

/** What a path is when it is no file, and what to do about it. */
export const notAFile = (stats: Stats): string =>
  stats.isDirectory()
    ? 'it is a directory. Use Glob, or ls in Bash, to see what is in it.'
    : 'it is no regular file but a device, a pipe or a socket.';

function statOf(path: string): Stats | Error | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return error as Error;
  }
}
