import { isDeepStrictEqual } from 'node:util';
import type { Recording, Said } from 'wave-hooks';
import { indent, type Paint, printable } from '../cli/style.ts';

export interface Change {
  readonly field: string;
  readonly was: unknown;
  readonly now: unknown;
}

export interface Replayed {
  readonly file: string;
  readonly recording: Recording;
  readonly changes: readonly Change[];
}

const FIELDS = ['decision', 'input', 'toAgent', 'toUser', 'context', 'stopReason'] as const;

/** What differs between two verdicts. */
export const changesOf = (was: Said, now: Said): Change[] =>
  FIELDS.filter((field) => !isDeepStrictEqual(was[field], now[field])).map((field) => ({
    field,
    was: was[field] ?? null,
    now: now[field] ?? null,
  }));

/** What would now be decided differently, and how many would not. */
export function replayText(replayed: readonly Replayed[], paint: Paint): string {
  const changed = replayed.filter(({ changes }) => changes.length > 0);
  const sum = `${replayed.length} replayed, ${changed.length} would now be decided differently`;
  const parts = changed.map((one) => oneText(one, paint));
  return `${[...parts, paint(changed.length > 0 ? 'yellow' : 'green', sum)].join('\n\n')}\n`;
}

function oneText({ file, recording, changes }: Replayed, paint: Paint): string {
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
