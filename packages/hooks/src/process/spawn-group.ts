import type { ChildProcess, StdioOptions } from 'node:child_process';
import { type Spawned, trySpawn } from './spawn.ts';
import { remember } from './survivors.ts';
import { callWarden, endIfKilled } from './warden.ts';

/** A program, where it runs and with what around it. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a program in a process group of its own, which is remembered: whoever sees its end releases it.
 * Its descriptor 0 or 3 should be a nameless file: by that it is found should we be killed meanwhile.
 */
export function spawnGroup<C extends ChildProcess>(
  { file, args, cwd, env }: Program,
  stdio: StdioOptions,
): Spawned<C> {
  callWarden();
  const spawned = trySpawn((spawn) => spawn(file, args, { cwd, env, detached: true, stdio }) as C);
  if (spawned.is === 'started') remember(spawned.pid, endIfKilled(spawned.pid));
  return spawned;
}
