import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS } from './limits.mjs';

/**
 * Measures a group: `open` sets it up and returns its cases and how to take it down again. A case is { name, unit,
 * run }, where `run` resolves to one sample. It makes a row if it has a `floor` (another case's name) or a limit in
 * the table. `facts` go into the row as they are. A group with `rounds` has so many, whatever is asked for.
 */
export async function measure({ name, open, rounds: own }, asked, limits = LIMITS) {
  const { cases, close, without = [] } = await open();
  try {
    const held = limits.filter((one) => one.group === name && !without.includes(one.name));
    mustMakeSense(cases, held);
    const samples = await sample(cases, own ?? asked);
    return rowsOf(name, cases, samples, held);
  } finally {
    await close();
  }
}

/** Otherwise a limit that nothing is compared with would look as if it held. */
function mustMakeSense(cases, limits) {
  const names = new Set(cases.map(({ name }) => name));
  for (const { name, floor } of [...limits, ...cases]) {
    if (!names.has(name)) throw new Error(`limits.mjs: no case "${name}"`);
    if (floor !== undefined && !names.has(floor)) throw new Error(`${name}: no case "${floor}"`);
  }
}

const SETTLE_MS = 10;

/** Every case runs once a round, so that what disturbs the machine for a while disturbs them all. */
async function sample(cases, rounds) {
  const samples = new Map(cases.map((one) => [one.name, []]));
  // Caches, compilers and page tables warm up on a round that does not count.
  for (const one of cases) await one.run();
  for (let round = 0; round < rounds; round++) {
    // A full collection also throws compiled code away: only a round's first case meets that.
    globalThis.gc?.();
    for (const one of shuffled(cases, round)) {
      // No case pays for another one's garbage, nor for what another one does afterwards.
      globalThis.gc?.({ type: 'minor' });
      await wait(SETTLE_MS);
      samples.get(one.name).push(await one.run());
    }
  }
  return samples;
}

/**
 * In an order of its own for each round, the same in every run: the case after a large fork finds the machine's
 * caches empty, and that must not always be the same one.
 */
export function shuffled(cases, round) {
  const random = randomFrom(round + 1);
  const order = [...cases];
  for (let last = order.length - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1));
    [order[last], order[at]] = [order[at], order[last]];
  }
  return order;
}

/** Numbers from 0 to 1 (xorshift). */
function randomFrom(seed) {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function rowsOf(group, cases, samples, limits) {
  const medians = new Map([...samples].map(([name, values]) => [name, medianOf(values)]));
  return cases.flatMap(({ name, unit, floor: own, facts }) => {
    const limit = limits.find((one) => one.name === name);
    const beside = limit?.floor ?? own;
    if (beside === undefined && limit === undefined) return [];
    const [median, floor] = [medians.get(name), medians.get(beside)];
    const compared =
      beside === undefined ? {} : { floor, ratio: median / floor, over: median - floor };
    const row = { group, name, median, unit, ...compared, ...facts };
    return limit ? { ...row, limit: limit.words, ok: row[limit.kind] <= limit.most } : row;
  });
}

export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that so many percent of all do not exceed. */
export const percentile = (part, values) =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * part) / 100) - 1];

/** Milliseconds that `work` takes. */
export async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds of one of `calls`, on average: a single one is too short to measure. */
export async function timedEach(calls, work) {
  const began = performance.now();
  for (let call = 0; call < calls; call++) await work();
  return (performance.now() - began) / calls;
}

/** An option that counts something. */
export function wholeNumber([name, text]) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`${name}: expected a whole number from 1 on, got ${text}`);
  return [name, value];
}

/** What else the machine has to do, before anything is measured. */
export const machineNow = () => ({ load: loadavg()[0], processors: availableParallelism() });

/** A sentence about a machine that is too busy for its figures to be trusted; undefined if it is quiet. */
export const busyWords = ({ load, processors }) =>
  load > processors / 2
    ? `The machine was busy (load ${load.toFixed(1)} on ${processors} processors): measure again on a quiet one`
    : undefined;
