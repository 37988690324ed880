import { defaultLogDir } from '@wavehooks/settings/log';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { makeFilter } from './log-filter.ts';
import { follow } from './log-follow.ts';
import { logLine } from './log-line.ts';
import { type LogLine, newest } from './log-read.ts';
import { statsOf, statsTable } from './log-stats.ts';

const USAGE = `usage: wave hooks log [options]
  --hook NAME      hooks whose name contains NAME
  --event EVENT    one event, e.g. PreToolUse
  --tool TOOL      one tool, e.g. Bash
  --failed         runs that neither succeeded nor blocked
  --decision D     what the hook asked for: none, allow, ask, block or halt
  --since WHEN     10m, 2h, 3d, or a date such as 2026-01-31T12:00
  -n N             the last N runs; 50 by default, with --stats all
  -f               follow the log until Ctrl-C
  --json           the lines as they are in the log
  --stats          one row per hook: runs, failures, blocks, times`;

/** `wave hooks log`: what hooks did, the newest last. */
export const log: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  if (values.help) {
    io.out(`${USAGE}\n`);
    return 0;
  }
  if (positionals.length > 0)
    throw new UsageError(`wave hooks log takes no "${positionals[0]}"\n${USAGE}`);
  if (values.follow && values.stats)
    throw new UsageError(`--stats cannot be combined with -f\n${USAGE}`);
  const filter = makeFilter(values, Date.now());
  const dir = defaultLogDir();
  const limit = countOf(values.n, values.stats ? Number.POSITIVE_INFINITY : 50);
  const { lines, damaged, files, end } = newest(dir, filter, limit);
  if (files === 0) io.err(`No log yet: Wave writes it to ${dir} when hooks run.\n`);
  else if (lines.length === 0) io.err('No run in the log fits.\n');
  show(lines, values, io);
  if (damaged > 0) io.err(`${damaged} ${damaged === 1 ? 'line' : 'lines'} could not be read\n`);
  if (values.follow) await follow(dir, end, filter, (line) => show([line], values, io));
  return 0;
};

const OPTIONS = {
  hook: { type: 'string' },
  event: { type: 'string' },
  tool: { type: 'string' },
  failed: { type: 'boolean' },
  decision: { type: 'string' },
  since: { type: 'string' },
  n: { type: 'string', short: 'n' },
  follow: { type: 'boolean', short: 'f' },
  json: { type: 'boolean' },
  stats: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function show(lines: readonly LogLine[], wanted: { json?: boolean; stats?: boolean }, io: Io) {
  if (wanted.stats) {
    const rows = statsOf(lines.map(({ entry }) => entry));
    io.out(wanted.json ? rows.map((row) => `${JSON.stringify(row)}\n`).join('') : statsTable(rows));
  } else
    io.out(
      lines.map(({ raw, entry }) => `${wanted.json ? raw : logLine(entry, io.color)}\n`).join(''),
    );
}

function countOf(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`-n: expected a whole number from 0 on, got "${text}"`);
  return Number(text);
}
