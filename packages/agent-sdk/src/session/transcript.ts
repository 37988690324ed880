import { closeSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from '../conversation.ts';
import { type Lock, lockSession } from './lock.ts';

/** What a session leaves on disk: a line for every change of its conversation, as it happens. */
export interface Transcript {
  readonly file: string;
  /** Written when this returns: it survives the end of this process, however sudden. */
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

/** Opens a session's file, new or not. Throws `SessionBusy` when another process has it. */
export function openTranscript(file: string): OpenedTranscript {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lock = lockSession(file);
  const { changes, repaired } = readTranscript(file);
  const fd = openSync(file, 'a', 0o600);
  return {
    transcript: { file, ...writer(fd, lock) },
    changes,
    ...(repaired === undefined ? {} : { repaired }),
  };
}

function writer(fd: number, lock: Lock): Pick<Transcript, 'write' | 'close'> {
  let open = true;
  return {
    write: (change) => {
      if (open) writeSync(fd, `${JSON.stringify(change)}\n`);
    },
    close: () => {
      if (!open) return;
      open = false;
      closeSync(fd);
      lock.release();
    },
  };
}

/** Reads what can be read. A last line that a sudden end tore is cut off; that is told. */
export function readTranscript(file: string): { changes: Change[]; repaired?: string } {
  const text = readIfThere(file);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const torn = text.length - whole.length;
  if (torn > 0) truncateSync(file, Buffer.byteLength(whole));
  const lines = whole.split('\n').filter((line) => line !== '');
  const changes = lines.flatMap((line) => parseLine(line) ?? []);
  const lost = lines.length - changes.length;
  const told = [
    torn > 0 ? 'its last line was torn and has been cut off' : '',
    lost > 0 ? `${lost} of its lines could not be read` : '',
  ].filter(Boolean);
  return told.length === 0
    ? { changes }
    : { changes, repaired: `${file} was damaged: ${told.join('; ')}` };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function parseLine(line: string): Change | undefined {
  try {
    const value = JSON.parse(line) as Change;
    return ['added', 'block', 'tool'].includes(value.is) ? value : undefined;
  } catch {
    return undefined;
  }
}
