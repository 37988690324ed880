/** The longest time for which the event loop stands still: while `fire` is called, or between two turns. */
export async function still(fire) {
  const stop = turning();
  await nextTurn();
  const began = performance.now();
  const fired = fire();
  const called = performance.now() - began;
  await fired;
  return Math.max(called, stop());
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function turning() {
  let last = performance.now();
  let longest = 0;
  let on = true;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (on) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    on = false;
    return longest;
  };
}
