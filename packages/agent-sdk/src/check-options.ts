import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isObject, show, suggest } from 'wave-hooks';
import type { AgentOptions } from './options.ts';
import { PERMISSION_MODES, type PermissionMode, type Rules } from './permissions/rule.ts';
import { isKept, sessionsDir } from './session/place.ts';

/** What a value must be, and how that is called. */
interface Shape {
  readonly expected: string;
  fits(value: unknown): boolean;
}

/** Throws for options that are not what they have to be: field, what was expected, what came. */
export function checkOptions(options: AgentOptions): void {
  const faults = [
    ...faultsIn(options, FIELDS, ''),
    ...faultsIn(options.permissions, RULES, 'permissions.'),
    ...faultsIn(options.session, SESSION, 'session.'),
  ];
  if (faults.length > 0) throw new TypeError(`the agent's options: ${faults.join('; ')}`);
}

/** A session that is not there would be begun under that name, where no list shows it. */
export function checkResume({ session, home = homedir() }: AgentOptions, projectDir: string): void {
  const { resume, keep } = session ?? {};
  if (resume === undefined) return;
  if (!keep) throw new TypeError('session.resume: expected "keep: true" beside it');
  if (!isKept(sessionsDir(home, projectDir), resume))
    throw new Error(
      `session.resume: expected the id of a session of ${projectDir}, got ${show(resume)}`,
    );
}

export function checkMode(mode: PermissionMode): void {
  const [fault] = faultsIn({ permissionMode: mode }, FIELDS, '');
  if (fault !== undefined) throw new TypeError(fault);
}

function faultsIn(
  given: object | undefined,
  shapes: Readonly<Record<string, Shape>>,
  prefix: string,
): string[] {
  if (!isObject(given)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (!shape) return [`${prefix}${name}: there is no such option${nearest(name, shapes)}`];
    return shape.fits(value)
      ? []
      : [`${prefix}${name}: expected ${shape.expected}, got ${shown(value)}`];
  });
}

function nearest(name: string, shapes: Readonly<Record<string, Shape>>): string {
  const near = suggest(name, Object.keys(shapes));
  return near === undefined ? '' : `; did you mean ${near}?`;
}

/** JSON has no word for numbers that are none. */
const shown = (value: unknown) => (typeof value === 'number' ? String(value) : show(value));

const text: Shape = { expected: 'a text', fits: (value) => typeof value === 'string' };
const flag: Shape = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };
const call: Shape = { expected: 'a function', fits: (value) => typeof value === 'function' };
const object: Shape = { expected: 'an object', fits: isObject };
const list: Shape = { expected: 'a list', fits: Array.isArray };
const texts: Shape = {
  expected: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every(text.fits),
};
const count: Shape = {
  expected: 'a whole number above 0',
  fits: (value) => Number.isSafeInteger(value) && Number(value) > 0,
};
const oneOf = (...words: readonly string[]): Shape => ({
  expected: `one of ${words.join(', ')}`,
  fits: (value) => words.includes(value as string),
});
const SOURCES = oneOf('user', 'project', 'local');
/** The longest that a timer can wait. */
const MAX_MS = 2 ** 31 - 1;

const FIELDS: Readonly<Record<keyof AgentOptions, Shape>> = {
  workdir: {
    expected: 'a directory that is there',
    fits: (value) =>
      text.fits(value) &&
      statSync(String(value), { throwIfNoEntry: false })?.isDirectory() === true,
  },
  model: {
    expected: 'a name or a model',
    fits: (value) => text.fits(value) || (isObject(value) && call.fits(value['stream'])),
  },
  hooks: object,
  noHooks: flag,
  settingSources: {
    expected: `a list of ${SOURCES.expected.replace('one of ', '')}`,
    fits: (value) => Array.isArray(value) && value.every(SOURCES.fits),
  },
  settings: text,
  projectHooks: oneOf('approved', 'trusted', 'off'),
  permissionMode: oneOf(...PERMISSION_MODES),
  permissions: object,
  confirm: call,
  ask: call,
  mcpServers: object,
  mcpConfig: texts,
  mcpWaitMs: {
    expected: `a number of milliseconds from 0 to ${MAX_MS}`,
    fits: (value) => typeof value === 'number' && value >= 0 && value <= MAX_MS,
  },
  tools: list,
  disallowedTools: texts,
  agents: list,
  systemPrompt: text,
  maxTurns: count,
  contextWindow: count,
  prices: object,
  session: {
    expected: '{ keep: true or false, resume? }',
    fits: (value) => isObject(value) && flag.fits(value['keep']),
  },
  launcher: flag,
  home: text,
  env: object,
};

const RULES: Readonly<Record<keyof Rules, Shape>> = { allow: texts, ask: texts, deny: texts };

const SESSION = { keep: flag, resume: text };
