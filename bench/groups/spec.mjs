import { commands, engines, fire } from '../engine.mjs';
import { rawShell } from '../raw.mjs';

/** Wall-clock nanoseconds; the date of macOS has no %N. `exec`: no shell has to end after it. */
const NOW =
  process.platform === 'linux'
    ? 'exec date +%s%N'
    : `exec perl -MTime::HiRes=time -e 'printf "%.0f\\n", time * 1e9'`;
const CONTEXT = "head -c 10000 /dev/zero | tr '\\0' x; echo";

const PROMPT = { hook_event_name: 'UserPromptSubmit', prompt: 'what is new?' };

/** How long after a hook's own end its verdict is there. */
export const spec = { name: 'spec', open };

async function open() {
  const { create, close } = await engines();
  const short = await create(commands('UserPromptSubmit', [NOW]));
  const long = await create(commands('UserPromptSubmit', [`${CONTEXT}; ${NOW}`]));
  const cases = [
    spawned('end of a spawn', NOW),
    fired("from a hook's end to the verdict", 'end of a spawn', short, { median: 100 }),
    spawned('end of a spawn, 10 kB', `${CONTEXT}; ${NOW}`),
    fired('the same with 10 kB of context', 'end of a spawn, 10 kB', long, { median: 200 }),
  ];
  return { cases, close };
}

const spawned = (name, command) => ({
  name,
  unit: 'ms',
  run: () => sinceEnd(async () => (await rawShell(command, JSON.stringify(PROMPT))).stdout),
});

const fired = (name, floor, engine, limit) => ({
  name,
  unit: 'ms',
  floor,
  limit,
  run: () => sinceEnd(async () => contextOf(await fire(engine, PROMPT, 1))),
});

const contextOf = ({ context }) => context.map(({ text }) => text).join('\n');

/** Milliseconds from the time that was printed last to when the text was there. */
async function sinceEnd(work) {
  const offset = wallOffset();
  const text = await work();
  const now = performance.now() + offset;
  const printed = /(\d{19})\s*$/.exec(text)?.[1];
  if (printed === undefined) throw new Error(`expected a time, got ${text.slice(-60)}`);
  return now - Number(printed) / 1e6;
}

/**
 * Wall-clock milliseconds at 0 of `performance.now()`, taken where `Date` ticks over. Anew for each
 * sample, since the wall clock is steered and the other one is not.
 */
function wallOffset() {
  const began = Date.now();
  while (Date.now() === began);
  return Date.now() - performance.now();
}
