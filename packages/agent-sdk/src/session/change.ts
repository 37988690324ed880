import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from 'wave-hooks';
import type { SessionInfo } from './list.ts';
import { SessionBusy } from './lock.ts';
import { nameFile } from './place.ts';

/** Gives a session a name; an empty one takes it away. */
export async function nameSession(dir: string, { id }: SessionInfo, name: string): Promise<void> {
  const file = nameFile(dir, id);
  if (name.trim() === '') rmSync(file, { force: true });
  else await writePrivate(file, `${name.trim()}\n`);
}

/** Removes a session and all that belongs to it. Throws `SessionBusy` while somebody has it open. */
export function deleteSession(dir: string, { id, pid }: SessionInfo): void {
  if (pid !== undefined) throw new SessionBusy(pid);
  const own = readdirSync(dir).filter((name) => name === id || name.startsWith(`${id}.`));
  // The conversation last: if something fails before, the session is still there to be deleted again.
  const order = own.sort((a, b) => Number(a === `${id}.jsonl`) - Number(b === `${id}.jsonl`));
  for (const name of order) rmSync(join(dir, name), { recursive: true, force: true });
}
