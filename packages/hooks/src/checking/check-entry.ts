import type { EnvSpec } from 'wave-process';
import type { Entry, HandlerSpec, HookFunction } from '../entries/entry.ts';
import type { Matcher } from '../entries/match.ts';
import { type EventName, takes } from '../vocabulary/events.ts';
import { type Fields, isObject, misfit, optional, required, show } from '../vocabulary/shape.ts';
import { suggest } from '../vocabulary/suggest.ts';
import { type Checked, isGuard, wrong } from './problem.ts';
import type { Vouched } from './source.ts';

/** The fields of a hook entry: what is checked, documented and completed in editors. */
export const ENTRY_FIELDS = {
  type: { ...required('text', 'what kind of hook this is'), words: ['command', 'worker'] },
  command: required('text', 'the shell command to run'),
  timeout: optional('number', 'seconds it may take, above 0 and at most 86400; 60 by default'),
  idleTimeout: optional(
    'number',
    'a worker: seconds without an event after which it ends, above 0 and at most 86400; 300 by default',
  ),
  name: optional('text', 'what messages, lists and logs call it'),
  enabled: optional('flag', 'false switches it off'),
  onError: optional('text', '"block": a failure of this hook blocks; "continue" by default', [
    'continue',
    'block',
  ]),
  onFailure: optional('text', 'another name for `onError`', ['continue', 'block']),
  statusMessage: optional('text', 'shown while it runs'),
  env: optional('object', 'variables to set; with `"inherit": false` it gets a clean environment'),
  phase: optional(
    'text',
    '"transform": runs first, in order, each on the last one\'s rewritten input; "judge" by default',
    ['transform', 'judge'],
  ),
} as const satisfies Fields;

export const GROUP_FIELDS = {
  matcher: optional(
    'text',
    'which tools: `*`, a list such as `Edit|Write`, or a regular expression',
  ),
  hooks: required('anything', 'the hooks to run'),
} as const satisfies Fields;

const A_FUNCTION = 'expected a hook such as { type: "function", run }, got a function by itself';

const DEFAULT_TIMEOUT_S = 60;
const DEFAULT_IDLE_S = 300;
const MAX_TIMEOUT_S = 86_400;
const LABEL_CHARS = 80;
const MAX_NAME_CHARS = 200;

interface Place {
  readonly from: string;
  readonly at: string;
  readonly path: string;
  readonly vouched: Vouched;
}

/** Checks one hook; the first thing wrong with it switches it off. */
export function checkEntry(
  event: EventName,
  raw: unknown,
  matcher: Matcher,
  place: Place,
): Checked {
  const { at, path } = place;
  if (!isObject(raw)) {
    const came = typeof raw === 'function' ? A_FUNCTION : `expected a hook, got ${show(raw)}`;
    return wrong(event, raw, at, event, `${path}: ${came}; it is off`);
  }
  const label = labelOf(raw);
  const fault = firstFault(raw);
  if (fault) return wrong(event, raw, at, label, `${path}: ${fault}; it is off`, matcher);
  const texts = unknownFields(raw, known(raw));
  if (raw['phase'] === 'transform' && !takes(event, 'rewrite'))
    texts.push(`${event} has no input to rewrite, so "phase" is ignored`);
  if (raw['type'] !== 'worker' && (raw['idleTimeout'] ?? undefined) !== undefined)
    texts.push('only a worker stays after an event, so "idleTimeout" is ignored');
  if (raw['onError'] != null && raw['onFailure'] != null && raw['onError'] !== raw['onFailure'])
    texts.push('"onError" and "onFailure" disagree, so a failure blocks');
  return {
    entries: [entryOf(event, raw, matcher, label, place)],
    problems: texts.map((text) => ({
      level: 'warning',
      source: at,
      hook: label,
      text: `${path}: ${text}`,
    })),
  };
}

function entryOf(
  event: EventName,
  raw: Record<string, unknown>,
  matcher: Matcher,
  label: string,
  { at, from, path, vouched }: Place,
): Entry {
  const timeout = (raw['timeout'] as number | undefined) ?? DEFAULT_TIMEOUT_S;
  const transform = raw['phase'] === 'transform' && takes(event, 'rewrite');
  return {
    event,
    matcher,
    handler: handlerOf(raw),
    label,
    source: at,
    from,
    path,
    timeoutMs: timeout * 1000,
    onError: isGuard(raw) ? 'block' : 'continue',
    phase: transform ? 'transform' : 'judge',
    enabled: raw['enabled'] !== false,
    ...vouched,
    ...(typeof raw['statusMessage'] === 'string' ? { statusMessage: raw['statusMessage'] } : {}),
  };
}

function handlerOf(raw: Record<string, unknown>): HandlerSpec {
  if (isFunctionHook(raw)) return { type: 'function', run: raw['run'] as HookFunction };
  const env = raw['env'] as Record<string, unknown> | undefined;
  const shell = { command: raw['command'] as string, ...(env ? { env: envOf(env) } : {}) };
  if (raw['type'] !== 'worker') return { type: 'command', ...shell };
  const idle = (raw['idleTimeout'] as number | undefined) ?? DEFAULT_IDLE_S;
  return { type: 'worker', ...shell, idleMs: idle * 1000 };
}

const envOf = ({ inherit, ...set }: Record<string, unknown>): EnvSpec => ({
  inherit: inherit !== false,
  set: set as Record<string, string>,
});

/** Function hooks come from code only: JSON cannot hold one. */
const isFunctionHook = (raw: Record<string, unknown>) =>
  raw['type'] === 'function' && typeof raw['run'] === 'function';

const known = (raw: Record<string, unknown>) =>
  isFunctionHook(raw) ? [...Object.keys(ENTRY_FIELDS), 'run'] : Object.keys(ENTRY_FIELDS);

function firstFault(raw: Record<string, unknown>): string | undefined {
  if (raw['type'] === 'function' && typeof raw['run'] !== 'function')
    return `"run": expected a function, which only code can give, got ${show(raw['run'])}`;
  const skipped: readonly string[] = isFunctionHook(raw) ? ['type', 'command', 'env'] : [];
  for (const [name, field] of Object.entries(ENTRY_FIELDS as Fields)) {
    const value = raw[name] ?? undefined;
    if (skipped.includes(name) || (value === undefined && !field.required)) continue;
    const expected = misfit(field, value);
    if (expected)
      return `"${name}": expected ${expected}, got ${show(value)}${hint(name, value, raw)}`;
  }
  return (
    faultOfName(raw) ??
    faultOfCommand(raw) ??
    faultOfSeconds('timeout', raw) ??
    faultOfSeconds('idleTimeout', raw) ??
    faultOfEnv(raw['env'])
  );
}

/** A required field is often there under a name that is nearly right. */
export function hint(name: string, value: unknown, raw: Record<string, unknown>): string {
  const near = Object.keys(raw).find((other) => suggest(other, [name]) === name);
  return value === undefined && near ? `; did you mean "${name}" by "${near}"?` : '';
}

const faultOfName = ({ name }: Record<string, unknown>) =>
  typeof name === 'string' && name.length > MAX_NAME_CHARS
    ? `"name": expected at most ${MAX_NAME_CHARS} characters, got ${name.length}`
    : undefined;

const faultOfCommand = ({ command }: Record<string, unknown>) =>
  typeof command === 'string' && command.trim() === '' ? '"command" is empty' : undefined;

function faultOfSeconds(name: string, raw: Record<string, unknown>): string | undefined {
  const seconds = raw[name];
  if (typeof seconds !== 'number' || (seconds > 0 && seconds <= MAX_TIMEOUT_S)) return undefined;
  return `"${name}": expected seconds above 0 and at most ${MAX_TIMEOUT_S}, got ${show(seconds)}`;
}

function faultOfEnv(env: unknown): string | undefined {
  if (!isObject(env)) return undefined;
  for (const [name, value] of Object.entries(env)) {
    if (name === 'inherit' && typeof value !== 'boolean')
      return `"env.inherit": expected true or false, got ${show(value)}`;
    const fault = name === 'inherit' ? undefined : variableFault(name, value);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What is wrong with a variable that settings set. */
export function variableFault(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `"env.${name}": expected a text, got ${show(value)}`;
  if (name === '' || /[=\0]/.test(name)) return `"env": ${show(name)} cannot be a variable's name`;
  return value.includes('\0')
    ? `"env.${name}": expected a text without the character 0, got ${show(value)}`
    : undefined;
}

/** Fields that nobody reads, each with what may have been meant. */
export function unknownFields(raw: Record<string, unknown>, names: readonly string[]): string[] {
  return Object.keys(raw)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const meant = suggest(name, names);
      return `"${name}" is not known and ignored${meant ? `; did you mean "${meant}"?` : ''}`;
    });
}

function labelOf(raw: Record<string, unknown>): string {
  const { name, command, run } = raw;
  if (typeof name === 'string' && name.trim() !== '') return name.trim();
  if (typeof command === 'string' && command.trim() !== '')
    return [...command.slice(0, 2 * LABEL_CHARS)].slice(0, LABEL_CHARS).join('');
  return typeof run === 'function' && run.name !== '' ? run.name : 'unnamed hook';
}
