import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What was sent before, the newest last. */
export interface History {
  readonly all: readonly string[];
  add(text: string): void;
  /** Only until the screen is left: nothing has judged yet whether it may be kept. */
  remember(text: string): void;
}

const MOST = 500;

/** Kept in a file of the user's alone; a file that cannot be written costs its memory and nothing else. */
export function openHistory(file: string): History {
  const all = readHistory(file);
  return {
    all,
    remember: (text) => void all.push(text),
    add: (text) => {
      if (text === all.at(-1)) return;
      all.push(text);
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        appendFileSync(file, `${JSON.stringify(text)}\n`, { mode: 0o600 });
      } catch {
        // The history of this session goes on without it.
      }
    },
  };
}

function readHistory(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const last = lines.slice(-MOST);
    if (lines.length > 2 * MOST) shorten(file, last);
    return last.flatMap(readLine);
  } catch {
    return [];
  }
}

/** Written beside and moved, so that a second screen never reads half of it. */
function shorten(file: string, lines: readonly string[]): void {
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, `${lines.join('\n')}\n`, { mode: 0o600 });
  renameSync(beside, file);
}

function readLine(line: string): string[] {
  try {
    const text: unknown = JSON.parse(line);
    return typeof text === 'string' ? [text] : [];
  } catch {
    return [];
  }
}

/** Where one is while going through what was sent before, and what was being typed. */
export interface Walk {
  readonly back: number;
  readonly draft: string;
}

export const HERE: Walk = { back: 0, draft: '' };

/** A step back (1) or forth (-1); undefined where there is nothing further. */
export function walked(
  all: readonly string[],
  walk: Walk,
  step: 1 | -1,
  typed: string,
): { walk: Walk; text: string } | undefined {
  const back = walk.back + step;
  if (back < 0 || back > all.length) return undefined;
  const draft = walk.back === 0 ? typed : walk.draft;
  const text = back === 0 ? draft : (all[all.length - back] ?? '');
  return { walk: { back, draft }, text };
}
