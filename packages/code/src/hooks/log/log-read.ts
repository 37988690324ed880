import { closeSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { ageOf, isOtherRecord, type LogEntry, logFile, readEntry } from '@wavehooks/settings/log';
import { UsageError } from '../../cli/command.ts';
import type { Filter } from './log-filter.ts';

export interface LogLine {
  readonly raw: string;
  readonly entry: LogEntry;
}

export interface Found {
  /** The newest last. */
  readonly lines: readonly LogLine[];
  /** Lines passed on the way that hold no entry. */
  readonly damaged: number;
  readonly files: number;
  /** Up to where the newest file was read. */
  readonly end: Mark;
}

/** A place in a file that may be put aside. */
export interface Mark {
  readonly id: string;
  readonly offset: number;
}

/** The last `limit` entries that pass, across all files; reads no further back than it must. */
export function newest(dir: string, passes: Filter, limit: number): Found {
  const ages = agesIn(dir);
  const seen = new Map<string, number>();
  const lines: LogLine[] = [];
  let damaged = 0;
  for (const age of ages) {
    for (const raw of linesOf(logFile(dir, age), seen).reverse()) {
      if (lines.length >= limit) break;
      const entry = readEntry(raw);
      if (!entry) damaged += isOtherRecord(raw) ? 0 : 1;
      else if (passes(entry)) lines.push({ raw, entry });
    }
    if (lines.length >= limit) break;
  }
  const [[id, offset] = ['', 0]] = seen;
  return { lines: lines.reverse(), damaged, files: ages.length, end: { id, offset } };
}

function agesIn(dir: string): number[] {
  try {
    const ages = readdirSync(dir).map(ageOf);
    return ages.filter((age) => age !== undefined).sort((a, b) => a - b);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new UsageError(`the log in ${dir} could not be read: ${message}`);
  }
}

/** A file that is put aside between two looks turns up under two names: `seen` knows it. */
function linesOf(file: string, seen: Map<string, number>): string[] {
  let fd: number | undefined;
  try {
    fd = openSync(file, 'r');
    const id = idOf(fstatSync(fd));
    if (seen.has(id)) return [];
    const bytes = readFileSync(fd);
    seen.set(id, bytes.lastIndexOf('\n') + 1);
    return splitLines(bytes.toString('utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UsageError(`${file}: could not be read: ${(error as Error).message}`);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

export const idOf = ({ dev, ino }: { dev: number; ino: number }) => `${dev}:${ino}`;

export const splitLines = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '');
