import { relative } from 'node:path';
import { type Difference, differenceText } from '@wavehooks/hook-kit/testing';
import { lineDiff } from '../../cli/line-diff.ts';
import { indent, type Paint, printable } from '../../cli/style.ts';
import { runLine } from '../event/print-verdict.ts';
import type { Outcome } from './run-scenario.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function countsOf(outcomes: readonly Outcome[]): Counts {
  const count = (is: Outcome['is']) => outcomes.filter((one) => one.is === is).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/** The scenarios of each file, what is wrong where something is, and the sum. */
export function reportText(outcomes: readonly Outcome[], paint: Paint, cwd: string): string {
  const files = Map.groupBy(outcomes, ({ scenario }) => scenario.file);
  const parts = [...files].map(([file, own]) =>
    [
      paint('bold', relative(cwd, file) || file),
      ...own.map((one) => indent(outcomeText(one, paint), '  ')),
    ].join('\n'),
  );
  const { passed, failed, skipped } = countsOf(outcomes);
  const sum = `${passed} passed, ${failed} failed, ${skipped} skipped`;
  return `${parts.join('\n\n')}\n\n${paint(failed > 0 ? 'red' : 'green', sum)}\n`;
}

const MARKS = {
  passed: ['green', 'ok'],
  failed: ['red', 'FAILED'],
  skipped: ['yellow', 'skipped'],
} as const;

function outcomeText(outcome: Outcome, paint: Paint): string {
  const [style, word] = MARKS[outcome.is];
  const time = outcome.is === 'skipped' ? '' : paint('dim', `  ${outcome.ms.toFixed(0)} ms`);
  const head = `${paint(style, word)}  ${printable(outcome.scenario.name)}${time}`;
  const lines = faultLines(outcome, paint);
  return lines.length === 0 ? head : `${head}\n${indent(lines.join('\n'), '    ')}`;
}

function faultLines(outcome: Outcome, paint: Paint): string[] {
  const why = outcome.why === undefined ? [] : [printable(outcome.why)];
  if (outcome.is !== 'failed') return why;
  const place = paint('dim', outcome.scenario.at);
  const runs = outcome.verdict?.runs.map((run) => runLine(run, paint)) ?? [];
  return [place, ...why, ...outcome.differences.map((one) => differ(one, paint)), ...runs];
}

/** Objects are compared line by line. */
function differ(difference: Difference, paint: Paint): string {
  const { field, expected, got } = difference;
  if (field !== 'input') return printable(differenceText(difference));
  const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return `${field}: expected (-), got (+)\n${lineDiff(text(expected), text(got), paint)}`;
}
