import type { Verdict } from '@wavehooks/hooks';

const DECISIONS: Readonly<Record<Verdict['decision'], true>> = {
  none: true,
  allow: true,
  ask: true,
  block: true,
  halt: true,
};

const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What can be expected of a verdict. Anything else could never hold, so that with `.not` it always would. */
const KINDS = {
  expectation: ['an object of what is expected', isObject],
  decision: [
    'none, allow, ask, block or halt',
    (value) => isText(value) && Object.hasOwn(DECISIONS, value as string),
  ],
  anything: ['a value', () => true],
  text: ['a text or null', (value) => value === null || isText(value)],
  object: ['an object or null', (value) => value === null || isObject(value)],
  flag: ['true or false', (value) => typeof value === 'boolean'],
  number: ['a number', Number.isInteger],
  ends: ['a list of texts', (value) => Array.isArray(value) && value.every(isText)],
  texts: ['a text, "has" or "matches"', (value) => [value].flat().every(isWanted)],
} as const satisfies Record<string, readonly [expected: string, fits: (value: unknown) => boolean]>;

export type Kind = keyof typeof KINDS;

export function check(name: string, kind: Kind, value: unknown): void {
  const [expected, fits] = KINDS[kind];
  if (!fits(value))
    throw new TypeError(`"${name}": expected ${expected}, got ${JSON.stringify(value)}`);
}

/** A text, or a part of it and a pattern: a pattern that is none throws. */
function isWanted(wanted: unknown): boolean {
  if (!isObject(wanted)) return isText(wanted);
  const named = Object.entries(wanted);
  const isKnown = named.every(([name, text]) => /^(has|matches)$/.test(name) && isText(text));
  if (isKnown && 'matches' in wanted) new RegExp(`${wanted.matches}`);
  return isKnown && named.length > 0;
}
