import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from 'wave-hooks';

/** A text as it is expected: the whole, a part, or a pattern. */
export type Text = string | { readonly has: string } | { readonly matches: string };

/** A list is compared as a whole; one text has to be among those that were said. */
export type Texts = Text | readonly Text[];

/** What is expected of a verdict. What is not named may be anything. */
export interface Expected {
  readonly decision?: Verdict['decision'];
  /** The tool input after all rewrites; null: no hook rewrote it. */
  readonly input?: Readonly<Record<string, unknown>> | null;
  readonly toAgent?: Texts;
  readonly toUser?: Texts;
  readonly context?: Texts;
  readonly erasePrompt?: boolean;
  readonly stopReason?: Text;
  /** How many hooks ran. */
  readonly runs?: number;
  /** How they ended: `exit 2`, `timeout`, `signal`. Not named, all have to end with exit 0 or 2. */
  readonly outcomes?: readonly string[];
}

/** Something that is not as expected. */
export interface Difference {
  readonly field: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** What a verdict holds for each field that can be expected, and whether that is a list of texts. */
const FIELDS: {
  readonly [F in keyof Expected]-?: { of: (verdict: Verdict) => unknown; texts?: true };
} = {
  decision: { of: ({ decision }) => decision },
  input: { of: ({ input = null }) => input },
  toAgent: { of: ({ toAgent }) => textsOf(toAgent), texts: true },
  toUser: { of: ({ toUser }) => textsOf(toUser), texts: true },
  context: { of: ({ context }) => textsOf(context), texts: true },
  erasePrompt: { of: ({ erasePrompt }) => erasePrompt },
  stopReason: { of: ({ stopReason = '' }) => [stopReason], texts: true },
  runs: { of: ({ runs }) => runs.length },
  outcomes: { of: ({ runs }) => runs.map(outcomeText) },
};

export const EXPECTED_FIELDS = Object.keys(FIELDS) as readonly (keyof Expected)[];

/** Where a verdict is not what was expected. */
export const differences = (verdict: Verdict, expected: Expected): Difference[] => [
  ...unknownFields(expected),
  ...fieldDifferences(verdict, expected),
  ...brokenRuns(verdict, expected),
];

/** In JavaScript a misspelt field compiles, and would expect nothing. */
const unknownFields = (expected: Expected): Difference[] =>
  Object.entries(expected)
    .filter(([field]) => !Object.hasOwn(FIELDS, field))
    .map(([field, value]) => ({ field, expected: value, got: 'no such field' }));

/** A broken script decides "none" or "block" as a good one does: unless that is what is expected, it is wrong. */
export function brokenRuns({ runs }: Verdict, { outcomes, ...words }: Expected): Difference[] {
  if (outcomes !== undefined) return [];
  const isTold = words.toAgent !== undefined || words.toUser !== undefined;
  const failed = runs.filter((run) => !isAnswer(run) || (!isTold && isUnread(run)));
  if (failed.length === 0) return [];
  const got = failed.map(failureText).join('; ');
  return [{ field: 'outcomes', expected: 'exit 0 or exit 2', got }];
}

const isAnswer = ({ outcome, stderr }: Verdict['runs'][number]): boolean =>
  outcome.is === 'exit' && (outcome.code === 0 || (outcome.code === 2 && !NOT_OPENED.test(stderr)));

/** What dash, Python and Perl say, with exit 2, of a script that is not there. */
const NOT_OPENED =
  /^(\S*(sh|python[\d.]*): (\d+: )?(\.: )?can(not|'t) open |can't open perl script )/i;

/**
 * What dash and bash say, with exit 2, of a script that they cannot read to its end. A hook that looks at
 * scripts may say the same of another one: who expects its words means them.
 */
const UNREAD = /^\S+: (-c: )?(line )?\d+: (syntax error|unexpected EOF while looking for).*/im;

const isUnread = ({ outcome, stderr }: Verdict['runs'][number]): boolean =>
  outcome.is === 'exit' && outcome.code === 2 && UNREAD.test(stderr);

function failureText(run: Verdict['runs'][number]): string {
  const { outcome, stderr } = run;
  const why =
    outcome.is === 'start' || outcome.is === 'lost'
      ? outcome.error
      : (isUnread(run) && UNREAD.exec(stderr)?.[0]) || stderr.trim().split('\n')[0] || '';
  return why === '' ? outcomeText(run) : `${outcomeText(run)}: ${why.slice(0, MAX_WHY)}`;
}

const MAX_WHY = 200;

const fieldDifferences = (verdict: Verdict, expected: Expected): Difference[] =>
  EXPECTED_FIELDS.flatMap((field) => {
    const wanted = expected[field];
    const { of, texts } = FIELDS[field];
    const got = of(verdict);
    if (wanted === undefined) return [];
    const same = texts
      ? fitTexts(got as string[], wanted as Texts)
      : isDeepStrictEqual(got, wanted);
    return same ? [] : [{ field, expected: wanted, got }];
  });

/** A difference on one line. */
export function differenceText({ field, expected, got }: Difference): string {
  const among = Array.isArray(got) && !Array.isArray(expected) ? ' among them' : '';
  return `${field}: expected ${JSON.stringify(expected)}${among}, got ${JSON.stringify(got)}`;
}

/** Whether texts are those that are wanted. */
export const fitTexts = (texts: readonly string[], wanted: Texts): boolean =>
  isList(wanted)
    ? texts.length === wanted.length && wanted.every((one, at) => fits(texts[at] ?? '', one))
    : texts.some((text) => fits(text, wanted));

const isList = (wanted: Texts): wanted is readonly Text[] => Array.isArray(wanted);

function fits(text: string, wanted: Text): boolean {
  if (typeof wanted === 'string') return text.trim() === wanted.trim();
  const { has, matches } = Object(wanted) as { has?: unknown; matches?: unknown };
  // A pattern that is none would fit everything.
  if (typeof (has ?? matches) !== 'string')
    throw new TypeError(`expected a text, "has" or "matches", got ${JSON.stringify(wanted)}`);
  return text.includes(`${has ?? ''}`) && new RegExp(`${matches ?? ''}`).test(text);
}

const textsOf = (said: readonly { text: string }[]) => said.map(({ text }) => text);

const outcomeText = ({ outcome }: Verdict['runs'][number]): string =>
  outcome.is === 'exit' ? `exit ${outcome.code}` : outcome.is;
