import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from '../basics/outcome.ts';
import { endGroup } from '../kin/group.ts';
import { endKin } from '../kin/kin.ts';
import { drain } from './drain.ts';
import type { Program } from './spawn-group.ts';
import { type Staying, stay } from './staying.ts';

export interface Companion {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** How it ended; never rejects. */
  readonly exited: Promise<Outcome>;
  /** Ends it with all it started: end of input, TERM, KILL. Can be called twice, and after its end. */
  end(): Promise<void>;
}

/** What a program that was told so by the end of its input may take to leave. */
const EOF_GRACE_MS = 500;

/** Starts a program in a process group of its own; a text when it cannot be started. */
export async function startCompanion(program: Program): Promise<Companion | string> {
  const started = await stay(program);
  if ('is' in started) return started.error;
  const { pid, stdin, stdout, stderr, exited } = started;
  // A program that closed its input has said so by that; its end is told by `exited`.
  for (const pipe of [stdin, stdout, stderr]) pipe.on('error', () => {});
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= endAll(started);
    return ending;
  };
  // What a program leaves behind in its group goes with it.
  void exited.then(end);
  return { pid, stdin, stdout, stderr, exited, end };
}

async function endAll(started: Staying): Promise<void> {
  const { pid, stdin, exited } = started;
  stdin.end();
  const patience = new AbortController();
  const late = wait(EOF_GRACE_MS, 'late', { signal: patience.signal }).catch(() => {});
  const first = await Promise.race([exited, late]);
  patience.abort();
  // What it put into a session of its own stays only where it left by itself.
  await (first === 'late' ? endKin : endGroup)(pid, exited);
  started.release();
  // What it said last may still be in the pipes.
  await drain(started);
}
