import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Outcome } from '../outcome.ts';
import { drain } from '../process/drain.ts';
import { endGroup } from '../process/group.ts';
import { release, remember } from '../process/survivors.ts';
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

type Piped = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a shell command in a process group of its own. It keeps nobody alive: those who wait do. */
export function openChild(spec: ChildSpec, ears: ChildEars): Child | Error {
  const child = launch(spec);
  if (child instanceof Error) return child;
  const { pid } = child;
  if (pid !== undefined) remember(pid);
  const lines = linesOf(child.stdout, spec.maxBytes, ears);
  const stderr = tailOf(child.stderr, STDERR_BYTES);
  const exited = exitOf(child);
  listen(child, exited, ears);
  const end = async () => void (pid !== undefined && (await endGroup(pid, exited)));
  const heard = exited.then(async () => {
    if (pid !== undefined) await drain(child);
    lines.flush();
  });
  const gone = heard.then(end).finally(() => pid !== undefined && release(pid));
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
  return { write, stderr, exited, heard, gone, hangUp, end };
}

/** spawn throws for some faults (a NUL byte in the command) and emits others. */
function launch(spec: ChildSpec): Piped | Error {
  try {
    const { spawn } = process.getBuiltinModule('node:child_process');
    const child = spawn('/bin/sh', ['-c', spec.command], {
      cwd: spec.cwd,
      env: spec.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const part of [child, child.stdin, child.stdout, child.stderr])
      (part as unknown as { unref?: () => void }).unref?.();
    return child;
  } catch (error) {
    return error as Error;
  }
}

const exitOf = (child: Piped): Promise<Outcome> =>
  new Promise((resolve) => {
    child.on('error', (error) => resolve({ is: 'start', error: error.message }));
    child.once('exit', (code, signal) =>
      resolve(signal ? { is: 'signal', signal } : { is: 'exit', code: code ?? -1 }),
    );
  });

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
