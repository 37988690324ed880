import type { ChildProcessByStdio } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { inputFile } from './input.ts';
import type { Spawned } from './spawn.ts';
import { type Program, spawnGroup } from './spawn-group.ts';
import { isGuarded } from './warden.ts';

export type Piped = ChildProcessByStdio<Writable, Readable, Readable>;

const PIPES = ['pipe', 'pipe', 'pipe'] as const;

/** Starts a program that stays: it is talked to over its pipes until one side ends it. */
export function spawnStaying(program: Program): Spawned<Piped> {
  // A file that nobody else has, by which it is found should we be killed before its number is known.
  const mark = isGuarded() ? inputFile(Buffer.alloc(0)) : undefined;
  const stdio = mark === undefined ? [...PIPES] : [...PIPES, mark];
  const spawned = spawnGroup<Piped>(program, stdio, mark);
  if (mark !== undefined) closeSync(mark);
  return spawned;
}
