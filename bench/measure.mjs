import { setTimeout as wait } from 'node:timers/promises';

/**
 * Measures a group: `open` sets it up and returns its cases and how to take it down again. A case is
 * { name, unit, run } where `run` resolves to one sample. With `floor` (another case's name) or `limit` it
 * makes a row; with neither, it is a floor itself. `limit` is { ratio }, { median } or { over }: what it takes more than its floor.
 * `facts` go into the row as they are. A group with `rounds` has so many, whatever is asked for.
 */
export async function measure({ name, open, rounds: own }, asked) {
  const rounds = own ?? asked;
  const { cases, close } = await open();
  try {
    mustMakeSense(cases);
    const samples = await sample(cases, rounds);
    return rowsOf(name, cases, samples);
  } finally {
    await close();
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
      // Nobody pays for another one's garbage, nor for what another one does afterwards.
      globalThis.gc?.({ type: 'minor' });
      await wait(SETTLE_MS);
      samples.get(one.name).push(await one.run());
    }
  }
  return samples;
}

/**
 * In an order of its own for each round, the same in every run: whoever comes right after a large process
 * was forked finds the machine's caches empty, and that must not always be the same one.
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

/** The kinds of limits that need something to stand beside. */
const BESIDE = ['ratio', 'over'];

/** A limit that nothing is held against would look as if it held. */
function mustMakeSense(cases) {
  const names = new Set(cases.map(({ name }) => name));
  for (const { name, floor, limit = {} } of cases) {
    if (floor !== undefined && !names.has(floor)) throw new Error(`${name}: no case "${floor}"`);
    const kinds = Object.keys(limit);
    const unknown = kinds.find((kind) => kind !== 'median' && !BESIDE.includes(kind));
    if (unknown !== undefined) throw new Error(`${name}: no limit of the kind "${unknown}"`);
    if (floor === undefined && kinds.some((kind) => BESIDE.includes(kind)))
      throw new Error(`${name}: its limit needs a floor`);
  }
}

function rowsOf(group, cases, samples) {
  const medians = new Map([...samples].map(([name, values]) => [name, medianOf(values)]));
  return cases
    .filter(({ floor, limit }) => floor !== undefined || limit !== undefined)
    .map((one) => rowOf(group, one, medians.get(one.name), medians.get(one.floor)));
}

function rowOf(group, { name, unit, limit, facts }, median, floor) {
  const beside = floor === undefined ? {} : { floor, ratio: median / floor, over: median - floor };
  const row = { group, name, median, unit, ...beside };
  Object.assign(row, facts);
  return limit ? { ...row, limit, ok: holds(limit, row) } : row;
}

const holds = (limit, row) => Object.entries(limit).every(([kind, most]) => row[kind] <= most);

export function medianOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds that `work` takes. */
export async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Microseconds of one call, averaged over `calls` of them: a single one is too short to measure. */
export async function timedEach(calls, work) {
  const began = performance.now();
  for (let call = 0; call < calls; call++) await work();
  return ((performance.now() - began) * 1_000) / calls;
}

/** The same for work that awaits nothing, which an `await` of ours would drown. */
export function timedEachSync(calls, work) {
  const began = performance.now();
  for (let call = 0; call < calls; call++) work();
  return ((performance.now() - began) * 1_000) / calls;
}

/** Milliseconds of the middle one of `calls`: a process that was not scheduled once says nothing. */
export async function timedMiddle(calls, work) {
  const each = [];
  for (let call = 0; call < calls; call++) each.push(await timed(work));
  return medianOf(each);
}
