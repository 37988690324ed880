import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { logFile, readEntry } from '@wavehooks/settings/log';
import type { Filter } from './log-filter.ts';
import { idOf, type LogLine, type Mark, splitLines } from './log-read.ts';

/** Looking is cheap and works on every file system; watching does not. */
const LOOK_MS = 200;

/** Passes on what is written after `from`, until Ctrl-C. */
export async function follow(
  dir: string,
  from: Mark,
  passes: Filter,
  show: (line: LogLine) => void,
): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const file = logFile(dir);
  let tail = openTail(file, from);
  const take = (lines: readonly string[]) => {
    for (const raw of lines) {
      const entry = readEntry(raw);
      if (entry && passes(entry)) show({ raw, entry });
    }
  };
  while (!stop.signal.aborted) {
    const replaced = tail === undefined || !isSame(tail, file);
    take(tail?.read() ?? []);
    if (replaced) {
      // A writer that had the old file open may still add to it: it is read to its end first.
      const next = openTail(file, from);
      if (next) tail?.close();
      tail = next ?? tail;
    }
    await wait(LOOK_MS, undefined, { signal: stop.signal }).catch(() => {});
  }
  tail?.close();
}

interface Tail {
  readonly id: string;
  /** The whole lines that came since the last look. */
  read(): string[];
  close(): void;
}

/** Undefined: there is no such file yet. */
function openTail(file: string, from: Mark): Tail | undefined {
  const fd = open(file);
  if (fd === undefined) return undefined;
  const id = idOf(fstatSync(fd));
  let offset = id === from.id ? from.offset : 0;
  let rest = Buffer.alloc(0);
  const read = () => {
    const chunk = Buffer.alloc(Math.max(0, fstatSync(fd).size - offset));
    const length = readSync(fd, chunk, 0, chunk.length, offset);
    offset += length;
    const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
    const end = bytes.lastIndexOf('\n') + 1;
    rest = bytes.subarray(end);
    return splitLines(bytes.subarray(0, end).toString('utf8'));
  };
  return { id, read, close: () => closeSync(fd) };
}

function open(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch {
    return undefined;
  }
}

function isSame(tail: Tail, file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat !== undefined && idOf(stat) === tail.id;
}
