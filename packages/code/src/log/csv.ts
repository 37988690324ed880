import { decidedBy } from './decided-by.ts';
import type { Fields } from './export.ts';

/** The columns, and what of a record stands in each. */
const COLUMNS: Readonly<Record<string, (record: Fields) => unknown>> = {
  time: ({ time }) => time,
  session: ({ session }) => session,
  kind: ({ is }) => is ?? 'run',
  event: ({ event }) => event,
  tool: ({ tool }) => tool,
  hook: ({ hook }) => hook,
  decision: ({ decision, answer }) => decision ?? answer,
  verdict: ({ verdict }) => verdict,
  by: decidedBy,
  ms: ({ ms }) => ms,
  outcome: ({ outcome }) => (outcome === undefined ? undefined : JSON.stringify(outcome)),
  said: ({ toAgent, toUser, context }) =>
    [toAgent, toUser, context]
      .flat()
      .filter((text) => typeof text === 'string')
      .join('\n'),
  chain: ({ chain }) => chain,
  n: ({ n }) => n,
  call: ({ call }) => call,
  agent: ({ agent }) => agent,
  row: ({ row }) => row,
  waited: ({ waited }) => waited,
  content: ({ content }) => content,
  ended: ({ ended, success }) => ended ?? (success === false ? 'failed' : success && 'done'),
};

export const csvOf = (records: readonly Fields[]): string =>
  [
    Object.keys(COLUMNS),
    ...records.map((record) => Object.values(COLUMNS).map((column) => column(record))),
  ]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('');

/** What would be a formula to a spreadsheet becomes a text. */
function cell(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
