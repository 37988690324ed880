import { setTimeout as wait } from 'node:timers/promises';
import { engines, fire } from '../engine.mjs';
import { eventWith } from '../hooked.mjs';

const EVENTS = 1_000_000;
const WARM_UP = 50_000;
const AT_ONCE = 100;
const MB = 1_000_000;

/** What a million events leave in memory. Once, however many rounds the others take. */
export const growth = { name: 'growth', open, rounds: 1 };

async function open() {
  const { create, close } = await engines();
  const engine = await create({
    PostToolUse: [{ hooks: [{ type: 'function', run: () => undefined }] }],
  });
  const unmatched = eventWith('ls -la');
  const matched = { ...unmatched, hook_event_name: 'PostToolUse', tool_response: {} };
  const many = async (count) => {
    for (let left = count; left > 0; left -= AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) =>
          n % 2 === 0 ? fire(engine, matched, 1) : fire(engine, unmatched, 0),
        ),
      );
  };
  await many(WARM_UP);
  const before = await held();
  let after;
  const floor = 'heap and buffers, before';
  const cases = [
    { name: floor, unit: 'MB', run: async () => before },
    {
      name: `heap and buffers, after ${EVENTS.toLocaleString('en')} events`,
      unit: 'MB',
      floor,
      limit: { over: 1 },
      run: async () => {
        after ??= many(EVENTS).then(held);
        return after;
      },
    },
  ];
  return { cases, close };
}

async function held() {
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.();
    await wait(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MB;
}
