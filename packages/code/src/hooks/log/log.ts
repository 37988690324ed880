import { defaultLogDir } from '@wavehooks/settings/log';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { usageOf } from '../../cli/usage.ts';
import { makeFilter } from './log-filter.ts';
import { follow } from './log-follow.ts';
import { logLine } from './log-line.ts';
import { type LogLine, newest } from './log-read.ts';
import { statsOf, statsTable } from './log-stats.ts';

const OPTIONS = {
  hook: { type: 'string', value: 'NAME', about: 'hooks whose name contains NAME' },
  event: { type: 'string', value: 'EVENT', about: 'one event, e.g. PreToolUse' },
  tool: { type: 'string', value: 'TOOL', about: 'one tool, e.g. Bash' },
  failed: { type: 'boolean', about: 'runs that neither succeeded nor blocked' },
  decision: {
    type: 'string',
    value: 'D',
    about: 'what the hook asked for: none, allow, ask, block or halt',
  },
  since: {
    type: 'string',
    value: 'WHEN',
    about: '10m, 2h, 3d, or a date such as 2026-01-31T12:00',
  },
  n: {
    type: 'string',
    short: 'n',
    value: 'N',
    about: 'the last N runs; 50 by default, with --stats all',
  },
  follow: { type: 'boolean', short: 'f', about: 'follow the log until Ctrl-C' },
  json: { type: 'boolean', about: 'the lines as they are in the log' },
  stats: { type: 'boolean', about: 'one row per hook: runs, failures, blocks, times' },
} as const;

const USAGE = usageOf({ forms: ['wave hooks log [options]'], options: OPTIONS });

/** `wave hooks log`: what hooks did, the newest last. */
export const log: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
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
