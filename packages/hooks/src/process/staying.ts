import type { ChildProcessByStdio } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { inputFile } from './input.ts';
import { type Spawned, trySpawn } from './spawn.ts';
import { remember } from './survivors.ts';
import { callWarden, guardOf, isGuarded } from './warden.ts';

/** A program that stays: it is talked to over its pipes until one side ends it. */
export interface StayingSpec {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type Piped = ChildProcessByStdio<Writable, Readable, Readable>;

const PIPES = ['pipe', 'pipe', 'pipe'] as const;

/** Starts one in a process group of its own, which is remembered: whoever ends it has to release it. */
export function spawnStaying({ file, args, cwd, env }: StayingSpec): Spawned<Piped> {
  // A file that nobody else has, by which it is found should we be killed before its number is known.
  const mark = isGuarded() ? inputFile(Buffer.alloc(0)) : undefined;
  const stdio = mark === undefined ? [...PIPES] : [...PIPES, mark];
  callWarden();
  const spawned = trySpawn(
    (spawn) => spawn(file, args, { cwd, env, detached: true, stdio }) as Piped,
  );
  if (spawned.is === 'started') remember(spawned.pid, guardOf(spawned.pid, mark));
  if (mark !== undefined) closeSync(mark);
  return spawned;
}
