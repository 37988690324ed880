import type { ChildProcess } from 'node:child_process';
import type { Outcome } from './outcome.ts';

/** A process that runs, all its pipes there; or none, and why, which Node says a moment later. */
export type Spawned<C extends ChildProcess = ChildProcess> =
  | { is: 'started'; child: C; pid: number; exited: Promise<Outcome> }
  | { is: 'failed'; why: Promise<NotStarted> };

export type NotStarted = Outcome & { is: 'start' };

type Spawn = typeof import('node:child_process').spawn;

/**
 * Starts a process. Node throws for some faults (a NUL byte in the command) and emits others; without
 * descriptors it even hands out a child that has no pipes. Here all of them are the same value.
 */
export function trySpawn<C extends ChildProcess>(make: (spawn: Spawn) => C): Spawned<C> {
  try {
    // Loaded with the first process: a command that starts none does not pay for it.
    const child = make(process.getBuiltinModule('node:child_process').spawn);
    const exited = exitOf(child);
    const { pid } = child;
    if (pid !== undefined) return { is: 'started', child, pid, exited };
    return { is: 'failed', why: exited as Promise<NotStarted> };
  } catch (error) {
    return { is: 'failed', why: Promise.resolve({ is: 'start', error: (error as Error).message }) };
  }
}

/** What others will give back after a while: processes, descriptors, memory. */
export const isShortage = (outcome: { readonly is: string; readonly error?: string }): boolean =>
  outcome.is === 'start' && /\b(EMFILE|ENFILE|EAGAIN|ENOMEM)\b/.test(outcome.error ?? '');

function exitOf(child: ChildProcess): Promise<Outcome> {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ is: 'start', error: error.message }));
    child.once('exit', (code, signal) =>
      resolve(signal ? { is: 'signal', signal } : { is: 'exit', code: code ?? -1 }),
    );
  });
}
