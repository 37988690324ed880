import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { shareLauncher } from '@wavehooks/process';
import { commands, engines, fire } from '../engine.mjs';
import { eventWith } from '../hooked.mjs';

const EVENTS = 100_000;
/** Enough for the launcher's heap to reach its bounds. */
const WARM_UP = 20_000;
const SIDE_BY_SIDE = 10;
const MB = 1_000_000;

/**
 * What is left behind by 100,000 events: of ten, six match no hook, two a function, one a worker, one a
 * command that the launcher starts. Once, however many rounds the others take.
 */
export const endurance = { name: 'endurance', open, rounds: 1 };

async function open() {
  const { create, close } = await engines();
  const share = shareLauncher();
  const engine = await create(
    { ...commands('PreToolUse', ['true'], 'Bash'), ...FUNCTION, ...WORKER },
    {},
    true,
  );
  if (!(await share.ready())) throw new Error('the launcher did not get ready');
  await fireMany(engine, WARM_UP);
  const look = async () => {
    await settle(engine);
    return snapshot(share.pid);
  };
  const before = await look();
  let after;
  const load = () => {
    after ??= fireMany(engine, EVENTS).then(look);
    return after;
  };
  const cases = MEASURES.flatMap(({ name, unit, limit }) => [
    { name: `${name}, before`, unit, run: async () => before[name] },
    {
      name: `${name}, after ${EVENTS.toLocaleString('en')} events`,
      unit,
      floor: `${name}, before`,
      limit: { over: limit },
      run: async () => (await load())[name],
    },
  ]);
  const end = async () => {
    share.close();
    await close();
  };
  return { cases, close: end };
}

const FUNCTION = { PostToolUse: [{ hooks: [{ type: 'function', run: () => undefined }] }] };

const WORKER = {
  UserPromptSubmit: [
    {
      hooks: [
        {
          type: 'worker',
          command: `n=0; while read -r line; do n=$((n + 1)); echo "{\\"id\\":\\"$n\\"}"; done`,
        },
      ],
    },
  ],
};

const MEASURES = [
  { name: 'heap and buffers of the agent', unit: 'MB', limit: 1 },
  { name: 'descriptors of the agent', unit: '', limit: 0 },
  { name: 'memory of the launcher', unit: 'MB', limit: 5 },
  // One waiting shell more or less.
  { name: 'descriptors of the launcher', unit: '', limit: 4 },
];

/** As many shells wait in the launcher as the last events wanted at once; each has its descriptors. */
async function settle(engine) {
  for (let left = 2 * SIDE_BY_SIDE; left > 0; left--) await fire(engine, matched, 1);
}

async function snapshot(launcher) {
  await collectAll();
  const { heapUsed, external } = process.memoryUsage();
  return {
    'heap and buffers of the agent': (heapUsed + external) / MB,
    'descriptors of the agent': descriptors('self'),
    'memory of the launcher': residentOf(launcher),
    'descriptors of the launcher': descriptors(launcher),
  };
}

/** Buffers are given back beside the collection that finds them, and some only by the next one. */
async function collectAll() {
  for (let times = 0; times < 3; times++) {
    globalThis.gc?.();
    await wait(50);
  }
}

/** Only Linux shows them as files; elsewhere there is nothing to compare. */
function descriptors(pid) {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 1;
}

function residentOf(pid) {
  if (process.platform !== 'linux') return 1;
  const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (Number(kB) * 1_024) / MB;
}

async function fireMany(engine, count) {
  let left = count;
  const worker = async () => {
    while (left > 0) await KINDS[left-- % 10](engine);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

const matched = eventWith('ls -la');
const unmatched = { ...matched, tool_name: 'Read' };
const prompt = { ...matched, hook_event_name: 'UserPromptSubmit', prompt: 'hello' };
const after = { ...matched, hook_event_name: 'PostToolUse', tool_response: {} };

const KINDS = [
  (engine) => fire(engine, matched, 1),
  ...Array(2).fill((engine) => fire(engine, after, 1)),
  (engine) => fire(engine, prompt, 1),
  ...Array(6).fill((engine) => fire(engine, unmatched, 0)),
];
