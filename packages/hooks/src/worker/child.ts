import { drain, endGroup, endKin, type Outcome, type Staying } from '@wavehooks/process';
import { type Ears, linesOf, tailOf } from './lines.ts';

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
  /** Closes its stdin, and ends it if that is not enough. */
  hangUp(): Promise<void>;
  /** Ends it with all that it started: TERM, then KILL. */
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

/** Talks to a program that was started. It keeps nobody alive: those who wait do. */
export function openChild(started: Staying, maxLineBytes: number, ears: ChildEars): Child {
  const { pid, stdin, stdout, stderr, exited } = started;
  started.unref();
  const lines = linesOf(stdout, maxLineBytes, ears);
  const said = tailOf(stderr, STDERR_BYTES);
  listen(started, ears);
  const end = () => endKin(pid, exited);
  const heard = exited.then(async () => {
    await drain(started);
    lines.flush();
  });
  const gone = heard.then(() => endGroup(pid, exited)).finally(started.release);
  const hangUp = async () => {
    if (!stdin.writableEnded) stdin.end();
    if (!(await within(EOF_GRACE_MS, exited))) await end();
    // A process that not even KILL ends must not hold whoever hangs up.
    await within(FAREWELL_MS, gone);
  };
  const write = (pieces: readonly Buffer[]) => {
    stdin.cork();
    for (const piece of pieces) if (stdin.writable) stdin.write(piece);
    stdin.uncork();
  };
  const unread = () => stdin.writableLength;
  return { write, unread, stderr: said, exited, heard, gone, hangUp, end };
}

function listen({ stdin, stdout, exited }: Staying, ears: ChildEars): void {
  const deaf = async (stream: 'stdin' | 'stdout') => {
    if (!(await within(LAST_BREATH_MS, exited))) ears.deaf(stream);
  };
  stdin.once('error', () => void deaf('stdin'));
  stdin.on('error', () => {});
  stdout.once('end', () => void deaf('stdout'));
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
