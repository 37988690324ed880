import { closeSync } from 'node:fs';
import { type Position, readAppended } from './appended.ts';
import { openLogFiles } from './stream-lines.ts';

export interface NewLines {
  /** The oldest first. */
  readonly lines: readonly string[];
  /** The log is not the one that was read before: these are all of its lines. */
  readonly anew: boolean;
}

/** A log as it grows: each look gives what was appended since the last one. */
export function followLog(dir: string, onProblem: (problem: string) => void): () => NewLines {
  let known: ReadonlyMap<string, Seen> = new Map();
  return () => {
    const first = look(dir, known, onProblem);
    // A cut file may have lost what was taken from it: then all of it is looked at again.
    const { next, lines } = first.cut ? look(dir, new Map(), onProblem) : first;
    const anew = first.cut || known.size === 0;
    known = next;
    return { lines, anew };
  };
}

/** A file, and how old it was: files only grow older, so a younger one of the same id is another one. */
interface Seen {
  readonly position: Position;
  readonly age: number;
}

function look(dir: string, known: ReadonlyMap<string, Seen>, onProblem: (problem: string) => void) {
  const next = new Map<string, Seen>();
  const lines: string[][] = [];
  let cut = false;
  const files = openLogFiles(dir, onProblem);
  try {
    for (const { fd, id, age } of files) {
      const seen = known.get(id);
      const before = seen && age >= seen.age ? seen.position : undefined;
      const { bytes, position, anew } = readAppended(fd, before);
      cut ||= before !== undefined && anew;
      next.set(id, { position, age });
      lines.push(linesOf(bytes));
    }
  } finally {
    for (const { fd } of files) closeSync(fd);
  }
  return { next, lines: lines.flat(), cut };
}

const linesOf = (bytes: Buffer): string[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
