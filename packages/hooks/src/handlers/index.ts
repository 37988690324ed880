import type { Entry, HandlerType } from '../entries/entry.ts';
import type { HookEnding } from '../vocabulary/outcome.ts';
import { broken } from './broken.ts';
import { command } from './command.ts';
import { callback } from './function.ts';
import type { Handler, Job } from './handler.ts';
import { worker } from './worker.ts';

/** All handler types. */
const HANDLERS: { [T in HandlerType]: Handler<T> } = {
  command,
  worker,
  function: callback,
  broken,
};

const handlerOf = (entry: Entry): Handler => HANDLERS[entry.handler.type] as Handler;

/** Entries with equal identities are one hook. Texts carry their type, objects are themselves. */
export function identityOf(entry: Entry): unknown {
  const identity = handlerOf(entry).identity(entry.handler);
  return typeof identity === 'string' ? `${entry.handler.type}:${identity}` : identity;
}

/** The directory that a hook runs in, and that its relative paths are seen from. */
export const directoryOf = (entry: Entry, { cwd, root }: { cwd: string; root: string }): string =>
  runsInProject(entry) ? root : cwd;

export const runsInProject = (entry: Entry): boolean => handlerOf(entry).runsIn === 'project';

/** Never rejects, whatever a handler does. */
export async function runEntry(entry: Entry, job: Job): Promise<HookEnding> {
  try {
    return await handlerOf(entry).run(entry.handler, job);
  } catch (error) {
    return { outcome: { is: 'start', error: String(error) }, stdout: '', stderr: '', ms: 0 };
  }
}
