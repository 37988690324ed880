import { appendFileSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirs } from './state/dirs.ts';

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
    appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  } catch {
    // Told by `ccc doctor`.
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

function parse(line: string): LogLine | undefined {
  try {
    const value = JSON.parse(line) as LogLine | null;
    return typeof value?.verdict === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
