import { EXPECTED_FIELDS, type Expected, type ShortInput, type Text } from 'wave-hook-kit/testing';
import { readSettingsFile, SettingsError, suggest } from 'wave-hooks';

/** One scenario, with what its file says for all of them filled in. */
export interface Case {
  readonly file: string;
  /** `file:line`. */
  readonly at: string;
  readonly name: string;
  /** A command or an entry; or the settings file that holds the hooks. */
  readonly hook?: string | Readonly<Record<string, unknown>>;
  readonly settings?: string;
  readonly event: ShortInput;
  /** Further fields of the event, also such as only other agents send. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  /** Files that are there when the hook starts. */
  readonly files: Readonly<Record<string, string>>;
  /** Programs without which it is skipped. */
  readonly needs: readonly string[];
  readonly expect: Expected & { readonly files?: Readonly<Record<string, Text>> };
}

type Kind = 'text' | 'object' | 'texts' | 'anything' | 'hook' | 'expect';

/** The fields of a scenario. All but the last three may also stand at the top, for all scenarios. */
const FIELDS: Readonly<Record<string, Kind>> = {
  hook: 'hook',
  settings: 'text',
  event: 'text',
  tool: 'text',
  input: 'object',
  response: 'anything',
  prompt: 'text',
  fields: 'object',
  env: 'object',
  files: 'object',
  needs: 'texts',
  name: 'text',
  expect: 'expect',
  $schema: 'text',
};

/** Reads a scenario file. Throws `SettingsError` with the place, what was expected and what came. */
export function readScenarios(file: string): Case[] {
  const read = readSettingsFile(file);
  if (!read) throw new SettingsError(`${file}: there is no such file`);
  const { scenarios, ...shared } = read.value;
  const fail = (path: (string | number)[], text: string): never => {
    throw new SettingsError(`${read.locateIn(path)}: ${text}`);
  };
  check(shared, [], fail);
  if (!Array.isArray(scenarios))
    return fail(['scenarios'], `"scenarios": expected a list, got ${show(scenarios)}`);
  if (scenarios.length === 0) fail(['scenarios'], '"scenarios": expected at least one');
  return scenarios.map((one: unknown, index) => {
    const path = ['scenarios', index];
    if (!isObject(one)) return fail(path, `expected a scenario, got ${show(one)}`);
    check(one, path, fail);
    return caseOf(file, read.locateIn(path), { ...shared, ...one }, (text) => fail(path, text));
  });
}

function caseOf(
  file: string,
  at: string,
  all: Record<string, unknown>,
  fail: (text: string) => never,
): Case {
  const { hook, settings, event, tool, input, response, prompt, fields, name, expect } = all;
  if ((hook === undefined) === (settings === undefined))
    fail('expected either "hook" or "settings"');
  if (typeof name !== 'string') return fail('expected a "name"');
  if (expect === undefined) return fail(`"${name}": expected "expect": what shall come of it`);
  const parts = { event, tool, input, response, prompt };
  return {
    file,
    at,
    name,
    ...(hook === undefined ? { settings: settings as string } : { hook: hook as string }),
    event: defined(parts) as ShortInput,
    fields: (fields ?? {}) as Record<string, unknown>,
    env: (all['env'] ?? {}) as Record<string, string>,
    files: (all['files'] ?? {}) as Record<string, string>,
    needs: (all['needs'] ?? []) as string[],
    expect: (typeof expect === 'string' ? { decision: expect } : expect) as Expected,
  };
}

const defined = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));

type Fail = (path: (string | number)[], text: string) => never;

function check(value: Record<string, unknown>, path: (string | number)[], fail: Fail): void {
  known(value, Object.keys(FIELDS), path, fail);
  for (const [name, one] of Object.entries(value)) {
    const kind = FIELDS[name] ?? 'anything';
    if (!CHECKS[kind](one))
      fail([...path, name], `"${name}": expected ${EXPECTED[kind]}, got ${show(one)}`);
  }
  const { expect } = value;
  if (isObject(expect)) known(expect, [...EXPECTED_FIELDS, 'files'], [...path, 'expect'], fail);
  if (isObject(expect)) checkDecision(expect['decision'], [...path, 'expect', 'decision'], fail);
  else checkDecision(expect, [...path, 'expect'], fail);
}

function known(
  value: Record<string, unknown>,
  names: readonly string[],
  path: (string | number)[],
  fail: Fail,
): void {
  const wrong = Object.keys(value).find((name) => !names.includes(name));
  if (wrong === undefined) return;
  const meant = suggest(wrong, names);
  fail(
    [...path, wrong],
    `"${wrong}" is not known${meant ? `; did you mean "${meant}"?` : `; expected one of ${names.join(', ')}`}`,
  );
}

const DECISIONS: readonly unknown[] = ['none', 'allow', 'ask', 'block', 'halt', undefined];

function checkDecision(word: unknown, path: (string | number)[], fail: Fail): void {
  if (!DECISIONS.includes(word))
    fail(path, `expected a decision (none, allow, ask, block or halt), got ${show(word)}`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';

const CHECKS: Record<Kind, (value: unknown) => boolean> = {
  text: isText,
  object: isObject,
  texts: (value) => Array.isArray(value) && value.every(isText),
  anything: () => true,
  hook: (value) => isText(value) || isObject(value),
  expect: (value) => isText(value) || isObject(value),
};

const EXPECTED: Record<Kind, string> = {
  text: 'a text',
  object: 'an object',
  texts: 'a list of texts',
  anything: 'anything',
  hook: 'a command or a hook entry',
  expect: 'a decision or an object',
};

const show = (value: unknown) =>
  value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
