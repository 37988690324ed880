import type { Outcome } from '../outcome.ts';
import { drain } from '../process/drain.ts';
import { endGroup } from '../process/group.ts';
import type { NotStarted, Spawned } from '../process/spawn.ts';
import { type Piped, spawnStaying } from '../process/staying.ts';
import { release } from '../process/survivors.ts';
import { type Ears, linesOf, tailOf } from './lines.ts';

export interface ChildSpec {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Bytes of one line. */
  readonly maxBytes: number;
}

/** A process whose stdin stays open. */
export interface Child {
  write(pieces: readonly Buffer[]): void;
  /** Bytes that it was written and has not read yet, as far as they wait here. */
  unread(): number;
  /** The end of what it wrote to stderr. */
  stderr(): string;
  /** How it ended, once that is known; its last lines may still be in the pipe. */
  readonly exited: Promise<Outcome>;
  /** Its last line was heard. */
  readonly heard: Promise<void>;
  /** Nothing of its group is left. Never rejects. */
  readonly gone: Promise<void>;
  /** Closes its stdin, and ends its group if that is not enough. */
  hangUp(): Promise<void>;
  /** Ends its group: TERM, then KILL. */
  end(): Promise<void>;
}

export interface ChildEars extends Ears {
  /** It closed a stream and lives on: it can no longer be asked, or no longer answer. */
  deaf(stream: 'stdin' | 'stdout'): void;
}

/** For so long a process may take to end by itself once its stdin has closed. */
const EOF_GRACE_MS = 500;
/** A closed stream mostly means that the process is about to end; then its end tells more. */
const LAST_BREATH_MS = 200;
const FAREWELL_MS = 3_000;
const STDERR_BYTES = 16 * 1024;

/** One that runs; or none, and why. */
export type Opened = { is: 'started'; child: Child } | { is: 'failed'; why: Promise<NotStarted> };

/** Starts a shell command in a process group of its own. It keeps nobody alive: those who wait do. */
export function openChild(spec: ChildSpec, ears: ChildEars): Opened {
  const spawned = launch(spec);
  if (spawned.is === 'failed') return spawned;
  const { child, pid, exited } = spawned;
  const lines = linesOf(child.stdout, spec.maxBytes, ears);
  const stderr = tailOf(child.stderr, STDERR_BYTES);
  listen(child, exited, ears);
  const end = () => endGroup(pid, exited);
  const heard = exited.then(async () => {
    await drain(child);
    lines.flush();
  });
  const gone = heard.then(end).finally(() => release(pid));
  const hangUp = async () => {
    if (!child.stdin.writableEnded) child.stdin.end();
    if (!(await within(EOF_GRACE_MS, exited))) await end();
    // A process that not even KILL ends must not hold whoever hangs up.
    await within(FAREWELL_MS, gone);
  };
  const write = (pieces: readonly Buffer[]) => {
    child.stdin.cork();
    for (const piece of pieces) if (child.stdin.writable) child.stdin.write(piece);
    child.stdin.uncork();
  };
  const unread = () => child.stdin.writableLength;
  return { is: 'started', child: { write, unread, stderr, exited, heard, gone, hangUp, end } };
}

function launch({ command, cwd, env }: ChildSpec): Spawned<Piped> {
  const spawned = spawnStaying({ file: '/bin/sh', args: ['-c', command], cwd, env });
  if (spawned.is === 'failed') return spawned;
  const { child } = spawned;
  for (const part of [child, child.stdin, child.stdout, child.stderr])
    (part as unknown as { unref?: () => void }).unref?.();
  return spawned;
}

function listen(child: Piped, exited: Promise<unknown>, ears: ChildEars): void {
  const deaf = async (stream: 'stdin' | 'stdout') => {
    if (!(await within(LAST_BREATH_MS, exited))) ears.deaf(stream);
  };
  child.stdin.once('error', () => void deaf('stdin'));
  child.stdin.on('error', () => {});
  child.stdout.once('end', () => void deaf('stdout'));
}

/** Whether the end comes in time. Its timer goes with it: it would keep this process alive. */
function within(ms: number, end: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const done = () => {
    clearTimeout(timer);
    resolve(true);
  };
  void end.then(done, done);
  return promise;
}
