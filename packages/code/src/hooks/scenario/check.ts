import type { Expected } from '@wavehooks/hook-kit/testing';
import { isObject, show, suggest } from '@wavehooks/hooks/vocabulary';

export type Path = readonly (string | number)[];

/** Something in a scenario file that is not as it has to be, and where. */
export interface Fault {
  readonly path: Path;
  readonly text: string;
}

type Kind = keyof typeof KINDS;

/** The fields of a scenario. All may also stand at the top, for all scenarios. */
const FIELDS: Readonly<Record<string, Kind>> = {
  hook: 'hook',
  settings: 'text',
  event: 'text',
  tool: 'text',
  input: 'object',
  response: 'anything',
  prompt: 'text',
  fields: 'object',
  env: 'named',
  files: 'named',
  needs: 'texts',
  name: 'text',
  expect: 'expect',
  $schema: 'text',
};

/** The first thing that is wrong with the fields of a scenario, or with those for all of them. */
export function faultIn(value: Readonly<Record<string, unknown>>, path: Path): Fault | undefined {
  return (
    unknownIn(value, Object.keys(FIELDS), path) ??
    misfitIn(value, FIELDS, path) ??
    expectFault(value['expect'], [...path, 'expect'])
  );
}

function misfitIn(
  value: Readonly<Record<string, unknown>>,
  kinds: Readonly<Record<string, Kind>>,
  path: Path,
): Fault | undefined {
  for (const [name, one] of Object.entries(value)) {
    const { fits, expected } = KINDS[kinds[name] ?? 'anything'];
    if (!fits(one))
      return { path: [...path, name], text: `"${name}": expected ${expected}, got ${show(one)}` };
  }
  return undefined;
}

/** A scenario needs a hook, a name and an expectation, its own or that of its file. */
export function incomplete(all: Readonly<Record<string, unknown>>): string | undefined {
  const { hook, settings, name, expect } = all;
  if ((hook === undefined) === (settings === undefined))
    return 'expected either "hook" or "settings"';
  if (name === undefined) return 'expected a "name"';
  return expect === undefined ? `"${name}": expected "expect": what shall come of it` : undefined;
}

/** The fields of an expectation. The texts themselves are looked at where they are compared. */
const EXPECTED: Readonly<Record<keyof Expected | 'files', Kind>> = {
  decision: 'anything',
  input: 'input',
  output: 'anything',
  prompt: 'textOrNull',
  content: 'input',
  toAgent: 'said',
  toUser: 'said',
  context: 'said',
  stopReason: 'wanted',
  erasePrompt: 'flag',
  runs: 'count',
  outcomes: 'texts',
  files: 'wantedFiles',
};

const DECISIONS: readonly unknown[] = ['none', 'allow', 'ask', 'block', 'halt', undefined];

function expectFault(expect: unknown, path: Path): Fault | undefined {
  if (!isObject(expect)) return decisionFault(expect, path);
  return (
    unknownIn(expect, Object.keys(EXPECTED), path) ??
    decisionFault(expect['decision'], [...path, 'decision']) ??
    misfitIn(expect, EXPECTED, path)
  );
}

function decisionFault(word: unknown, path: Path): Fault | undefined {
  if (DECISIONS.includes(word)) return undefined;
  const text = `expected a decision (none, allow, ask, block or halt), got ${show(word)}`;
  return { path, text };
}

function unknownIn(
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
  path: Path,
): Fault | undefined {
  const wrong = Object.keys(value).find((name) => !names.includes(name));
  if (wrong === undefined) return undefined;
  const meant = suggest(wrong, names);
  const hint = meant ? `did you mean "${meant}"?` : `expected one of ${names.join(', ')}`;
  return { path: [...path, wrong], text: `"${wrong}" is not known; ${hint}` };
}

const isText = (value: unknown) => typeof value === 'string';
const isTextOrObject = (value: unknown) => isText(value) || isObject(value);

const isListOf = (fits: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(fits);
const isNamed = (fits: (value: unknown) => boolean) => (value: unknown) =>
  isObject(value) && Object.values(value).every(fits);

const KINDS = {
  text: { fits: isText, expected: 'a text' },
  object: { fits: isObject, expected: 'an object' },
  texts: { fits: isListOf(isText), expected: 'a list of texts' },
  named: { fits: isNamed(isText), expected: 'an object of texts' },
  anything: { fits: () => true, expected: 'anything' },
  hook: { fits: isTextOrObject, expected: 'a command or a hook entry' },
  expect: { fits: isTextOrObject, expected: 'a decision or an object' },
  input: {
    fits: (value: unknown) => value === null || isObject(value),
    expected: 'an object or null',
  },
  textOrNull: {
    fits: (value: unknown) => value === null || isText(value),
    expected: 'a text or null',
  },
  wanted: { fits: isTextOrObject, expected: 'a text, "has" or "matches"' },
  said: {
    fits: (value: unknown) => isTextOrObject(value) || isListOf(isTextOrObject)(value),
    expected: 'a text, "has" or "matches", or a list of them',
  },
  wantedFiles: { fits: isNamed(isTextOrObject), expected: 'an object of texts' },
  flag: { fits: (value: unknown) => typeof value === 'boolean', expected: 'true or false' },
  count: {
    fits: (value: unknown) => Number.isInteger(value) && (value as number) >= 0,
    expected: 'a whole number',
  },
} satisfies Record<string, { fits: (value: unknown) => boolean; expected: string }>;
