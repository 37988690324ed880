import { limitText } from './table.mjs';

/**
 * THE TABLE of what Wave promises about its speed, and which row holds it. `--check` finds a row that is gone
 * or that got a wider limit; docs/performance.md shows it.
 */
export const PROMISES = [
  {
    what: 'cold start to the first request',
    group: 'agent',
    row: 'wave -p, to its first request',
    limit: { ratio: 2.8 },
    beside: '`node -e 0`',
  },
  {
    what: '30 calls of `sleep 0.1` in one answer',
    group: 'calls',
    row: '30 calls of sleep 0.1 in one answer',
    limit: { ratio: 1.5 },
    beside: 'a shell that runs eight at a time',
  },
  {
    what: 'the first call of a session',
    group: 'calls',
    row: 'the first call of a session',
    limit: { median: 30 },
    unit: 'ms',
  },
  {
    what: 'ten hooks before a call, beside none',
    group: 'calls',
    row: 'ten hooks, beside none',
    limit: { median: 18 },
    unit: 'ms',
  },
  ...[50, 1_000].map((megabytes) => ({
    what: `10 MB of hook output, in an agent of ${megabytes.toLocaleString('en')} MB`,
    group: 'launcher-bulk',
    row: `launcher, 10 MB out, agent of ${megabytes.toLocaleString('en')} MB`,
    limit: { ratio: 1.1 },
    beside: 'a direct start at 50 MB',
  })),
  {
    what: '`wave hooks test` of 100 scenarios',
    group: 'scenarios',
    row: 'wave hooks test, 100 scenarios',
    limit: { ratio: 1.5 },
    beside: 'a hundred raw starts',
  },
  {
    what: 'an answer of 20,000 pieces, processor time',
    group: 'answers',
    row: 'an answer of 20,000 pieces, processor',
    limit: { median: 400 },
    unit: 'ms',
  },
  {
    what: 'a step after 2,475 calls, besides the bytes sent',
    group: 'late',
    row: 'a step after 2,475 calls, less its bytes',
    limit: { ratio: 1.5 },
    beside: 'one after 100 calls',
  },
  {
    what: 'the screen takes keys, and keeps them',
    group: 'screen',
    row: 'wave, until it takes keys',
    limit: { ratio: 2.5 },
    beside: '`node -e 0`',
  },
  {
    what: 'the first frame of the screen',
    group: 'screen',
    row: 'wave, to its first frame',
    limit: { ratio: 5 },
    beside: '`node -e 0`',
  },
  {
    what: 'its whole picture, with the input box',
    group: 'screen',
    row: 'wave, to its whole picture',
    limit: { ratio: 8 },
    beside: '`node -e 0`',
  },
  {
    what: 'the pause between frames with 5,000 messages (p95)',
    group: 'screen',
    row: 'between frames (p95), 5,000 messages',
    limit: { median: 50 },
    unit: 'ms',
  },
  {
    what: 'a key, while an answer streams and a command prints 10,000 lines a second (p95)',
    group: 'screen',
    row: 'a key (p95): an answer, 10,000 lines/s',
    limit: { median: 16 },
    unit: 'ms',
  },
  {
    what: '`wave hooks run` without a hook',
    group: 'start',
    row: 'wave hooks run Stop',
    limit: { ratio: 1.5 },
    beside: '`node -e 0`',
  },
  ...[
    ['a command that only reads', 200],
    ['a command that a rule allows', 200],
    ['a command that changes things', 200],
    ['five programs that change things', 200],
    ['nine programs that only read', 800],
    ['ten programs of which a rule covers one', 800],
  ].map(([what, most]) => ({
    what: `the decision about ${what}, in 200 characters (p99)`,
    group: 'permission',
    row: `${what}, 99th of 100`,
    limit: { median: most },
    unit: 'µs',
  })),
  {
    what: 'an event of another agent, with the resident process',
    group: 'guard',
    row: 'a guard event with the resident',
    limit: { median: 15 },
    unit: 'ms',
  },
  {
    what: 'the same without it',
    group: 'guard',
    row: 'a guard event without',
    limit: { ratio: 1.7 },
    beside: '`node -e 0`',
  },
  {
    what: 'a record of the log, for its chain',
    group: 'log',
    row: 'a record of the log, in its chain',
    limit: { over: 20 },
    unit: 'µs',
    beside: 'a line appended without one',
  },
  {
    what: 'a command in the sandbox',
    group: 'sandbox',
    row: 'in the sandbox, by the launcher',
    limit: { ratio: 8 },
    beside: 'the bare command',
  },
  {
    what: 'the same in milliseconds',
    group: 'sandbox',
    row: 'the same, in milliseconds',
    limit: { median: 30 },
    unit: 'ms',
  },
  {
    what: 'the note before a call, with 20,000 files',
    group: 'undo',
    row: 'the note before a call, nothing changed',
    limit: { ratio: 1.5 },
    beside: '`git status`',
  },
  {
    what: 'the size of its store, when nothing changed',
    group: 'undo',
    row: 'the store after all these notes, beside the first',
    limit: { ratio: 1 },
    beside: 'the first note',
  },
  {
    what: 'a frame of the trace page with 10,000 events, scrolling (p95)',
    group: 'page',
    row: 'between frames (p95), scrolling, 10,000 events',
    limit: { over: 17 },
    beside: 'an empty page',
    unit: 'ms',
  },
  {
    what: 'a frame of the trace page with 10,000 events, arrow keys (p95)',
    group: 'page',
    row: 'between frames (p95), arrow keys, 10,000 events',
    limit: { over: 17 },
    beside: 'an empty page',
    unit: 'ms',
  },
  {
    what: 'a frame of the trace page with 10,000 events, searching (p95)',
    group: 'page',
    row: 'between frames (p95), searching, 10,000 events',
    limit: { over: 17 },
    beside: 'an empty page',
    unit: 'ms',
  },
  {
    what: 'heap and buffers after a million events',
    group: 'growth',
    row: 'heap and buffers, after 1,000,000 events',
    limit: { over: 1 },
    beside: 'before',
    unit: 'MB',
  },
];

/** What the rows of a run do not keep of the promises of their groups. */
export function unkept(promises, groups, rows) {
  return promises
    .filter(({ group }) => groups.includes(group))
    .flatMap((one) => {
      const row = rows.find(({ group, name }) => group === one.group && name === one.row);
      if (row === undefined) return [`${one.group}: ${one.row}: there is no such row`];
      const isAsPromised = Object.entries(one.limit).every(
        ([kind, most]) => (row.limit?.[kind] ?? Number.POSITIVE_INFINITY) <= most,
      );
      const has = row.limit ? limitText(row) : 'no limit';
      const wanted = limitText(one);
      return isAsPromised ? [] : [`${one.group}: ${one.row}: has ${has}, promised ${wanted}`];
    });
}

/** As a table for the docs. */
export const promisesTable = (promises) =>
  [
    '| what | at the most | group and row |',
    '| --- | --- | --- |',
    ...promises.map((one) => `| ${one.what} | ${most(one)} | \`${one.group}\`: ${one.row} |`),
  ].join('\n');

function most({ limit: { ratio, over, median }, beside, unit }) {
  if (ratio !== undefined) return `${ratio} × ${beside}`;
  return over === undefined ? `${median} ${unit}` : `${over} ${unit} more than ${beside}`;
}
