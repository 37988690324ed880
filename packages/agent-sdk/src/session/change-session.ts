import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { printable } from '@wavehooks/hooks/vocabulary';
import { writePrivate } from '@wavehooks/process/files';
import { latestTree } from '../undo/tree/tree-state.ts';
import { listSessions, type SessionInfo } from './list-sessions.ts';
import { nameFile, sessionIds } from './transcript/session-files.ts';
import { SessionBusy } from './transcript/session-lock.ts';

/** Gives a session a name; an empty one takes it away. Returns why it cannot be called that. */
export async function nameSession(
  dir: string,
  { id }: Pick<SessionInfo, 'id'>,
  wanted: string,
): Promise<string | undefined> {
  const file = nameFile(dir, id);
  const name = wanted.trim();
  const fault = name === '' ? undefined : nameFault(listSessions(dir), id, name);
  if (fault !== undefined) return fault;
  if (name === '') rmSync(file, { force: true });
  else writePrivate(file, `${name}\n`);
  return undefined;
}

/** A name is told apart from an id, belongs to one session, and can be shown anywhere. */
function nameFault(all: readonly SessionInfo[], own: string, name: string): string | undefined {
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) || printable(name) !== name)
    return `${JSON.stringify(name)} is no name: expected one line that can be printed`;
  const same = all.find(({ id }) => id.startsWith(name));
  if (same || looksLikeId(name))
    return `"${name}" would be taken for the id of ${same?.id ?? 'a session'}`;
  const taken = all.find((one) => one.name === name && one.id !== own);
  return taken && `"${name}" is the name of ${taken.id} already`;
}

/** An id from its start on, as lists show it, or longer: if not today's, then one of tomorrow. */
const looksLikeId = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f-]*)?$/.test(name);

/** Removes a session and all that belongs to it. Throws `SessionBusy` while somebody has it open. */
export function deleteSession(dir: string, { id, pid }: SessionInfo): void {
  if (pid !== undefined) throw new SessionBusy(pid);
  const own = readdirSync(dir).filter((name) => name === id || name.startsWith(`${id}.`));
  // The conversation last: if something fails before, the session is still there to be deleted again.
  const order = own.sort((a, b) => Number(a === `${id}.jsonl`) - Number(b === `${id}.jsonl`));
  for (const name of order) rmSync(join(dir, name), { recursive: true, force: true });
  // Deleting a project's last session also deletes its snapshot.
  if (sessionIds(dir).length === 0) rmSync(latestTree(dir), { recursive: true, force: true });
}
