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
  /** How they ended: `exit 2`, `timeout`, `signal`. */
  readonly outcomes?: readonly string[];
}

type Check = (verdict: Verdict, wanted: never) => string | undefined;

const CHECKS: { readonly [F in keyof Expected]-?: Check } = {
  decision: ({ decision }, wanted) => unlike(decision, wanted),
  input: ({ input = null }, wanted) => unlike(input, wanted),
  toAgent: ({ toAgent }, wanted) => textsDiffer(toAgent, wanted),
  toUser: ({ toUser }, wanted) => textsDiffer(toUser, wanted),
  context: ({ context }, wanted) => textsDiffer(context, wanted),
  erasePrompt: ({ erasePrompt }, wanted) => unlike(erasePrompt, wanted),
  stopReason: ({ stopReason = '' }, wanted) => textsDiffer([{ text: stopReason }], wanted),
  runs: ({ runs }, wanted) => unlike(runs.length, wanted),
  outcomes: ({ runs }, wanted) => unlike(runs.map(outcomeText), wanted),
};

export const EXPECTED_FIELDS = Object.keys(CHECKS) as readonly (keyof Expected)[];

/** Where a verdict is not what was expected, a line each. */
export const differences = (verdict: Verdict, expected: Expected): string[] =>
  EXPECTED_FIELDS.flatMap((field) => {
    const wanted = expected[field];
    const wrong = wanted === undefined ? undefined : CHECKS[field](verdict, wanted as never);
    return wrong === undefined ? [] : [`${field}: ${wrong}`];
  });

function unlike(got: unknown, wanted: unknown): string | undefined {
  return isDeepStrictEqual(got, wanted)
    ? undefined
    : `expected ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`;
}

/** What is wrong with texts that were said; undefined when nothing is. */
export function textsDiffer(said: readonly { text: string }[], wanted: Texts): string | undefined {
  const texts = said.map(({ text }) => text);
  const right = isList(wanted)
    ? texts.length === wanted.length && wanted.every((one, at) => fits(texts[at] ?? '', one))
    : texts.some((text) => fits(text, wanted));
  return right ? undefined : `expected ${shown(wanted)}, got ${JSON.stringify(texts)}`;
}

const isList = (wanted: Texts): wanted is readonly Text[] => Array.isArray(wanted);

function fits(text: string, wanted: Text): boolean {
  if (typeof wanted === 'string') return text.trim() === wanted.trim();
  return 'has' in wanted ? text.includes(wanted.has) : new RegExp(wanted.matches).test(text);
}

const shown = (wanted: Texts): string =>
  isList(wanted) ? JSON.stringify(wanted) : `${JSON.stringify(wanted)} among them`;

function outcomeText({ outcome }: Verdict['runs'][number]): string {
  return outcome.is === 'exit' ? `exit ${outcome.code}` : outcome.is;
}
