import { EXPECTED_FIELDS } from 'wave-hook-kit/testing';
import { isObject, show, suggest } from 'wave-hooks';

export type Path = readonly (string | number)[];

/** Something in a scenario file that is not as it has to be, and where. */
export interface Fault {
  readonly path: Path;
  readonly text: string;
}

type Kind = 'text' | 'object' | 'texts' | 'named' | 'anything' | 'hook' | 'expect';

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
  const unknown = unknownIn(value, Object.keys(FIELDS), path);
  if (unknown) return unknown;
  for (const [name, one] of Object.entries(value)) {
    const { fits, expected } = KINDS[FIELDS[name] ?? 'anything'];
    if (!fits(one))
      return { path: [...path, name], text: `"${name}": expected ${expected}, got ${show(one)}` };
  }
  return expectFault(value['expect'], [...path, 'expect']);
}

/** A scenario needs a hook, a name and an expectation, its own or that of its file. */
export function incomplete(all: Readonly<Record<string, unknown>>): string | undefined {
  const { hook, settings, name, expect } = all;
  if ((hook === undefined) === (settings === undefined))
    return 'expected either "hook" or "settings"';
  if (name === undefined) return 'expected a "name"';
  return expect === undefined ? `"${name}": expected "expect": what shall come of it` : undefined;
}

const DECISIONS: readonly unknown[] = ['none', 'allow', 'ask', 'block', 'halt', undefined];

function expectFault(expect: unknown, path: Path): Fault | undefined {
  if (!isObject(expect)) return decisionFault(expect, path);
  return (
    unknownIn(expect, [...EXPECTED_FIELDS, 'files'], path) ??
    decisionFault(expect['decision'], [...path, 'decision'])
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

const KINDS: Record<Kind, { fits: (value: unknown) => boolean; expected: string }> = {
  text: { fits: isText, expected: 'a text' },
  object: { fits: isObject, expected: 'an object' },
  texts: {
    fits: (value) => Array.isArray(value) && value.every(isText),
    expected: 'a list of texts',
  },
  named: {
    fits: (value) => isObject(value) && Object.values(value).every(isText),
    expected: 'an object of texts',
  },
  anything: { fits: () => true, expected: 'anything' },
  hook: { fits: isTextOrObject, expected: 'a command or a hook entry' },
  expect: { fits: isTextOrObject, expected: 'a decision or an object' },
};
