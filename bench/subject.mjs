// An agent of a given size, in a process of its own, that takes one sample whenever it is told to.
import { eventWith, spawnAll } from './programs.mjs';

const MB = 1_000_000;
const [megabytes] = process.argv.slice(2).map(Number);
const EVENT = eventWith('ls -la');

const WORKS = {
  one: ['true'],
  // Different texts, so that they are not folded into one hook.
  ten: Array.from({ length: 10 }, (_, n) => `: ${n}; true`),
  '10 MB out': ['head -c 10000000 /dev/zero'],
};

/** Gets the commands, returns what fires them once. The engine is loaded only where it is needed. */
const WAYS = {
  raw: async (texts) => () => spawnAll(texts, EVENT),
  direct: (texts) => engine(texts, false),
  launcher: (texts) => engine(texts, true),
};

async function engine(texts, launcher) {
  const { commands, engines, fire } = await import('./engines.mjs');
  const { create } = await engines();
  const limits = { outputBytes: 20 * MB };
  const one = await create(commands('PreToolUse', texts), limits, launcher);
  return () => fire(one, EVENT, texts.length);
}

const opened = new Map();
const ballast = [];

process.on('message', async ({ prepare, way, work }) => {
  try {
    process.send(prepare ? await grow(prepare) : await took(await fireOf(way, work)));
  } catch (error) {
    process.send({ error: error.stack });
  }
});
process.on('disconnect', () => process.exit());

/** Opens what it will be asked for, as an agent does at its start, then takes its memory. */
async function grow(asked) {
  for (const { way, work } of asked) await (await fireOf(way, work))();
  if (asked.some(({ way }) => way === 'launcher')) await launcherReady();
  // Pieces that the allocator takes from its heap: pages of the usual size, as a grown agent has them.
  while (process.memoryUsage.rss() < megabytes * MB) ballast.push(Buffer.alloc(64 * 1024, 1));
  return process.memoryUsage.rss() / MB;
}

async function launcherReady() {
  const { shareLauncher } = await import('@wavehooks/process');
  if (!(await shareLauncher().ready())) throw new Error('the launcher did not get ready');
}

async function fireOf(way, work) {
  const key = `${way} ${work}`;
  if (!opened.has(key)) opened.set(key, await WAYS[way](WORKS[work]));
  return opened.get(key);
}

async function took(fire) {
  const began = performance.now();
  await fire();
  return performance.now() - began;
}
