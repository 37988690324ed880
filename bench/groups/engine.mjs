import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { shareLauncher } from '@wavehooks/process';
import { commands, engines, fire, hooksOf } from '../engines.mjs';
import { timed, timedEach } from '../measure.mjs';
import { eventWith, rawShell, spawnAll } from '../programs.mjs';

/** Different texts, so that they are not folded into one hook. */
const TEN = Array.from({ length: 10 }, (_, n) => `: ${n}; true`);
const WORKER = `n=0; while read -r line; do n=$((n + 1)); echo "{\\"id\\":\\"$n\\"}"; done`;
const EVENT = eventWith('ls -la');

/** What the engine adds to starting processes, to a line there and back, and to nothing at all. */
export const engine = { name: 'engine', open };

async function open() {
  const { create, close } = await engines();
  const one = await create(commands('PreToolUse', ['true']));
  const ten = await create(commands('PreToolUse', TEN));
  const worker = await create(hooksOf('PreToolUse', [{ type: 'worker', command: WORKER }]));
  const others = await create({ PreToolUse: Array.from({ length: 100 }, hookForAnotherTool) });
  const short = await create(commands('UserPromptSubmit', [NOW]));
  const long = await create(commands('UserPromptSubmit', [`${CONTEXT}; ${NOW}`]));
  const ms = (name, work) => ({ name, unit: 'ms', run: () => timed(work) });
  const cases = [
    ms('1 spawn', () => spawnAll(['true'], EVENT)),
    ms('1 hook', () => fire(one, EVENT, 1)),
    ms('10 spawns', () => spawnAll(TEN, EVENT)),
    ms('10 hooks side by side', () => fire(ten, EVENT, 10)),
    {
      name: 'a hook as a worker',
      unit: 'ms',
      run: () => timedEach(50, () => fire(worker, EVENT, 1)),
    },
    {
      name: '100 hooks, none matches',
      unit: 'µs',
      run: async () => 1_000 * (await timedEach(1_000, () => fire(others, EVENT, 0))),
    },
    ...answered('end of a spawn', async () => (await rawShell(NOW, '')).stdout),
    ...answered("from a hook's end to the verdict", () => contextOf(short), 'end of a spawn'),
    ...answered('the same with 10 kB of context', () => contextOf(long), 'end of a spawn'),
  ];
  return { cases, close };
}

/** Lists of names and patterns by turns, as settings have them. */
const hookForAnotherTool = (_, n) => ({
  matcher: n % 2 === 0 ? `Edit${n}|Write${n}` : `mcp__server${n}__.*`,
  hooks: [{ type: 'command', command: `: ${n}` }],
});

/** Wall-clock nanoseconds; the date of macOS has no %N. `exec`: no shell has to end after it. */
const NOW =
  process.platform === 'linux'
    ? 'exec date +%s%N'
    : `exec perl -MTime::HiRes=time -e 'printf "%.0f\\n", time * 1e9'`;
const CONTEXT = "head -c 10000 /dev/zero | tr '\\0' x; echo";

async function contextOf(one) {
  const input = { hook_event_name: 'UserPromptSubmit', prompt: 'what is new?' };
  const { context } = await fire(one, input, 1);
  return context.map(({ text }) => text).join('\n');
}

/** Milliseconds from the time that was printed last to when the text was there. */
function answered(name, work, floor) {
  const run = async () => {
    // `Date` ticks in whole milliseconds. Anew for each sample, since the wall clock is steered.
    const began = Date.now();
    while (Date.now() === began);
    const offset = Date.now() - performance.now();
    const text = await work();
    const now = performance.now() + offset;
    const printed = /(\d{19})\s*$/.exec(text)?.[1];
    if (printed === undefined) throw new Error(`expected a time, got ${text.slice(-60)}`);
    return now - Number(printed) / 1e6;
  };
  return [{ name, unit: 'ms', floor, run }];
}

/** What a million events leave in memory, and 5,000 commands in the launcher. Once, however many rounds. */
export const growth = { name: 'growth', open: openGrowth, rounds: 1 };

const [EVENTS, COMMANDS, WARM_UP] = [1_000_000, 5_000, 0.2];

async function openGrowth() {
  const { create, close } = await engines();
  const share = shareLauncher();
  const quick = await create(hooksOf('PostToolUse', [{ type: 'function', run: () => undefined }]));
  const slow = await create(commands('PreToolUse', ['true']), {}, true);
  await fire(slow, EVENT, 1);
  if (!(await share.ready())) throw new Error('the launcher did not get ready');
  const after = { ...EVENT, hook_event_name: 'PostToolUse', tool_response: {} };
  const load = async (part) => {
    await many(EVENTS * part, 100, (n) =>
      n % 2 === 0 ? fire(quick, after, 1) : fire(quick, EVENT, 0),
    );
    await many(COMMANDS * part, 10, () => fire(slow, EVENT, 1));
    // As many shells wait in the launcher as the last events wanted at once; each has its descriptors.
    for (let left = 20; left > 0; left--) await fire(slow, EVENT, 1);
    return snapshot(share.pid);
  };
  const before = await load(WARM_UP);
  let loaded;
  const row = (name, unit, of, what) => [
    { name: `${name}, before`, unit, run: async () => of(before) },
    {
      name: `${name}, after ${what}`,
      unit,
      run: async () => {
        loaded ??= load(1);
        return of(await loaded);
      },
    },
  ];
  const cases = [
    ...row('heap and buffers', 'MB', ({ heap }) => heap, '1,000,000 events'),
    ...row('memory of the launcher', 'MB', ({ resident }) => resident, '5,000 commands'),
    ...row('descriptors of the launcher', '', ({ open }) => open, '5,000 commands'),
  ];
  const end = async () => {
    share.close();
    await close();
  };
  return { cases, close: end };
}

async function many(count, atOnce, work) {
  for (let left = count; left > 0; left -= atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, n) => work(n)));
}

async function snapshot(launcher) {
  // Buffers are given back beside the collection that finds them, and some only by the next one.
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.();
    await wait(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  const heap = (heapUsed + external) / 1e6;
  // Elsewhere there is nothing to read.
  if (process.platform !== 'linux') return { heap, resident: 1, open: 1 };
  const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${launcher}/status`, 'utf8'));
  const open = readdirSync(`/proc/${launcher}/fd`).length;
  return { heap, resident: (Number(kB) * 1_024) / 1e6, open };
}
