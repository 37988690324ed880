import {
  appendFileSync,
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { makeDirs } from './dirs.ts';

/** One event and what came of it. Its texts have been redacted. */
export interface LogLine {
  readonly at: string;
  readonly session: string;
  readonly id: string;
  readonly event: string;
  readonly iteration: number;
  /** allow, block, limit, rest, broken or timeout. */
  readonly verdict: string;
  readonly reason: string;
  readonly ms: number;
}

const MAX_BYTES = 2 * 1024 * 1024;

/** Adds a line. A log that cannot be written keeps nobody from working. */
export function writeLog(file: string, line: LogLine): void {
  try {
    makeDirs(dirname(file));
    // Two processes that do this at once lose the older half, which is no verdict.
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES)
      renameSync(file, olderFile(file));
    appendFileSync(file, `${isTorn(file) ? '\n' : ''}${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // Told by `ccc doctor`.
  }
}

/** Whoever wrote last did not come to the end of the line: the next one must not become part of it. */
function isTorn(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return false;
  const fd = openSync(file, 'r');
  try {
    const last = Buffer.alloc(1);
    readSync(fd, last, 0, 1, size - 1);
    return last.toString() !== '\n';
  } finally {
    closeSync(fd);
  }
}

/** All lines there are, oldest first. What cannot be read is left out. */
export function readLog(file: string): LogLine[] {
  return [olderFile(file), file].flatMap((one) =>
    textOf(one)
      .split('\n')
      .flatMap((line) => parse(line) ?? []),
  );
}

const olderFile = (file: string) => file.replace(/\.jsonl$/, '.1.jsonl');

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const KINDS: { readonly [F in keyof LogLine]: 'string' | 'number' } = {
  ...{ at: 'string', session: 'string', id: 'string', event: 'string', iteration: 'number' },
  ...{ verdict: 'string', reason: 'string', ms: 'number' },
};

function parse(line: string): LogLine | undefined {
  try {
    const value = JSON.parse(line) as Record<string, unknown> | null;
    const isOurs = Object.entries(KINDS).every(([name, kind]) => typeof value?.[name] === kind);
    return isOurs ? (value as unknown as LogLine) : undefined;
  } catch {
    return undefined;
  }
}
