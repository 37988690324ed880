import type { Verdict } from '@wavehooks/hooks';
import { brokenRuns, differences, differenceText, type Expected, type Texts } from './compare.ts';
import type { Tried } from './try.ts';

/** What `expect` gains: `declare module 'vitest' { interface Matchers extends HookMatchers {} }`, with the parameters of your vitest. */
export interface HookMatchers<R = unknown> {
  /** The decision, and one of the texts that explain it. */
  toDecide(decision: Verdict['decision'], why?: Texts): R;
  toTellAgent(texts: Texts): R;
  toTellUser(texts: Texts): R;
  toAddContext(texts: Texts): R;
  /** The tool input after the rewrite. */
  toRewriteTo(input: Readonly<Record<string, unknown>>): R;
  toMatchVerdict(expected: Expected): R;
}

interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

/** `expect.extend(hookMatchers)` */
export const hookMatchers = {
  toDecide: (tried: Tried, decision: Verdict['decision'], why?: Texts) =>
    compare(tried, { decision, ...(why === undefined ? {} : reasonFor(tried, why)) }),
  toTellAgent: (tried: Tried, toAgent: Texts) => compare(tried, { toAgent }),
  toTellUser: (tried: Tried, toUser: Texts) => compare(tried, { toUser }),
  toAddContext: (tried: Tried, context: Texts) => compare(tried, { context }),
  toRewriteTo: (tried: Tried, input: Readonly<Record<string, unknown>>) =>
    compare(tried, { input }),
  toMatchVerdict: (tried: Tried, expected: Expected) => compare(tried, expected),
};

/** A reason goes to the agent where there is one to tell, otherwise to the user. */
const reasonFor = ({ verdict }: Tried, why: Texts): Expected =>
  verdict.toAgent.length > 0 ? { toAgent: why } : { toUser: why };

function compare({ verdict }: Tried, expected: Expected): Result {
  const wrong = differences(verdict, expected).map(differenceText);
  const message = () =>
    wrong.length > 0
      ? `the hook did otherwise:\n  ${wrong.join('\n  ')}`
      : `expected anything but ${JSON.stringify(expected)}`;
  // A broken hook shows nothing, so it must fail `.not` as well: only throwing does both.
  if (brokenRuns(verdict, expected).length > 0) throw new Error(message());
  return { pass: wrong.length === 0, message };
}
