import { openAgent } from '../memory/agent.mjs';
import { WAYS } from '../memory/ways.mjs';

/** Megabytes of resident memory that an agent holds. */
const SIZES = [50, 300, 1_000];
const SMALL = 50;
const LARGE = 1_000;

/** One line a measurement: what, by which way, at which sizes, how much at the most. */
const TIMES = [
  { work: 'one', way: 'raw', sizes: SIZES },
  { work: 'one', way: 'direct', sizes: SIZES },
  { work: 'one', way: 'launcher', sizes: SIZES, limit: { ratio: 1.3 } },
  { work: 'one of two lines', way: 'launcher', sizes: SIZES },
  { work: 'one', way: 'worker', sizes: SIZES, limit: { median: 500 } },
  { work: 'one', way: 'function', sizes: SIZES, limit: { median: 50 } },
  { work: 'ten', way: 'direct', sizes: SIZES },
  { work: 'ten', way: 'launcher', sizes: SIZES, limit: { ratio: 1.2 } },
].map((line) => ({ ...line, metric: 'time' }));

/** Next to the loop of a process that does nothing. */
const STILL = [
  { work: 'one, 16 kB in', way: 'direct', sizes: SIZES },
  { work: 'one, 16 kB in', way: 'launcher', sizes: SIZES, limit: { median: 0.3 } },
  { work: 'ten', way: 'direct', sizes: [LARGE] },
  { work: 'ten', way: 'launcher', sizes: SIZES, limit: { median: 3 } },
  { work: 'one', way: 'starting', sizes: SIZES, limit: { median: 0.3 } },
].map((line) => ({ ...line, metric: 'still' }));

/** Apart: what they leave in memory would make every agent a larger one, the floor's first of all. */
const BULK = [
  { work: '10 MB out', way: 'direct', sizes: [SMALL, LARGE] },
  {
    work: '10 MB out',
    way: 'launcher',
    beside: 'direct',
    sizes: [SMALL, LARGE],
    limit: { ratio: 1.1 },
  },
  { work: '5 MB in', way: 'direct', sizes: [SMALL, LARGE] },
  { work: '5 MB in', way: 'launcher', sizes: [SMALL, LARGE] },
].map((line) => ({ ...line, metric: 'time' }));

/**
 * What a hook costs an agent that has grown: Node forks itself to start a process, and a fork copies
 * page tables. The floor is a raw spawn from a process of 50 MB that has nothing but Node in it.
 */
export const launcher = { name: 'launcher', open: () => open([...TIMES, ...STILL]) };
export const launcherBulk = { name: 'launcher-bulk', open: () => open(BULK) };

async function open(lines) {
  const bare = await openAgent(SMALL, lines.map(floorOf).filter(isBare));
  const agents = new Map();
  for (const size of SIZES) agents.set(size, await openAgent(size, askedOf(lines, size)));
  const floors = new Map(lines.map(floorOf).map((floor) => [nameOf(floor), floor]));
  const cases = [
    ...[...floors].map(([name, floor]) =>
      sampled(name, floor, isBare(floor) ? bare : agents.get(SMALL)),
    ),
    ...lines.flatMap((line) =>
      line.sizes.map((size) =>
        rowOf(line, size, size === SMALL && isBare(line) ? bare : agents.get(size)),
      ),
    ),
  ];
  const close = async () => {
    for (const agent of [bare, ...agents.values()]) agent.close();
  };
  return { cases, close };
}

/** What a line stands next to. */
function floorOf({ work, way, metric, beside }) {
  if (beside) return { work, way: beside, metric };
  if (metric !== 'time') return { work: 'one', way: 'idle', metric };
  return WAYS[way].unit === 'µs' ? { work, way: 'none', metric } : { work, way: 'raw', metric };
}

/** What needs no engine: it would make the small process a larger one. */
const isBare = ({ way }) => way === 'raw' || way === 'idle';

const askedOf = (lines, size) => [
  ...lines.filter((line) => line.sizes.includes(size) && !(size === SMALL && isBare(line))),
  ...(size === SMALL ? lines.map(floorOf).filter((floor) => !isBare(floor)) : []),
];

function rowOf(line, megabytes, agent) {
  const { way, work, metric, limit } = line;
  return {
    ...sampled(`${nameOf(line)}, agent of ${megabytes.toLocaleString('en')} MB`, line, agent),
    floor: nameOf(floorOf(line)),
    facts: { way, work, metric, megabytes, resident: agent.rss },
    ...(limit ? { limit } : {}),
  };
}

function sampled(name, { way, work, metric }, agent) {
  const unit = metric === 'time' ? WAYS[way].unit : 'ms';
  return { name, unit, run: () => agent.ask({ way, work, metric }) };
}

const nameOf = ({ way, work, metric }) =>
  `${WAYS[way].title}, ${work}${metric === 'time' ? '' : `, ${metric}`}`;
