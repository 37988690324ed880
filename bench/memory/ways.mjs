import { setTimeout as wait } from 'node:timers/promises';
import { eventWith } from '../event.mjs';
import { mustSucceed, rawShell } from '../raw.mjs';
import { WORKER_HOOK } from '../worker-hook.mjs';

/**
 * How a hook can be run: `open` gets how many hooks and returns what fires an event once. A further
 * handler type is a further line. Those that start no process are measured in microseconds.
 */
export const WAYS = {
  raw: { title: 'raw spawn', unit: 'ms', open: raw },
  direct: { title: 'direct', unit: 'ms', open: (work) => engine(work, { launcher: false }) },
  launcher: { title: 'launcher', unit: 'ms', open: (work) => engine(work, { launcher: true }) },
  worker: { title: 'worker', unit: 'µs', open: staying },
  starting: { title: "worker's start", unit: 'ms', open: starting },
  function: { title: 'function', unit: 'µs', open: callback },
  none: { title: 'no hook', unit: 'µs', open: nobody },
  idle: { title: 'nothing', unit: 'ms', open: () => () => wait(IDLE_MS) },
};

/** Loaded by those who need it: the floor is a process that has nothing in it. */
const engineTools = () => import('../engine.mjs');

/** About as long as a hook takes. */
const IDLE_MS = 3;

/** What a hook does and gets; each is a command's text, so that they are not folded into one. */
export const WORKS = {
  one: { texts: ['true'], bytes: 6 },
  // The shell that waits takes only one.
  'one of two lines': { texts: ['true\ntrue'], bytes: 6 },
  'one, 16 kB in': { texts: ['true'], bytes: 16_000 },
  ten: { texts: Array.from({ length: 10 }, (_, n) => `: ${n}; true`), bytes: 6 },
  '10 MB out': { texts: ['head -c 10000000 /dev/zero'], bytes: 6 },
  '5 MB in': { texts: ['true'], bytes: 5_000_000 },
};

const OUTPUT_BYTES = 20_000_000;

async function raw({ texts, bytes }) {
  const stdin = Buffer.from(`${JSON.stringify(eventOf(bytes))}\n`);
  const once = async (command) => mustSucceed(await rawShell(command, stdin), command);
  return () => Promise.all(texts.map(once));
}

async function engine({ texts, bytes }, { launcher }) {
  const { commands, engines, fire } = await engineTools();
  const { create } = await engines();
  const one = await create(commands('PreToolUse', texts), { outputBytes: OUTPUT_BYTES }, launcher);
  const event = eventOf(bytes);
  return () => fire(one, event, texts.length);
}

async function callback({ texts, bytes }) {
  const { engines, fire } = await engineTools();
  const { create } = await engines();
  const hooks = texts.map(() => ({ type: 'function', run: () => ({}) }));
  const one = await create({ PreToolUse: [{ hooks }] });
  const event = eventOf(bytes);
  return () => fire(one, event, texts.length);
}

/** A program that stays: what it costs once it is there. */
async function staying({ bytes }) {
  const { engines, fire } = await engineTools();
  const { create } = await engines();
  const command = `exec '${process.execPath}' -e ${quoted(WORKER_HOOK)}`;
  const one = await create({ PreToolUse: [{ hooks: [{ type: 'worker', command }] }] });
  const event = eventOf(bytes);
  await fire(one, event, 1);
  return () => fire(one, event, 1);
}

/** The first event of a worker, which starts it. Afterwards a review ends it. */
async function starting({ bytes }) {
  const { engines, fire } = await engineTools();
  const { create } = await engines();
  const command = `read -r line; echo '{"id":"1"}'; read -r line`;
  const hooks = { PreToolUse: [{ hooks: [{ type: 'worker', command }] }] };
  const one = await create(hooks, {}, true);
  const event = eventOf(bytes);
  return async () => {
    await fire(one, event, 1);
    setTimeout(() => one.adopt([]), 1);
  };
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

async function nobody({ bytes }) {
  const { engines, fire } = await engineTools();
  const { create } = await engines();
  const one = await create({});
  const event = eventOf(bytes);
  return () => fire(one, event, 0);
}

const eventOf = (bytes) => eventWith('x'.repeat(bytes));
