import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '@wavehooks/hooks';
import { check, type Kind } from './kinds.ts';

/** A text as it is expected: the whole, a part, or a pattern. */
export type Text = string | { readonly has: string } | { readonly matches: string };

/** A list is compared as a whole; one text has to be among those that were said. */
export type Texts = Text | readonly Text[];

/** What is expected of a verdict. What is not named may be anything. */
export interface Expected {
  readonly decision?: Verdict['decision'];
  /** The tool input after all rewrites; null: no hook rewrote it. */
  readonly input?: Readonly<Record<string, unknown>> | null;
  /** What the model gets of the tool, the prompt that is sent, the answer to an MCP server; null: as it was. */
  readonly output?: unknown;
  readonly prompt?: string | null;
  readonly content?: Readonly<Record<string, unknown>> | null;
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

/** What a verdict holds for each field that can be expected, and what may be expected of it. */
const FIELDS: {
  readonly [F in keyof Expected]-?: { of: (verdict: Verdict) => unknown; kind: Kind };
} = {
  decision: { of: ({ decision }) => decision, kind: 'decision' },
  input: { of: ({ input = null }) => input, kind: 'object' },
  output: { of: ({ output = null }) => output, kind: 'anything' },
  prompt: { of: ({ prompt = null }) => prompt, kind: 'text' },
  content: { of: ({ content = null }) => content, kind: 'object' },
  toAgent: { of: ({ toAgent }) => textsOf(toAgent), kind: 'texts' },
  toUser: { of: ({ toUser }) => textsOf(toUser), kind: 'texts' },
  context: { of: ({ context }) => textsOf(context), kind: 'texts' },
  erasePrompt: { of: ({ erasePrompt }) => erasePrompt, kind: 'flag' },
  stopReason: { of: ({ stopReason = '' }) => [stopReason], kind: 'texts' },
  runs: { of: ({ runs }) => runs.length, kind: 'number' },
  outcomes: { of: ({ runs }) => runs.map(outcomeText), kind: 'ends' },
};

export const EXPECTED_FIELDS = Object.keys(FIELDS) as readonly (keyof Expected)[];

/** Where a verdict is not what was expected. Throws for an expectation that is none. */
export function differences(verdict: Verdict, expected: Expected): Difference[] {
  checkExpected(expected);
  return [...fieldDifferences(verdict, expected), ...brokenRuns(verdict, expected)];
}

/** In JavaScript a misspelt field or a word that is no decision compiles, and would hold with `.not`. */
function checkExpected(expected: Expected): void {
  check('expect', 'expectation', expected);
  for (const [field, value] of Object.entries(expected)) {
    if (!Object.hasOwn(FIELDS, field))
      throw new TypeError(`"${field}" is not known: expected ${EXPECTED_FIELDS.join(', ')}`);
    check(field, FIELDS[field as keyof Expected].kind, value);
  }
}

/**
 * A broken script decides "none" or "block" as a good one does: unless that is what is expected, it is
 * wrong. "exit 2" alone does not expect it: that is how a guard refuses.
 * @internal
 */
export function brokenRuns({ runs }: Verdict, { outcomes, ...words }: Expected): Difference[] {
  const isTold = words.toAgent !== undefined || words.toUser !== undefined;
  const failed = runs.filter((run) =>
    outcomes === undefined
      ? !isAnswer(run) || (!isTold && isUnread(run))
      : !isTold && (isNotOpened(run) || isUnread(run)),
  );
  if (failed.length === 0) return [];
  const got = failed.map(failureText).join('; ');
  const expected = outcomes === undefined ? 'exit 0 or exit 2' : 'an answer of the hook';
  return [{ field: 'outcomes', expected, got }];
}

const isAnswer = (run: Verdict['runs'][number]): boolean =>
  run.outcome.is === 'exit' && [0, 2].includes(run.outcome.code) && !isNotOpened(run);

const isNotOpened = ({ outcome, stderr }: Verdict['runs'][number]): boolean =>
  outcome.is === 'exit' && outcome.code === 2 && NOT_OPENED.test(stderr);

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
    if (wanted === undefined) return [];
    const { of, kind } = FIELDS[field];
    const got = of(verdict);
    const same =
      kind === 'texts'
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
export function fitTexts(texts: readonly string[], wanted: Texts): boolean {
  check('text', 'texts', wanted);
  return isList(wanted)
    ? texts.length === wanted.length && wanted.every((one, at) => fits(texts[at] ?? '', one))
    : texts.some((text) => fits(text, wanted));
}

const isList = (wanted: Texts): wanted is readonly Text[] => Array.isArray(wanted);

function fits(text: string, wanted: Text): boolean {
  if (typeof wanted === 'string') return text.trim() === wanted.trim();
  const { has = '', matches = '' } = wanted as { has?: string; matches?: string };
  return text.includes(has) && new RegExp(matches).test(text);
}

const textsOf = (said: readonly { text: string }[]) => said.map(({ text }) => text);

const outcomeText = ({ outcome }: Verdict['runs'][number]): string =>
  outcome.is === 'exit'
    ? `exit ${outcome.code}`
    : outcome.is === 'http'
      ? `http ${outcome.status}`
      : outcome.is;
