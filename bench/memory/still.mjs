import { openSync, readSync } from 'node:fs';

/** The longest time for which the event loop stands still: while `fire` is called, or between two turns. */
export async function still(fire) {
  const stop = turning();
  await nextTurn();
  const began = clock();
  const fired = fire();
  const called = clock() - began;
  await fired;
  return Math.max(called, stop());
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function turning() {
  let last = clock();
  let longest = 0;
  let on = true;
  const turn = () => {
    const now = clock();
    longest = Math.max(longest, now - last);
    last = now;
    if (on) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    on = false;
    // The turn that brought the verdict is not over yet.
    return Math.max(longest, clock() - last);
  };
}

/**
 * Milliseconds, less those in which this thread was ready to go on and the machine was busy with
 * others: no hook is to blame for them. Only Linux tells; elsewhere it is the time as it passes.
 */
function clock() {
  for (;;) {
    const before = waited();
    const now = performance.now();
    if (waited() === before) return now - before;
  }
}

const schedule = process.platform === 'linux' ? openSync('/proc/thread-self/schedstat') : undefined;
const bytes = Buffer.alloc(64);

function waited() {
  if (schedule === undefined) return 0;
  const length = readSync(schedule, bytes, 0, bytes.length, 0);
  return Number(bytes.toString('latin1', 0, length).split(' ')[1]) / 1e6;
}
