import type { ChildProcess, StdioOptions } from 'node:child_process';
import { closeSync } from 'node:fs';
import { type Spawned, trySpawn } from '../basics/spawn.ts';
import { markRun, RUN_FD, RUN_VARIABLE } from '../kin/run-mark.ts';
import { remember } from '../kin/survivors.ts';
import { callWarden, endIfKilled } from '../warden/warden.ts';

/** A program, where it runs and with what around it. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Starts a program in a process group of its own, which is remembered: whoever sees its end releases it.
 * Its descriptor 0 or 3 should be a nameless file: by that it is found should we be killed meanwhile. It
 * bears a mark, by which all that it starts is found (kin.ts).
 */
export function spawnGroup<C extends ChildProcess>(
  { file, args, cwd, env }: Program,
  given: Exclude<StdioOptions, string>,
): Spawned<C> {
  callWarden();
  const mark = markRun(env[RUN_VARIABLE]);
  const options = {
    cwd,
    env: { ...env, [RUN_VARIABLE]: mark.value },
    detached: true,
    stdio: mark.fd === undefined ? given : withMark(given, mark.fd),
  };
  const spawned = trySpawn((spawn) => spawn(file, args, options) as C);
  if (mark.fd !== undefined) closeSync(mark.fd);
  if (spawned.is === 'started') remember(spawned.pid, endIfKilled(spawned.pid));
  return spawned;
}

/** What is ignored beyond the first three is not there at all. */
const withMark = (given: Exclude<StdioOptions, string>, mark: number): StdioOptions => [
  ...given,
  ...Array<'ignore'>(RUN_FD - given.length).fill('ignore'),
  mark,
];
