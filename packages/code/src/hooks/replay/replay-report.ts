import { isDeepStrictEqual } from 'node:util';
import type { Recording, Said } from '@wavehooks/settings/log';
import { indent, type Paint, printable } from '../../cli/style.ts';

export interface Change {
  readonly field: string;
  readonly was: unknown;
  readonly now: unknown;
}

/** A recording that was replayed. */
export interface Compared {
  readonly file: string;
  readonly recording: Recording;
  readonly changes: readonly Change[];
}

/** What came of one file; a problem is why it could not be replayed. */
export type Replayed = Compared | { readonly file: string; readonly problem: string };

/** Sorted by what came of them. */
export interface Sorted {
  readonly replayed: number;
  readonly changed: readonly Compared[];
  readonly failed: readonly Extract<Replayed, { problem: string }>[];
}

export function sorted(all: readonly Replayed[]): Sorted {
  const compared = all.flatMap((one) => ('problem' in one ? [] : [one]));
  return {
    replayed: compared.length,
    changed: compared.filter(({ changes }) => changes.length > 0),
    failed: all.flatMap((one) => ('problem' in one ? [one] : [])),
  };
}

const FIELDS = [
  'decision',
  'input',
  'output',
  'prompt',
  'content',
  'toAgent',
  'toUser',
  'context',
  'stopReason',
] as const;

/** What differs between two verdicts. */
export const changesOf = (was: Said, now: Said): Change[] =>
  FIELDS.filter((field) => !isDeepStrictEqual(was[field], now[field])).map((field) => ({
    field,
    was: was[field] ?? null,
    now: now[field] ?? null,
  }));

/** What would now be decided differently, what could not be replayed, and how many would not change. */
export function replayText({ replayed, changed, failed }: Sorted, paint: Paint): string {
  const parts = [
    ...changed.map((one) => oneText(one, paint)),
    ...failed.map((one) => failedText(one, paint)),
  ];
  const sum = `${replayed} replayed, ${changed.length} would now be decided differently`;
  const broken = failed.length === 0 ? '' : `, ${failed.length} could not be replayed`;
  const tone = failed.length > 0 ? 'red' : changed.length > 0 ? 'yellow' : 'green';
  return `${[...parts, paint(tone, sum + broken)].join('\n\n')}\n`;
}

const failedText = ({ file, problem }: Sorted['failed'][number], paint: Paint): string =>
  `${paint('red', 'FAILED')}  ${paint('dim', file)}\n${inner(printable(problem))}`;

function oneText({ file, recording, changes }: Compared, paint: Paint): string {
  const { event, input, redacted } = recording;
  const tool = typeof input['tool_name'] === 'string' ? ` ${input['tool_name']}` : '';
  const head = `${paint('bold', printable(`${event}${tool}`))}  ${paint('dim', file)}`;
  const note = redacted ? ['a secret was taken out of this input, which may be why'] : [];
  return [head, ...[...changes.map((one) => changeText(one, paint)), ...note].map(inner)].join(
    '\n',
  );
}

const inner = (line: string) => indent(line, '  ');

const changeText = ({ field, was, now }: Change, paint: Paint): string =>
  `${field}: was ${paint('red', shown(was))}, is now ${paint('green', shown(now))}`;

const shown = (value: unknown) => printable(JSON.stringify(value));
