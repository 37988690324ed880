// An agent of a given size, in a process of its own, that takes one sample whenever it is told to.
import { still } from './still.mjs';
import { WAYS, WORKS } from './ways.mjs';

const MB = 1_000_000;
const CALLS = 200;
const [megabytes] = process.argv.slice(2).map(Number);
const opened = new Map();
const ballast = [];

process.on('message', async ({ prepare, way, work, metric }) => {
  try {
    process.send(
      prepare ? await grow(prepare) : await METRICS[metric](await fireOf(way, work), way),
    );
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
  const launcher = shareLauncher();
  if (!(await launcher.ready())) throw new Error('the launcher did not get ready');
}

async function fireOf(way, work) {
  const key = `${way} ${work}`;
  if (!opened.has(key)) opened.set(key, await WAYS[way].open(WORKS[work]));
  return opened.get(key);
}

const METRICS = {
  /** How long an event takes. */
  time: async (fire, way) => {
    const isShort = WAYS[way].unit === 'µs';
    const began = performance.now();
    for (let call = 0; call < (isShort ? CALLS : 1); call++) await fire();
    const took = performance.now() - began;
    return isShort ? (took * 1_000) / CALLS : took;
  },
  /** For how long nothing else can happen in this process meanwhile, at the longest. */
  still,
};
