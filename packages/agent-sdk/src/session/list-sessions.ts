import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statsOf } from '../files/kinds.ts';
import { skimmed } from './skim-session.ts';
import { nameFile, sessionIds } from './transcript/session-files.ts';
import { isBusy } from './transcript/session-lock.ts';

/** A session as lists show it. */
export interface SessionInfo {
  readonly id: string;
  readonly file: string;
  /** What the user calls it; empty where it has no name. */
  readonly name: string;
  /** The start of its first prompt; in parentheses, what else it begins with where there is none. */
  readonly about: string;
  /** Where it began, and on which branch, as far as that is known. */
  readonly dir?: string;
  readonly branch?: string;
  readonly updated: Date;
  readonly bytes: number;
  /** Why it cannot be read, if so: another user's, as after `sudo`. */
  readonly unread?: string;
  /** The process that has it open. */
  readonly pid?: number;
}

/** The sessions of a project, the last one first. */
export const listSessions = (dir: string): SessionInfo[] =>
  sessionIds(dir)
    .flatMap((id) => infoOf(dir, id))
    .sort((a, b) => b.updated.getTime() - a.updated.getTime());

/** Those of all projects, the last one first. */
export function listAllSessions(home: string): SessionInfo[] {
  const all = join(home, '.wave', 'projects');
  const dirs = statsOf(all)?.isDirectory() ? readdirSync(all) : [];
  return dirs
    .flatMap((name) => listSessions(join(all, name)))
    .sort((a, b) => b.updated.getTime() - a.updated.getTime());
}

function infoOf(dir: string, id: string): SessionInfo[] {
  const file = join(dir, `${id}.jsonl`);
  const stats = statsOf(file);
  if (!stats?.isFile() || stats.size === 0) return [];
  const pid = isBusy(file);
  return [
    {
      id,
      file,
      name: nameOf(dir, id),
      ...about(file),
      updated: stats.mtime,
      bytes: stats.size,
      ...(pid === undefined ? {} : { pid }),
    },
  ];
}

/** One that cannot be read costs itself only. */
function about(file: string): Pick<SessionInfo, 'about' | 'unread' | 'dir' | 'branch'> {
  try {
    return skimmed(file);
  } catch (error) {
    const unread = (error as Error).message;
    return { about: `(it cannot be read: ${unread})`, unread };
  }
}

function nameOf(dir: string, id: string): string {
  try {
    return readFileSync(nameFile(dir, id), 'utf8').trim();
  } catch {
    return '';
  }
}

/** The one that a user means: by id, by the start of one, or by name. A text says why there is none. */
export function findSession(
  sessions: readonly SessionInfo[],
  wanted: string,
): SessionInfo | string {
  if (wanted === '')
    return 'expected a session: its id, the start of its id, or its name; got nothing';
  const exact =
    sessions.find(({ id }) => id === wanted) ?? sessions.find(({ name }) => name === wanted);
  if (exact) return exact;
  const near = sessions.filter(({ id }) => id.startsWith(wanted));
  const [only] = near;
  if (only && near.length === 1) return only;
  return near.length > 1
    ? `"${wanted}" is the start of ${near.length} sessions: ${near.map(({ id }) => id).join(', ')}`
    : `there is no session "${wanted}" in this project; "wave sessions" lists them`;
}
