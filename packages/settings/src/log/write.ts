import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunEvent } from '@wavehooks/hooks';
import { openChain } from '../chain/chain.ts';
import type { Drops } from '../chain/drops.ts';
import { openEnds } from '../chain/ends.ts';
import { logKey } from '../chain/key.ts';
import { makePrivate, privateDir } from '../chain/private.ts';
import { withoutEnded } from './dropping.ts';
import { defaultLogDir, type LogPlace, logFile } from './files.ts';
import { entriesOf } from './format.ts';
import type { LogRecord } from './records.ts';
import { makeRedactor, type Redactor } from './redact.ts';
import { rotate } from './rotate.ts';

export interface LogOptions {
  /** `~/.wave/logs` by default. */
  readonly dir?: string;
  readonly redact?: Redactor;
  /** A file that has passed this is put aside; 5 MB by default. */
  readonly maxBytes?: number;
  /** How many files put aside are kept; 3 by default. */
  readonly keep?: number;
  /** Where the ends of chains are noted; `~/.wave/heads` by default. */
  readonly heads?: string;
  /** Told once, when the log cannot be written. */
  readonly onProblem?: (problem: string) => void;
}

export interface Log {
  /** For `createEngine({ observe })`. Never throws. */
  observe(event: RunEvent): void;
  /** Writes one record, as it is: whoever makes it takes secrets out. Never throws. */
  write(record: LogRecord): void;
  /** Notes that nothing follows, so that a cut end is found; at the end of the process, it does so by itself. */
  end(): void;
  /** Why the log could not be written, the first time it could not. */
  readonly problem: string | undefined;
}

/** One JSON line a run. Nothing is touched before the first event with hooks is decided. */
export function openLog(options: LogOptions = {}): Log {
  const { dir = defaultLogDir(), maxBytes = 5 * 1024 * 1024, keep = 3, onProblem } = options;
  const redact = options.redact ?? makeRedactor(process.env);
  const place = { dir, maxBytes, keep };
  let key: Uint8Array | undefined;
  const chain = openChain(() => {
    key ??= logKey(dirname(dir));
    return key;
  });
  const headsDir = options.heads ?? join(dirname(dir), 'heads');
  const ends = openEnds(headsDir, chain);
  const began = new Map<string, string>();
  let ready = false;
  let problem: string | undefined;
  const safely = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (problem !== undefined) return;
      problem = `the hook log in ${dir} could not be written: ${(error as Error).message}`;
      onProblem?.(problem);
    }
  };
  const end = () => {
    process.off('exit', end);
    safely(ends.end);
  };
  const write = (record: LogRecord) => {
    if (!ready) {
      prepare(place);
      process.on('exit', end);
    }
    ready = true;
    const drops = append(place, () => `${chain.next(record)}\n`);
    if (drops) {
      const told = withoutEnded(drops, headsDir);
      const note = () => `${chain.next({ is: 'rotated', time: now(), ...told })}\n`;
      // Whatever its size: a rotation that is not noted looks like a cut.
      inFile(place, (fd, size) => writeLine(fd, size, note, place));
    }
    ends.wrote(record.session);
  };
  return {
    observe: (event) => {
      if (event.is === 'started') began.set(event.id, now());
      if (event.is !== 'decided' && event.is !== 'late') return;
      safely(() => {
        for (const entry of entriesOf(event, redact, now(), (id) => began.get(id))) write(entry);
      });
      // What nobody waits for ends later.
      for (const { id, run } of event.hooks) if (run.outcome.is !== 'async') began.delete(id);
    },
    write: (record) => safely(() => write(record)),
    end,
    get problem() {
      return problem;
    },
  };
}

const now = (): string => new Date().toISOString();

/** What is there from before, perhaps with wider rights, becomes private too. */
function prepare({ dir, keep }: LogPlace): void {
  privateDir(dir);
  for (let age = 1; age <= keep; age++) makePrivate(logFile(dir, age));
}

/** Opened anew for each line: another process may have put the file aside. Gives what a rotation dropped. */
function append(place: LogPlace, line: () => string): Drops | undefined {
  const rotated = inFile(place, (fd, size) => {
    const done = size >= place.maxBytes ? rotate(place) : undefined;
    if (!done) writeLine(fd, size, line, place);
    return done;
  });
  if (rotated) inFile(place, (fd, size) => writeLine(fd, size, line, place));
  return rotated?.drops;
}

const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
const FLAGS = O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK;

function inFile<T>({ dir }: LogPlace, use: (fd: number, size: number) => T): T {
  const file = logFile(dir);
  const fd = openSync(file, FLAGS, 0o600);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error(`${file} is not a file`);
    if ((stat.mode & 0o077) !== 0) fchmodSync(fd, 0o600);
    return use(fd, stat.size);
  } finally {
    closeSync(fd);
  }
}

/** One write a line, so that lines of several processes do not mix. */
function writeLine(
  fd: number,
  size: number,
  line: () => string,
  { dir, maxBytes }: LogPlace,
): void {
  if (size >= 2 * maxBytes)
    throw new Error(`${logFile(dir)} is full and could not be put aside; remove it`);
  const bytes = Buffer.from(isTorn(fd, size) ? `\n${line()}` : line());
  if (writeSync(fd, bytes) < bytes.length) throw new Error('a line was cut; is the disk full?');
}

/** A last line without an end (a crash, a full disk) must not swallow the next. */
function isTorn(fd: number, size: number): boolean {
  const last = Buffer.alloc(1);
  return size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== 0x0a;
}
