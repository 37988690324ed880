import { relative } from 'node:path';
import { differenceText } from '@wavehooks/hook-kit/testing';
import { countsOf } from './report.ts';
import type { Outcome } from './run-scenario.ts';

/** The results as JUnit XML, a suite for each file: what CI servers read. */
export function junitText(outcomes: readonly Outcome[], cwd: string): string {
  const files = Map.groupBy(outcomes, ({ scenario }) => scenario.file);
  const suites = [...files].map(([file, own]) => suite(relative(cwd, file) || file, own));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${sums(outcomes)}>\n${suites.join('\n')}\n</testsuites>\n`;
}

const suite = (name: string, outcomes: readonly Outcome[]): string =>
  `  <testsuite name="${escaped(name)}"${sums(outcomes)}>\n${outcomes.map((one) => testCase(name, one)).join('\n')}\n  </testsuite>`;

function sums(outcomes: readonly Outcome[]): string {
  const { failed, skipped } = countsOf(outcomes);
  const time = seconds(outcomes.reduce((sum, { ms }) => sum + ms, 0));
  return ` tests="${outcomes.length}" failures="${failed}" skipped="${skipped}" time="${time}"`;
}

function testCase(suiteName: string, outcome: Outcome): string {
  const { scenario, ms } = outcome;
  const head = `    <testcase classname="${escaped(suiteName)}" name="${escaped(scenario.name)}" time="${seconds(ms)}"`;
  const inner = INNER[outcome.is](outcome);
  return inner === '' ? `${head}/>` : `${head}>${inner}</testcase>`;
}

const INNER: Record<Outcome['is'], (outcome: Outcome) => string> = {
  passed: () => '',
  skipped: ({ why = '' }) => `<skipped message="${escaped(why)}"/>`,
  failed: ({ why, differences, scenario }) => {
    const lines = [...(why ? [why] : []), ...differences.map(differenceText)];
    return `<failure message="${escaped(lines[0] ?? '')}">${escaped([scenario.at, ...lines].join('\n'))}</failure>`;
  },
};

const seconds = (ms: number) => (ms / 1000).toFixed(3);

/** XML has no place for most control characters, not even escaped. */
const escaped = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '?')
    .replace(/[&<>"\n]/g, (char) => `&#${char.charCodeAt(0)};`);
