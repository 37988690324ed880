import { closeSync, statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Spawned } from '../basics/spawn.ts';
import { release } from '../kin/survivors.ts';
import { feed } from '../running/feed.ts';
import { fillInput, inputFile } from '../running/input.ts';
import { type Begin, beginProgram } from '../running/run.ts';
import { spawnGroup } from '../running/spawn-group.ts';
import type { ProcessSpec } from '../running/start.ts';

// Most of what a hook costs is the start of its shell. So one is started ahead, while nothing else is to
// be done, in the directory and environment of the last command: the next one is likely to want the same.

/** Waits for its command and becomes the shell that runs it; nothing of the one that waited is left. */
const WAITING = 'IFS= read -r wave_command <&3 && exec /bin/sh -c "$wave_command" 3<&-';

/** A shell reads its command byte by byte, and only a line of it. */
const COMMAND = /^[^\0\n]{0,500}$/;

/** What is over by then is not part of the same burst. */
const PAUSE_MS = 2;
/** One that nobody needs does not hold its directory for ever. */
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

/** How the launcher starts programs: by the spare shell where that comes to the same. */
export function openSpare(): (umask: number) => Begin {
  let spare: Spare | undefined;
  let wanted: Likeness | undefined;
  const pause = setTimeout(fill, PAUSE_MS);
  const idle = setTimeout(drop, IDLE_MS).unref();
  return (umask) => (spec) => {
    const command = commandOf(spec);
    if (command !== undefined) wanted = { cwd: spec.cwd, env: spec.env, umask };
    const spawned = (command !== undefined && take(command, spec.stdin)) || beginProgram(spec);
    if (spawned.is === 'started') void spawned.exited.then(() => pause.refresh());
    return spawned;
  };

  function take(command: string, stdin: Buffer): Spawned | undefined {
    const one = spare;
    if (!one || !isLike(one)) return undefined;
    const { child } = one.spawned;
    try {
      if (one.input === undefined) feed(child.stdin, stdin);
      else fillInput(one.input, stdin);
    } catch {
      drop();
      return undefined;
    }
    leave();
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

  function fill(): void {
    if (!wanted || (spare && isLike(spare))) return;
    drop();
    const place = placeOf(wanted.cwd);
    if (place === undefined) return;
    const made = startSpare(wanted, place);
    if (!made) return;
    spare = made;
    idle.refresh();
    // Somebody ended it.
    void made.spawned.exited.then(() => spare === made && drop());
  }

  /** It is no spare any more. */
  function leave(): void {
    if (spare?.input !== undefined) closeSync(spare.input);
    spare = undefined;
  }

  function drop(): void {
    if (!spare) return;
    const { child, pid } = spare.spawned;
    leave();
    child.kill('SIGKILL');
    for (const pipe of child.stdio) pipe?.destroy();
    release(pid);
  }
}

/** The command of a program that the shell that waits can become. */
function commandOf({ file, args, env }: ProcessSpec): string | undefined {
  const [flag, command = '\n', ...more] = args;
  const isShell = file === '/bin/sh' && flag === '-c' && more.length === 0;
  // A name that the environment has as well would be handed on.
  return isShell && COMMAND.test(command) && !('wave_command' in env) ? command : undefined;
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
