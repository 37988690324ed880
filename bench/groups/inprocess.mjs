import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shareLauncher } from '@wavehooks/process';
import { commands, engines, fire } from '../engine.mjs';
import { eventWith, spawned } from '../hooked.mjs';
import { timedMiddle } from '../measure.mjs';
import { tempDir } from '../temp.mjs';
import { bareWorker, WORKER_HOOK } from '../worker-hook.mjs';

/** How many events at once, and how often a sample does that: what is short is measured as the middle of many. */
const EVENTS = [
  { count: 1, often: 100 },
  { count: 10, often: 20 },
  { count: 100, often: 5 },
];

/**
 * What a host pays that has the engine inside: a kind of hook a line. `most` is in its unit, or times its
 * floor; `kilobytes` is what an event may take of the heap.
 */
const KINDS = [
  {
    kind: 'none matching',
    runs: 0,
    unit: 'µs',
    most: { 1: { median: 20 }, 10: { median: 100 }, 100: { median: 1_000 } },
    kilobytes: 12,
    hooks: () => ({}),
    floor: () => idle,
  },
  {
    kind: 'a function',
    runs: 1,
    unit: 'µs',
    most: { 1: { median: 80 }, 10: { median: 600 }, 100: { median: 6_000 } },
    kilobytes: 40,
    hooks: () => ({ PreToolUse: [{ hooks: [{ type: 'function', run: () => undefined }] }] }),
    floor: () => idle,
  },
  {
    kind: 'a worker',
    runs: 1,
    unit: 'ms',
    most: { 1: { ratio: 6 }, 10: { ratio: 6 }, 100: { ratio: 8 } },
    kilobytes: 75,
    hooks: (file) => ({
      PreToolUse: [
        { hooks: [{ type: 'worker', command: `exec '${process.execPath}' '${file}'` }] },
      ],
    }),
    floor: (bare, event) => (count, often) => ({
      name: `${count} lines there and back`,
      run: () => timedMiddle(often, () => all(count, () => bare.ask(event))),
    }),
  },
  {
    kind: 'a command',
    runs: 1,
    isProcess: true,
    unit: 'ms',
    most: { 1: { ratio: 1.3 }, 10: { ratio: 1.2 }, 100: { ratio: 1.2 } },
    kilobytes: 50,
    hooks: () => commands('PreToolUse', ['true']),
    floor: (_, event) => (count) =>
      spawned(`${count} raw starts`, Array(count).fill('true'), event),
  },
];

/** Time, processor and memory of 1, 10 and 100 events at once. */
export const inprocess = { name: 'inprocess', open };

async function open() {
  const { dir, remove } = await tempDir();
  const { create, close } = await engines();
  const share = shareLauncher();
  const file = join(dir, 'worker.cjs');
  await writeFile(file, WORKER_HOOK);
  const bare = bareWorker(file);
  const event = eventWith('ls -la');
  const cases = [];
  for (const kind of KINDS) {
    const engine = await create(kind.hooks(file), {}, kind.runs > 0);
    const fires = (count) => all(count, () => fire(engine, event, kind.runs));
    const floor = kind.floor(bare, event);
    for (const { count, often } of EVENTS) {
      const times = kind.isProcess ? 1 : often;
      cases.push(...casesOf(kind, count, times, () => fires(count), floor(count, times)));
    }
  }
  share.warm();
  share.hurry();
  if (!(await share.ready())) throw new Error('the launcher did not get ready');
  const end = async () => {
    bare.end();
    share.close();
    await close();
    await remove();
  };
  return { cases, close: end };
}

const all = (count, work) => Promise.all(Array.from({ length: count }, work));

/** So many events at once, what they take of the host's processor and memory, and a floor. */
function casesOf({ kind, unit, most, kilobytes }, count, often, fires, least) {
  const name = `${kind}, ${count} at once`;
  const floor = `${least.name}, for ${kind}`;
  const inUnit = (ms) => ms * UNITS[unit];
  return [
    { name: floor, unit, run: async () => inUnit(await least.run()) },
    {
      ...{ name, unit, floor, limit: most[count] },
      run: async () => inUnit(await timedMiddle(often, fires)),
    },
    {
      ...{ name: `${name}, processor`, unit, floor: name },
      run: async () => inUnit(await busy(often, fires)),
    },
    {
      ...{ name: `${name}, memory`, unit: 'kB', limit: { median: kilobytes * count } },
      run: () => taken(fires),
    },
  ];
}

const UNITS = { ms: 1, µs: 1_000 };

/** Milliseconds of this process's processor, user and system. */
async function busy(often, work) {
  const before = process.cpuUsage();
  for (let left = often; left > 0; left--) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / often;
}

/** What work takes of the heap until it is done; what was there before has just been collected. */
async function taken(work) {
  const before = process.memoryUsage().heapUsed;
  await work();
  return Math.max(0, process.memoryUsage().heapUsed - before) / 1_000;
}

const idle = (count, often) => ({
  name: `${count} calls of nothing`,
  run: () => timedMiddle(often, () => all(count, async () => {})),
});
