import type { ChildProcess, StdioOptions } from 'node:child_process';
import { closeSync } from 'node:fs';
import { withoutInherited } from '../basics/inherited-descriptors.ts';
import { type Spawned, trySpawn } from '../basics/spawn.ts';
import { markRun, RUN_FD, RUN_VARIABLE } from '../kin/run-mark.ts';
import { remember } from '../kin/survivors.ts';
import { inBox } from '../sandbox/box.ts';
import { holdBars } from '../sandbox/holds.ts';
import type { SandboxPlan } from '../sandbox/plan.ts';
import { FILTER_FD, openFilter } from '../sandbox/syscalls.ts';
import { callWarden, endIfKilled } from '../warden/warden.ts';

/** A program, where it runs and with what around it. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Variables of this start alone. They are apart from `env`, so that this stays the same object from program to
   * program: a shell that waits, and an order to the launcher, go by that.
   */
  readonly extra?: Readonly<Record<string, string>> | undefined;
  /** The sandbox that it runs in; without one it may do whatever we may. */
  readonly sandbox?: SandboxPlan | undefined;
}

/**
 * Starts a program in a process group of its own, which is remembered: whoever sees its end releases it.
 * Its descriptor 0 or 3 should be a nameless file: by that it is found should we be killed meanwhile. It
 * bears a mark, by which all that it starts is found (kin.ts).
 */
export function spawnGroup<C extends ChildProcess>(program: Program, given: Stdio): Spawned<C> {
  callWarden();
  const { sandbox, extra } = program;
  const { file, args, cwd, env } = sandbox ? inBox(program, sandbox) : program;
  const held = sandbox ? trySetUp(sandbox) : NOTHING_HELD;
  if (typeof held === 'string')
    return { is: 'failed', why: Promise.resolve({ is: 'start', error: held }) };
  const mark = markRun(env[RUN_VARIABLE]);
  const stdio = withAt(FILTER_FD, held.filter, withAt(RUN_FD, mark.fd, given));
  const options = {
    cwd,
    env: { ...env, ...extra, [RUN_VARIABLE]: mark.value },
    detached: true,
    stdio: withoutInherited(stdio),
  };
  const spawned = trySpawn((spawn) => spawn(file, args, options) as C);
  for (const fd of [mark.fd, held.filter]) if (fd !== undefined) closeSync(fd);
  if (spawned.is === 'started')
    remember(spawned.pid, endIfKilled(spawned.pid, sandbox && mark.number));
  void (spawned.is === 'started' ? spawned.exited : spawned.why).then(held.release);
  return spawned;
}

/** What a sandbox needs besides its arguments. */
interface SetUp {
  readonly release: () => void;
  readonly filter?: number | undefined;
}

const NOTHING_HELD: SetUp = { release: () => {} };

/** What a sandbox bars has to be there before it; where that cannot be, nothing starts. */
function trySetUp(plan: SandboxPlan): SetUp | string {
  let release = NOTHING_HELD.release;
  try {
    release = holdBars(plan);
    return { release, filter: openFilter(plan) };
  } catch (error) {
    release();
    return `the sandbox could not be set up: ${(error as Error).message}`;
  }
}

type Stdio = Exclude<StdioOptions, string>;

/** What is ignored beyond the first three is not there at all. */
const withAt = (at: number, fd: number | undefined, given: Stdio): Stdio =>
  fd === undefined
    ? given
    : [...given, ...Array<'ignore'>(Math.max(0, at - given.length)).fill('ignore'), fd];
