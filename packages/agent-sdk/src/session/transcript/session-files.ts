import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashOf } from '@wavehooks/hooks/scripts';
import { statsOf } from '../../files/kinds.ts';

/** Where the sessions of a project are kept. */
export function sessionsDir(home: string, projectDir: string): string {
  const hash = hashOf(projectDir).slice(0, 12);
  const name = basename(projectDir).replace(/[^\w.-]/g, '_') || 'root';
  return join(home, '.wave', 'projects', `${name}-${hash}`);
}

export const sessionFile = (dir: string, id: string): string => join(dir, `${id}.jsonl`);

/** The conversation of a subagent: in a directory beside the session's file, so that it is taken for no session. */
export const agentFile = (dir: string, session: string, agent: string): string =>
  join(agentsDir(sessionFile(dir, session)), `${agent}.jsonl`);

export const agentsDir = (file: string): string => `${file.replace(/\.jsonl$/, '')}.agents`;

/** Where what hooks read of a session is: in a directory, so that it is taken for no session. It goes with it. */
export const guestDir = (file: string): string => `${file.replace(/\.jsonl$/, '')}.hooks`;

/** The conversation as hooks read it, of a session or of one of its subagents. */
export const guestFile = (dir: string, session: string, agent = session): string =>
  join(guestDir(sessionFile(dir, session)), `${agent}.jsonl`);

/** Where the copies of files are that a session's undo needs. They go when the session goes. */
export const undoDir = (file: string): string => `${file.replace(/\.jsonl$/, '')}.undo`;

/** The state of the project as a session last noted it. */
export const treeDir = (file: string): string => `${file.replace(/\.jsonl$/, '')}.tree`;

/** The session that was written to last; an empty one does not count. */
export function latestSession(dir: string): string | undefined {
  const files = sessionIds(dir)
    .map((id) => ({ id, stats: statsOf(sessionFile(dir, id)) }))
    .filter(({ stats }) => stats?.isFile() && stats.size > 0)
    .sort((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0));
  return files[0]?.id;
}

/** Every session of a project; what else may lie there has another name. */
export const sessionIds = (dir: string): string[] =>
  readDir(dir)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .filter(isSessionId);

const isSessionId = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Whether there is a session of this id; what is no id is no part of a path either. */
export const isKept = (dir: string, id: string): boolean =>
  isSessionId(id) && existsSync(sessionFile(dir, id));

/** Where a session's name is kept. */
export const nameFile = (dir: string, id: string): string => join(dir, `${id}.name`);

function readDir(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

export const freshSessionId = (): string => randomUUID();
