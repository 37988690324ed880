import { closeSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Spawned } from '../basics/spawn.ts';
import { release } from '../kin/survivors.ts';
import { feed } from '../running/feed.ts';
import { fillInput, inputFile } from '../running/input.ts';
import { type Begin, beginProgram } from '../running/run.ts';
import { spawnGroup } from '../running/spawn-group.ts';
import type { ProcessSpec } from '../running/start.ts';

// Most of what a hook costs is the start of its shell. So as many are started ahead as the last events
// wanted at once, while nothing else is to be done, in the directory and environment of the last command:
// the next ones are likely to want the same.

/** Waits for its command and becomes the shell that runs it; nothing of the one that waited is left. */
const WAITING = 'IFS= read -r wave_command <&3 && exec /bin/sh -c "$wave_command" 3<&-';

/** A shell reads its command byte by byte, and only a line of it. */
const COMMAND = /^[^\0\n]{0,500}$/;

/** What is over by then is not part of the same burst. */
const PAUSE_MS = 2;
/** After one spare, the others wait: the command that hooks were asked about comes right behind them. */
const REST_MS = 8;
/** More at once than that are rare, and each holds a process and five descriptors. */
export const MAX_SPARES = 10;
/** Those that nobody needs do not hold their directory for ever. */
const IDLE_MS = 300_000;

/** What cannot be changed any more in a shell that runs. */
interface Likeness {
  readonly cwd: string;
  readonly env: ProcessSpec['env'];
  readonly umask: number;
}

interface Spare {
  readonly like: Likeness;
  /** What `cwd` was when it was started. */
  readonly place: string;
  readonly input: number | undefined;
  readonly spawned: Spawned & { is: 'started' };
}

/** How the launcher starts programs: by a spare shell where that comes to the same. */
export function openSpares(): (umask: number) => Begin {
  const spares: Spare[] = [];
  let wanted: Likeness | undefined;
  /** How many this burst had, and how many are kept: that of the largest, one less with each smaller one. */
  let burst = 0;
  let size = 0;
  let next: NodeJS.Immediate | undefined;
  const pause = setTimeout(settle, PAUSE_MS);
  const rest = setTimeout(fillOn, REST_MS);
  const idle = setTimeout(dropAll, IDLE_MS).unref();
  return (umask) => (spec) => {
    clearImmediate(next);
    const command = commandOf(spec);
    if (command !== undefined) {
      wanted = { cwd: spec.cwd, env: spec.env, umask };
      burst++;
    }
    const spawned = (command !== undefined && take(command, spec.stdin)) || beginProgram(spec);
    if (spawned.is === 'started') void spawned.exited.then(() => pause.refresh());
    rest.refresh();
    return spawned;
  };

  function take(command: string, stdin: Buffer): Spawned | undefined {
    const one = spares[0];
    if (!one || !isLike(one)) return undefined;
    const { child } = one.spawned;
    try {
      if (one.input === undefined) feed(child.stdin, stdin);
      else fillInput(one.input, stdin);
    } catch {
      drop(one);
      return undefined;
    }
    leave(one);
    feed(child.stdio[3] as Writable, Buffer.from(`${command}\n`));
    return one.spawned;
  }

  function isLike({ like, place }: Spare): boolean {
    return (
      like.cwd === wanted?.cwd &&
      like.env === wanted.env &&
      like.umask === wanted.umask &&
      place === placeOf(like.cwd)
    );
  }

  /** A burst is over. */
  function settle(): void {
    if (burst > 0) size = Math.min(Math.max(burst, size - 1), MAX_SPARES);
    burst = 0;
    for (const one of spares.filter((spare) => !isLike(spare))) drop(one);
    for (const one of spares.slice(size)) drop(one);
    fill();
    rest.refresh();
  }

  /** One by one: whoever asks for a program meanwhile comes first. */
  function fillOn(): void {
    if (fill()) next = setImmediate(fillOn);
  }

  function fill(): boolean {
    const place = wanted && spares.length < size ? placeOf(wanted.cwd) : undefined;
    const made = wanted && place !== undefined ? startSpare(wanted, place) : undefined;
    if (!made) return false;
    spares.push(made);
    idle.refresh();
    // Somebody ended it.
    void made.spawned.exited.then(() => spares.includes(made) && drop(made));
    return true;
  }

  /** It is no spare any more. */
  function leave(one: Spare): void {
    spares.splice(spares.indexOf(one), 1);
    if (one.input !== undefined) closeSync(one.input);
  }

  function drop(one: Spare): void {
    const { child, pid } = one.spawned;
    leave(one);
    child.kill('SIGKILL');
    for (const pipe of child.stdio) pipe?.destroy();
    release(pid);
  }

  function dropAll(): void {
    for (const one of [...spares]) drop(one);
  }
}

/** The command of a program that the shell that waits can become. */
function commandOf({ file, args, env, extra, sandbox }: ProcessSpec): string | undefined {
  // Nothing that waits is in a sandbox.
  if (sandbox) return undefined;
  const [flag, command = '\n', ...more] = args;
  const isShell = file === '/bin/sh' && flag === '-c' && more.length === 0;
  // A name that the environment has as well would be handed on.
  if (!isShell || !COMMAND.test(command) || 'wave_command' in env) return undefined;
  return extra ? withExtra(command, Object.entries(extra)) : command;
}

/** What needs no thought within single quotes. */
const PLAIN = /^[^\0\n']{0,600}$/;
const NAME = /^[A-Za-z_]\w*$/;

/** Variables of one start are set by the shell itself: those that it waits with stay as they are. */
function withExtra(command: string, extra: readonly [string, string][]): string | undefined {
  if (!extra.every(([name, value]) => NAME.test(name) && PLAIN.test(value))) return undefined;
  const sets = extra.map(([name, value]) => `${name}='${value}'`);
  return sets.length === 0 ? command : `export ${sets.join(' ')}; ${command}`;
}

/** Which directory it is and who may enter it; undefined where that cannot be seen. */
function placeOf(dir: string): string | undefined {
  try {
    const { dev, ino, mode, uid, gid } = statSync(dir, { bigint: true });
    return [dev, ino, mode, uid, gid].join(' ');
  } catch {
    return undefined;
  }
}

function startSpare(like: Likeness, place: string): Spare | undefined {
  const input = inputFile(Buffer.alloc(0));
  process.umask(like.umask);
  const program = { file: '/bin/sh', args: ['-c', WAITING], cwd: like.cwd, env: like.env };
  const spawned = spawnGroup(program, [input ?? 'pipe', 'pipe', 'pipe', 'pipe']);
  if (spawned.is === 'started') return { like, place, input, spawned };
  if (input !== undefined) closeSync(input);
  return undefined;
}
