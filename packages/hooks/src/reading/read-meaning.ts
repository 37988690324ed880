import { isDeepStrictEqual } from 'node:util';
import {
  counts,
  DECISION,
  hasPlace,
  type Meaning,
  SECTION,
  SPELLINGS,
  type Spelling,
} from '../vocabulary/answer.ts';
import { type EventName, type Raw, takes } from '../vocabulary/events.ts';
import { list, misfit, misshapen } from '../vocabulary/shape.ts';
import { isWeighty } from './answer-names.ts';
import type { Places } from './answer-places.ts';
import { dropped, type Remarked } from './names.ts';

/** An answer by its places, and the event that it is for. */
export interface Asked extends Places {
  event: EventName;
  input: Raw;
}

/** What an answer says in one meaning; empty where it says nothing. */
export type Said = { readonly [M in Meaning]?: unknown };

/** Takes the first spelling that holds; the others are only compared with it. */
export function readMeaning(meaning: Meaning, asked: Asked, answer: Remarked): Said {
  const found = candidates(meaning, asked)
    .map((one) => ({ ...one, value: checked(one, asked, answer) }))
    .filter(({ value, spelling }) => value !== undefined && (spelling.blank || !isBlank(value)));
  const [best, ...rest] = found;
  if (!best) return {};
  const said = { [meaning]: best.value };
  if (best.stray)
    answer.remarks.push(
      `"${best.path}" belongs inside "${SECTION}"; it was taken from the top level`,
    );
  if (meaning === 'reason') return said;
  for (const other of rest)
    if (!isDeepStrictEqual(other.value, best.value))
      answer.remarks.push(`"${best.path}" and "${other.path}" disagree; "${best.path}" counts`);
  return said;
}

interface Candidate {
  readonly spelling: Spelling;
  readonly path: string;
  readonly value: unknown;
  readonly stray: boolean;
}

function candidates(meaning: Meaning, asked: Asked): Candidate[] {
  return (SPELLINGS[meaning] as readonly Spelling[])
    .filter((spelling) => hasPlace(spelling, asked.event))
    .flatMap((spelling) =>
      spotsOf(spelling, asked)
        .filter(({ value }) => value != null)
        .map((spot) => ({ spelling, ...spot })),
    );
}

function spotsOf({ in: place, field }: Spelling, asked: Asked) {
  const spot = (value: unknown, path: string, stray = false) => ({ value, path, stray });
  if (place === 'top') return [spot(asked.top[field], field)];
  if (place === 'decision') return [spot(asked.decision[field], `${SECTION}.${DECISION}.${field}`)];
  return [spot(asked.section[field], `${SECTION}.${field}`), spot(asked.stray[field], field, true)];
}

/** The value that a field contributes, or undefined when it is dropped. */
function checked(
  { spelling, path, value }: Candidate,
  { event, input }: Asked,
  answer: Remarked,
): unknown {
  const drop = (remark: string) => {
    answer.remarks.push(remark);
    if (isWeighty(spelling.field)) answer.lostDecision = true;
    return undefined;
  };
  if (!counts(spelling, event))
    return value === spelling.idle
      ? value
      : drop(`"${path}" was ignored: ${event} does not support it`);
  const expected = unfit(spelling, value, input);
  if (expected) return drop(dropped(path, expected, value));
  if (!spelling.words) return value;
  return (
    wordSignal(spelling.words, event, value) ??
    drop(dropped(path, wordsOf(spelling.words, event), value))
  );
}

/** What was expected, in words, when a value does not fit. */
function unfit(
  { is, like, blank, only }: Spelling,
  value: unknown,
  input: Raw,
): string | undefined {
  if (blank === 'wrong' && isBlank(value)) return 'a text that is not blank';
  const expected = misfit({ is, ...(only ? { words: only } : {}) }, value);
  if (expected || like === undefined || !misshapen(value, input[like])) return expected;
  return `a text, or a value in the shape of ${like}`;
}

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

type Words = NonNullable<Spelling['words']>;

function wordSignal(words: Words, event: EventName, word: unknown) {
  const signals = Object.hasOwn(words, word as string) ? words[word as string] : undefined;
  return signals?.find((signal) => takes(event, signal));
}

const wordsOf = (words: Words, event: EventName): string =>
  list(
    Object.entries(words)
      .filter(([, signals]) => signals.some((signal) => takes(event, signal)))
      .map(([word]) => word),
  );
