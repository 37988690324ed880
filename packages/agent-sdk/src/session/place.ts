import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where the sessions of a project are kept. */
export function sessionsDir(home: string, projectDir: string): string {
  const hash = createHash('sha256').update(projectDir).digest('hex').slice(0, 12);
  const name = basename(projectDir).replace(/[^\w.-]/g, '_') || 'root';
  return join(home, '.wave', 'projects', `${name}-${hash}`);
}

export const sessionFile = (dir: string, id: string): string => join(dir, `${id}.jsonl`);

/** Where the copies of files are that a session's undo needs. They go when the session goes. */
export const undoDir = (file: string): string => `${file.replace(/\.jsonl$/, '')}.undo`;

/** The session that was written to last; one in which nothing was said is none. */
export function latestSession(dir: string): string | undefined {
  const files = readDir(dir)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ name, stats: statSync(join(dir, name), { throwIfNoEntry: false }) }))
    .filter(({ stats }) => stats !== undefined && stats.size > 0)
    .sort((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0));
  return files[0]?.name.replace(/\.jsonl$/, '');
}

function readDir(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

export const freshSessionId = (): string => randomUUID();
