import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Two turns of the event loop: then all that had arrived has been read. Where this process stood still,
 * timers come due before that.
 */
export async function twoTurns(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
