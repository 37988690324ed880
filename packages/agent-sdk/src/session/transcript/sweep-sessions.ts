import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sessionFile } from './session-files.ts';
import { clearStale, isBusy } from './session-lock.ts';

/** A lock, or what somebody was about to make a lock of. */
const LOCK = /^(.+\.jsonl)\.lock(\..+)?$/;

/** What hooks read of a session. */
const GUESTS = /^(.+)\.hooks$/;

/**
 * Clears away what processes that were killed left in a project's directory: locks, sessions without a
 * word, and what hooks read of them.
 */
export function sweepSessions(dir: string): void {
  for (const name of readdirSync(dir)) {
    const [, session, unfinished] = LOCK.exec(name) ?? [];
    if (session === undefined) continue;
    // The lock last: should we be killed here, it shows the next one where to look.
    if (unfinished === undefined) removeEmpty(join(dir, session));
    clearStale(join(dir, name));
  }
  for (const name of readdirSync(dir)) {
    const [, id] = GUESTS.exec(name) ?? [];
    // Whoever has a session open has its file.
    if (id !== undefined && !existsSync(sessionFile(dir, id)))
      rmSync(join(dir, name), { recursive: true, force: true });
  }
}

/** Nobody can go on with a session in which nothing was said, so only its owner could still write to it. */
function removeEmpty(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === 0 && isBusy(file) === undefined) rmSync(file, { force: true });
}
