import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@wavehooks/hooks/vocabulary';
import type { Head } from './chain.ts';
import { privateDir } from './private.ts';

/** Ids of sessions come from anywhere; what a file is called is ours. */
const fileOf = (dir: string, session: string): string =>
  join(
    dir,
    `${process.getBuiltinModule('node:crypto').hash('sha256', session, 'hex').slice(0, 24)}.jsonl`,
  );

/** Notes where a chain ends, with its session. One line each: several processes write for one session. */
export function noteHead(dir: string, session: string, head: Head): void {
  privateDir(dir);
  appendFileSync(fileOf(dir, session), `${JSON.stringify(head)}\n`, { mode: 0o600 });
}

/** The last end that was noted of each chain. `onProblem` hears of notes that cannot be read. */
export function readHeads(
  dir: string,
  onProblem: (problem: string) => void = () => {},
): ReadonlyMap<string, Head> {
  const heads = new Map<string, Head>();
  for (const name of filesIn(dir))
    for (const head of headsIn(join(dir, name), onProblem)) {
      const known = heads.get(head.chain);
      if (head.n > (known?.n ?? 0) || (head.end && head.n === known?.n))
        heads.set(head.chain, head);
    }
  return heads;
}

/**
 * Forgets the chains that have ended and of which nothing is left; gives their names. `lastGone` is the last
 * record of a chain that is gone.
 */
export function forgetHeads(dir: string, lastGone: (chain: string) => number): ReadonlySet<string> {
  const isOver = ({ chain, n, end }: Head) => end === true && n <= lastGone(chain);
  const over = new Set([...readHeads(dir).values()].filter(isOver).map(({ chain }) => chain));
  for (const name of over.size === 0 ? [] : filesIn(dir)) {
    const file = join(dir, name);
    const left = (path: string) => headsIn(path).filter(({ chain }) => !over.has(chain));
    if (left(file).length === headsIn(file).length) continue;
    // Others may append meanwhile. A file put aside still counts, should we be killed here.
    const aside = join(dir, `${randomName()}.jsonl`);
    renameSync(file, aside);
    const lines = left(aside).map((head) => `${JSON.stringify(head)}\n`);
    if (lines.length > 0) appendFileSync(file, lines.join(''), { mode: 0o600 });
    rmSync(aside);
  }
  return over;
}

const randomName = (): string =>
  process.getBuiltinModule('node:crypto').randomBytes(12).toString('hex');

function headsIn(file: string, onProblem: (problem: string) => void = () => {}): readonly Head[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, n) => {
    const head = headOf(line);
    if (!head && line !== '') onProblem(`the noted end in ${file}:${n + 1} cannot be read`);
    return head ?? [];
  });
}

function filesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function headOf(line: string): Head | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) return undefined;
    const { chain, n, hash: last, end } = value;
    return typeof chain === 'string' && typeof n === 'number' && typeof last === 'string'
      ? { chain, n, hash: last, ...(end === true ? { end } : {}) }
      : undefined;
  } catch {
    return undefined;
  }
}
