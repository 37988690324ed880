import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { projectDirOf } from '@wavehooks/settings';
import { defaultLogDir, makeRedactor } from '@wavehooks/settings/log';
import { type Command, readArgs, refuseMore, UsageError } from '../cli/command.ts';
import { usageOf } from '../cli/usage.ts';
import { timeSince } from '../hooks/log/log-filter.ts';
import { writePage } from '../html/write-page.ts';
import { statsPage, statsStyle } from './page.ts';
import { lastDays, MOST_DAYS, type Period, periodSince } from './period.ts';
import { plainText } from './plain-text.ts';
import { readReport } from './read-report.ts';
import { screenText } from './screen-text.ts';

const OPTIONS = {
  days: { type: 'string', value: 'N', about: 'the last N days, today included (7)' },
  since: { type: 'string', value: 'WHEN', about: '2h, 3d, or a date such as 2026-01-31' },
  project: { type: 'boolean', about: 'only sessions of the project in this directory' },
  output: { type: 'string', short: 'o', value: 'FILE', about: 'write a page to this file' },
  plain: { type: 'boolean', about: 'sentences in place of tables, for screen readers' },
  json: { type: 'boolean', about: 'all numbers as JSON' },
} as const;

const USAGE = usageOf({
  forms: ['wave stats [options]', 'wave stats [options] -o FILE.html'],
  about:
    'The last days in numbers: questions and answers, blocks, time in hooks, cost, and which allow rule\nwould have saved the most questions.',
  options: OPTIONS,
});

/** `wave stats`: a week on one screen, or on one page. */
export const stats: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, OPTIONS, USAGE);
  refuseMore(positionals, USAGE);
  const ways = (['output', 'plain', 'json'] as const).filter((name) => values[name] !== undefined);
  if (ways.length > 1)
    throw new UsageError(`--${ways.join(' and --')} exclude each other\n${USAGE}`);
  const home = homedir();
  const report = readReport({
    ...{ logDir: defaultLogDir(home), home, here: projectDirOf(io.cwd) },
    period: periodOf(values, Date.now()),
    only: values.project ?? false,
    redact: makeRedactor(process.env),
  });
  if (values.output !== undefined) {
    const file = resolve(io.cwd, values.output);
    writePage(file, statsPage(report, statsStyle(import.meta.dirname)));
    io.out(`${file}\n`);
  } else if (values.json) io.out(`${JSON.stringify(report, null, 2)}\n`);
  else io.out(values.plain ? plainText(report) : screenText(report, io.color));
  return 0;
};

function periodOf(
  { days, since }: { readonly days?: string | undefined; readonly since?: string | undefined },
  now: number,
): Period {
  if (days !== undefined && since !== undefined)
    throw new UsageError(`--days and --since exclude each other\n${USAGE}`);
  if (since !== undefined) return periodSince(timeSince(since, now), now);
  const count = Number(days ?? 7);
  if (!/^\d{1,3}$/.test(days ?? '7') || count < 1 || count > MOST_DAYS)
    throw new UsageError(`--days: expected a number from 1 to ${MOST_DAYS}, got "${days}"`);
  return lastDays(count, now);
}
