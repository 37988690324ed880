import { setTimeout as wait } from 'node:timers/promises';
import { endGroup, endIfKilled, groupLives } from '@wavehooks/process';
import type { Left, ToolMemory } from '../../vocabulary/tool.ts';

/** What is about to end by itself, such as the other side of a pipe, is not worth a word. */
export const SETTLE_MS = 100;
/** A group that went away by itself is forgotten soon: its number may be given to somebody else. */
const LOOK_MS = 1_000;

/** For the model, behind what the command printed. */
export const LEFT_RUNNING =
  'A process that the command started is still running. It is ended with the session. Start it with run_in_background to read what it prints.';

/**
 * Keeps the group of a command whose shell has ended while something in it still runs, so that it ends
 * with the session, also where we are killed. Undefined where nothing was left.
 */
export async function keepLeft(
  pgid: number | undefined,
  memory: ToolMemory,
): Promise<Left | undefined> {
  if (pgid === undefined || (await isGone(pgid, SETTLE_MS))) return undefined;
  const callOff = endIfKilled(pgid);
  const forget = () => {
    clearInterval(timer);
    callOff();
    memory.left.delete(left);
  };
  const timer = setInterval(() => void (lives(pgid) || forget()), LOOK_MS).unref();
  const left: Left = {
    end: async () => {
      await endLeft(pgid);
      forget();
    },
  };
  memory.left.add(left);
  return left;
}

async function endLeft(pgid: number): Promise<void> {
  if (lives(pgid)) await endGroup(pgid, Promise.resolve());
}

async function isGone(pgid: number, ms: number): Promise<boolean> {
  const limit = performance.now() + ms;
  for (let step = 2; lives(pgid); step = Math.min(step * 2, 25)) {
    if (performance.now() >= limit) return false;
    await wait(step);
  }
  return true;
}

/**
 * Whether it is still ours and somebody in it runs. The number of a group stays taken as long as it has
 * members, and its leader, the shell, has ended: where a process has that number, it is another's.
 */
const lives = (pgid: number): boolean => !isTaken(pgid) && groupLives(pgid);

function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
