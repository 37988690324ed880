import {
  chmodSync,
  closeSync,
  fchmodSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from '../../conversation/conversation.ts';
import { mendImages } from './mend-images.ts';
import { type ReadTranscript, readLines } from './read-lines.ts';
import { type Lock, lockSession } from './session-lock.ts';
import { sweepSessions } from './sweep-sessions.ts';

/** What a session leaves on disk: a line for every change of its conversation, as it happens. */
export interface Transcript {
  readonly file: string;
  /** Written when this returns: it survives the end of this process, however sudden. Never throws. */
  write(change: Change): void;
  close(): void;
}

export interface OpenedTranscript {
  readonly transcript: Transcript;
  /** What was there already. */
  readonly changes: readonly Change[];
  /** What had to be repaired, for the user. */
  readonly repaired?: string;
}

/** Told once, when the session can no longer be kept. */
export type OnProblem = (problem: string) => void;

/** Opens a session's file, new or not. Throws `SessionBusy` when another process has it. */
export function openTranscript(file: string, onProblem: OnProblem = () => {}): OpenedTranscript {
  const dir = dirname(file);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  sweepSessions(dir);
  const lock = lockSession(file);
  try {
    return openLocked(file, lock, onProblem);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openLocked(file: string, lock: Lock, onProblem: OnProblem): OpenedTranscript {
  const { changes: kept, repaired, keep, closed } = readTranscript(file);
  const { changes, told } = mendImages(kept);
  const damage = [repaired, told].filter(Boolean).join('; ');
  const fd = openSync(file, 'a', 0o600);
  fchmodSync(fd, 0o600);
  if (keep !== undefined) ftruncateSync(fd, keep);
  const state: State = { fd, lock, file, empty: keep === 0, torn: !closed, onProblem };
  return {
    transcript: { file, write: (change) => write(state, change), close: () => close(state) },
    changes,
    ...(damage === '' ? {} : { repaired: `${file} was damaged: ${damage}` }),
  };
}

/**
 * A new file beside a session's, for the conversation of a subagent. Whoever has the session has it, too,
 * so it needs no lock of its own. If it cannot be made, Wave reports that, and only the file is lost.
 */
export function createTranscript(file: string, onProblem: OnProblem): Transcript | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const fd = openSync(file, 'ax', 0o600);
    const lock = { release: () => {} };
    const state: State = { fd, lock, file, empty: true, torn: false, onProblem };
    return { file, write: (change) => write(state, change), close: () => close(state) };
  } catch (error) {
    onProblem(`The file of a subagent could not be made: ${(error as Error).message}`);
    return undefined;
  }
}

interface State {
  fd: number | undefined;
  readonly lock: Lock;
  readonly file: string;
  readonly onProblem: OnProblem;
  empty: boolean;
  /** The file does not end with a whole line. */
  torn: boolean;
}

function write(state: State, change: Change): void {
  if (state.fd === undefined || (change.is === 'added' && change.passing)) return;
  try {
    let rest = Buffer.from(`${state.torn ? '\n' : ''}${JSON.stringify(change)}\n`);
    while (rest.length > 0) {
      rest = rest.subarray(writeSync(state.fd, rest));
      state.torn = rest.length > 0;
    }
    state.empty = false;
  } catch (error) {
    // The next line starts anew, so that what did not fit on the disk costs one line and not two.
    state.torn = true;
    state.onProblem(`The session could not be written to its file: ${(error as Error).message}`);
  }
}

/** A session in which nothing was said leaves nothing behind. */
function close(state: State): void {
  if (state.fd === undefined) return;
  closeSync(state.fd);
  state.fd = undefined;
  if (state.empty) rmSync(state.file, { force: true });
  state.lock.release();
}

/** Reads what can be read of a session, and changes nothing. */
export function readTranscript(file: string): ReadTranscript {
  try {
    return readLines(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return readLines(Buffer.alloc(0));
    throw error;
  }
}
