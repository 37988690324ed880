import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { rowOf } from './table.ts';

/** Between TERM and KILL. */
export const GRACE_MS = 1_500;
/** After KILL, for the kernel to carry it out. */
export const AFTERMATH_MS = 400;

/** After this, whoever ends a program has ended it, with all it started, and read what it still said. */
export const LEAVE_MS = GRACE_MS + 2 * AFTERMATH_MS + 300;

/**
 * Ends a whole process group: TERM, then KILL. It goes by what is really alive, since a signal that
 * was sent has ended nothing yet. `leaderGone` settles when the leader was reaped; once the group is
 * empty its number may belong to somebody else, so nothing is signalled after that.
 */
export async function endGroup(pgid: number, leaderGone: Promise<unknown>): Promise<void> {
  if (!signalGroup(pgid, 'SIGTERM') || (await isGone(pgid, leaderGone, GRACE_MS))) return;
  signalGroup(pgid, 'SIGKILL');
  await isGone(pgid, leaderGone, AFTERMATH_MS);
}

async function isGone(pgid: number, leaderGone: Promise<unknown>, ms: number): Promise<boolean> {
  const limit = performance.now() + ms;
  let step = 2;
  await Promise.race([leaderGone, wait(step)]);
  while (groupLives(pgid)) {
    if (performance.now() >= limit) return false;
    await wait(step);
    step = Math.min(step * 2, 25);
  }
  return true;
}

/** Whether anybody in the group still runs. */
export const groupLives = (pgid: number): boolean => signalGroup(pgid, 0) && hasLiving(pgid);

/** False when there is nobody left whom we could signal. */
function signalGroup(pgid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pgid, signal);
  } catch {
    return false;
  }
}

/**
 * Where nobody reaps orphans, as in many containers, the dead
 * stay on as zombies and answer to signals for ever; only the process table tells them apart.
 */
function hasLiving(pgid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readdirSync('/proc').some((name) => /^\d+$/.test(name) && rowOf(name)?.group === pgid);
  } catch {
    return true;
  }
}
