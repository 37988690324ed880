import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { guardAgainstKills } from '@wavehooks/process';
import { type Command, type Io, readArgs, UsageError } from '../../cli/command.ts';
import { onInterrupt } from '../../cli/signals.ts';
import { painter } from '../../cli/style.ts';
import { usageOf } from '../../cli/usage.ts';
import { findScenarios } from './find-scenarios.ts';
import { junitText } from './junit.ts';
import { pool } from './pool.ts';
import { readScenarios } from './read-scenarios.ts';
import { countsOf, reportText } from './report.ts';
import { type Outcome, runScenario } from './run-scenario.ts';
import { openShared } from './shared.ts';
import { type Watched, watchFiles } from './watch.ts';

const FLAGS = {
  jobs: {
    type: 'string',
    value: 'N',
    about: 'scenarios side by side; twice as many as there are cores',
  },
  watch: { type: 'boolean', about: 'run again whenever a file changes' },
  junit: { type: 'string', value: 'FILE', about: 'also write a report in JUnit XML' },
  'no-skip': { type: 'boolean', about: 'exit 1 if a scenario is skipped' },
  json: { type: 'boolean', about: 'print JSON' },
} as const;

const USAGE = usageOf({
  forms: ['wave hooks test [PATH ...] [options]'],
  about: 'PATH is a *.scenario.json or a directory; without one, the current directory.',
  options: FLAGS,
});

interface Asked {
  readonly paths: readonly string[];
  readonly jobs: number;
  readonly junit: string | undefined;
  readonly noSkip: boolean;
  readonly json: boolean;
}

/** `wave hooks test`: the scenarios beside hooks, run for real. Exit 1 when one fails. */
export const test: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, FLAGS, USAGE);
  const asked: Asked = {
    paths: positionals.length > 0 ? positionals : ['.'],
    jobs: jobsOf(values.jobs),
    junit: values.junit,
    noSkip: values['no-skip'] ?? false,
    json: values.json ?? false,
  };
  const began = Date.now();
  const { code, watched } = await once(asked, io);
  if (!values.watch) return code;
  io.err('watching; end with Ctrl-C\n');
  return watchFiles({ watched, began, again: () => again(asked, io), tell: io.err });
};

function jobsOf(text: string | undefined): number {
  const jobs = Number(text ?? 2 * availableParallelism());
  if (Number.isInteger(jobs) && jobs >= 1) return jobs;
  throw new UsageError(`--jobs: expected a whole number from 1 on, got ${text}\n${USAGE}`);
}

async function once(asked: Asked, io: Io): Promise<{ code: number; watched: Watched }> {
  const { files, passedOver } = findScenarios(asked.paths, io.cwd);
  for (const dir of passedOver)
    io.err(
      `${relative(io.cwd, dir)}: not looked into, although scenarios are there; name it to run them\n`,
    );
  if (files.length === 0)
    throw new UsageError(
      `no scenarios found in ${asked.paths.join(', ')}; they are called *.scenario.json`,
    );
  const outcomes = await runAll(files.flatMap(readScenarios), asked.jobs, io);
  if (asked.junit !== undefined) writeReport(resolve(io.cwd, asked.junit), outcomes, io);
  io.out(asked.json ? asJson(outcomes) : reportText(outcomes, painter(io.color), io.cwd));
  const { failed, skipped } = countsOf(outcomes);
  const code = failed > 0 || (asked.noSkip && skipped > 0) ? 1 : 0;
  return { code, watched: { files, started: outcomes.flatMap(({ started = [] }) => started) } };
}

function writeReport(file: string, outcomes: readonly Outcome[], io: Io): void {
  try {
    writeFileSync(file, junitText(outcomes, io.cwd));
  } catch (error) {
    throw new UsageError(`--junit: ${file}: cannot be written: ${(error as Error).message}`);
  }
}

/** An interrupt, or a kill, ends the hooks that run, and with them the command. */
async function runAll(
  cases: readonly ReturnType<typeof readScenarios>[number][],
  jobs: number,
  io: Io,
): Promise<Outcome[]> {
  guardAgainstKills();
  const shared = openShared(io.cwd);
  const own = new AbortController();
  let all: Promise<Outcome[]> | undefined;
  const done = onInterrupt(async () => {
    own.abort();
    await all;
  });
  all = pool(cases, jobs, (one) => runScenario(one, shared, own.signal)).finally(() => {
    const left = shared.close();
    // A hook may leave what cannot be removed. The results count all the same.
    if (left !== undefined) io.err(`wave: a scenario's directory stays: ${left}\n`);
  });
  const outcomes = await all;
  done();
  return outcomes;
}

/** What goes wrong now, a directory that is gone say, may be right again at the next change. */
async function again(asked: Asked, io: Io): Promise<void> {
  try {
    await once(asked, io);
  } catch (error) {
    io.err(`wave: ${(error as Error).message}\n`);
  }
}

function asJson(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ scenario, is, ms, differences, why, verdict }) => ({
    file: scenario.file,
    at: scenario.at,
    name: scenario.name,
    is,
    ms,
    differences,
    ...(why === undefined ? {} : { why }),
    ...(verdict ? { verdict } : {}),
  }));
  return `${JSON.stringify({ ...countsOf(outcomes), scenarios: rows }, null, 2)}\n`;
}
