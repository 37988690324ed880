import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
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

/** The last end that was noted of each chain. */
export function readHeads(dir: string): ReadonlyMap<string, Head> {
  const heads = new Map<string, Head>();
  for (const name of filesIn(dir))
    for (const line of readFileSync(join(dir, name), 'utf8').split('\n')) {
      const head = headOf(line);
      if (head && head.n > (heads.get(head.chain)?.n ?? 0)) heads.set(head.chain, head);
    }
  return heads;
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
    const { chain, n, hash: last } = value;
    return typeof chain === 'string' && typeof n === 'number' && typeof last === 'string'
      ? { chain, n, hash: last }
      : undefined;
  } catch {
    return undefined;
  }
}
