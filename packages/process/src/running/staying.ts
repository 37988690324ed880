import type { ChildProcessByStdio } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Outcome } from '../basics/outcome.ts';
import type { NotStarted, Spawned } from '../basics/spawn.ts';
import { release } from '../kin/survivors.ts';
import { isGuarded } from '../warden/warden.ts';
import { inputFile } from './input.ts';
import { type Program, spawnGroup } from './spawn-group.ts';

/** A program that stays: it is talked to over its pipes until one side ends it. */
export interface Staying {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** How it ended; never rejects. */
  readonly exited: Promise<Outcome>;
  /** From now on it keeps this process alive no longer. */
  unref(): void;
  /** To be called when nothing of its group is left. */
  release(): void;
}

/** Starts one. Who starts it can change without its users knowing. Never rejects. */
export type Stay = (program: Program) => Promise<Staying | NotStarted>;

type Piped = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts one from this very process. */
export const stay: Stay = async (program) => {
  const spawned = spawnStaying(program, []);
  if (spawned.is === 'failed') return spawned.why;
  const { child, pid, exited } = spawned;
  const { stdin, stdout, stderr } = child;
  return {
    pid,
    stdin,
    stdout,
    stderr,
    exited,
    unref: () => unrefAll([child, stdin, stdout, stderr]),
    release: () => release(pid),
  };
};

/** What Node calls a stream is a socket here, which can be. */
export function unrefAll(parts: readonly object[]): void {
  for (const part of parts) (part as { unref?(): void }).unref?.();
}

/** `more` are descriptors from 4 on. */
export function spawnStaying(program: Program, more: readonly 'pipe'[]): Spawned<Piped> {
  // A file that nobody else has, by which it is found should we be killed before its number is known.
  const mark = isGuarded() ? inputFile(Buffer.alloc(0)) : undefined;
  const stdio = ['pipe', 'pipe', 'pipe', mark ?? 'ignore', ...more] as const;
  const spawned = spawnGroup<Piped>(program, [...stdio]);
  if (mark !== undefined) closeSync(mark);
  return spawned;
}
