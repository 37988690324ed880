import type { Entry } from '../entries/entry.ts';
import type { Matcher } from '../entries/match.ts';
import type { Handler, Raw } from '../handlers/handler.ts';
import { CONFIGURED, handlerFor } from '../handlers/index.ts';
import { secondsFault } from '../handlers/shell-fields.ts';
import { type EventName, specOf, takes } from '../vocabulary/events.ts';
import {
  type Field,
  type Fields,
  isObject,
  misfit,
  optional,
  required,
  show,
} from '../vocabulary/shape.ts';
import { suggest } from '../vocabulary/suggest.ts';
import { type Checked, isGuard, wrong } from './problem.ts';
import type { Vouch } from './source.ts';

const DEFAULT_TIMEOUT_S = 60;

/** The fields of every hook entry, whatever runs it. */
export const ENTRY_FIELDS = {
  type: {
    ...required('text', 'what kind of hook this is'),
    words: CONFIGURED.map(({ type }) => type),
  },
  timeout: optional(
    'number',
    `seconds it may take, above 0 and at most 86400; ${DEFAULT_TIMEOUT_S} by default`,
  ),
  name: optional('text', 'what messages, lists and logs call it'),
  enabled: optional('flag', 'false switches it off'),
  onError: optional('text', '"block": a failure of this hook blocks; "continue" by default', [
    'continue',
    'block',
  ]),
  onFailure: optional('text', 'another name for `onError`', ['continue', 'block']),
  statusMessage: optional('text', 'shown while it runs'),
  phase: optional(
    'text',
    '"transform": runs first, in order, each on the input as the one before left it; "judge" by default',
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

const LABEL_CHARS = 80;
const MAX_NAME_CHARS = 200;

interface Place {
  readonly from: string;
  readonly at: string;
  readonly path: string;
  /** The matcher as it is written. */
  readonly matcher: unknown;
  readonly vouch: Vouch | undefined;
  readonly plugin: Entry['plugin'] | undefined;
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
  const handler = handlerFor(raw['type']);
  const label = labelOf(raw, handler);
  const fault = firstFault(raw, handler);
  if (!handler || fault)
    return wrong(event, raw, at, label, `${path}: ${fault}; it is off`, matcher);
  return {
    entries: [entryOf(event, raw, handler, matcher, label, place)],
    problems: remarksOn(event, raw, handler).map((text) => ({
      level: 'warning',
      event,
      source: at,
      hook: label,
      text: `${path}: ${text}`,
    })),
  };
}

function remarksOn(event: EventName, raw: Raw, { fields }: Handler): string[] {
  const others = CONFIGURED.filter((other) => other.fields !== fields);
  const known = [...Object.keys(ENTRY_FIELDS), ...Object.keys(fields)];
  const elsewhere = Object.keys(raw).flatMap((name) => {
    const owner = known.includes(name) ? undefined : others.find((other) => name in other.fields);
    return owner && raw[name] != null ? [{ name, owner }] : [];
  });
  return [
    ...unknownFields(raw, [...known, ...elsewhere.map(({ name }) => name)]),
    ...(raw['phase'] === 'transform' && !takes(event, 'rewrite')
      ? [`${event} has no input to rewrite, so "phase" is ignored`]
      : []),
    ...elsewhere.map(({ name, owner }) => `only a ${owner.type} has "${name}", so it is ignored`),
    ...(raw['onError'] != null && raw['onFailure'] != null && raw['onError'] !== raw['onFailure']
      ? ['"onError" and "onFailure" disagree, so a failure blocks']
      : []),
  ];
}

function entryOf(
  event: EventName,
  raw: Record<string, unknown>,
  handler: Handler,
  matcher: Matcher,
  label: string,
  { at, from, path, matcher: written, vouch, plugin }: Place,
): Entry {
  const timeout =
    (raw['timeout'] as number | undefined) ?? specOf(event).timeoutS ?? DEFAULT_TIMEOUT_S;
  const transform = raw['phase'] === 'transform' && takes(event, 'rewrite');
  const content = { event, matcher: written ?? '', entry: raw };
  return {
    event,
    matcher,
    handler: handler.read(raw),
    label,
    source: at,
    from,
    path,
    timeoutMs: timeout * 1000,
    onError: isGuard(raw) ? 'block' : 'continue',
    phase: transform ? 'transform' : 'judge',
    enabled: raw['enabled'] !== false,
    content,
    ...(vouch?.(content) ?? { approved: true, pins: [] }),
    ...(plugin ? { plugin } : {}),
    ...(typeof raw['statusMessage'] === 'string' ? { statusMessage: raw['statusMessage'] } : {}),
  };
}

function firstFault(raw: Raw, handler: Handler | undefined): string | undefined {
  const { type, ...common } = ENTRY_FIELDS;
  if (!handler) return faultOf('type', type, raw);
  // What is particular to a handler only code can ask for, it says itself.
  const own = handler.from === 'settings' ? handler.fields : {};
  return (
    Object.entries({ ...own, ...common } as Fields)
      .map(([name, field]) => faultOf(name, field, raw))
      .find((fault) => fault !== undefined) ??
    faultOfName(raw) ??
    secondsFault('timeout', raw['timeout']) ??
    handler.check?.(raw)
  );
}

function faultOf(name: string, field: Field, raw: Raw): string | undefined {
  const value = raw[name] ?? undefined;
  const expected = value === undefined && !field.required ? undefined : misfit(field, value);
  return expected && `"${name}": expected ${expected}, got ${show(value)}${hint(name, value, raw)}`;
}

/** A required field is often there under a name that is nearly right. */
export function hint(name: string, value: unknown, raw: Raw): string {
  const near = Object.keys(raw).find((other) => suggest(other, [name]) === name);
  return value === undefined && near ? `; did you mean "${name}" by "${near}"?` : '';
}

const faultOfName = ({ name }: Raw) =>
  typeof name === 'string' && name.length > MAX_NAME_CHARS
    ? `"name": expected at most ${MAX_NAME_CHARS} characters, got ${name.length}`
    : undefined;

/** Fields that nobody reads, each with what may have been meant. */
export function unknownFields(raw: Raw, names: readonly string[]): string[] {
  return Object.keys(raw)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const meant = suggest(name, names);
      return `"${name}" is not known and ignored${meant ? `; did you mean "${meant}"?` : ''}`;
    });
}

/** Its name, or else the first of its handler's own fields. */
function labelOf(raw: Raw, handler: Handler = DEFAULT_HANDLER): string {
  const [own = ''] = Object.keys(handler.fields);
  const value = raw[own];
  const texts = [raw['name'], typeof value === 'function' ? value.name : value];
  const text = texts.find((one): one is string => typeof one === 'string' && one.trim() !== '');
  if (text === undefined) return 'unnamed hook';
  return text === raw['name']
    ? text.trim()
    : [...text.slice(0, 2 * LABEL_CHARS)].slice(0, LABEL_CHARS).join('');
}

/** Where nobody knows what an entry asks for, it is most likely a command. */
const DEFAULT_HANDLER = CONFIGURED[0] as Handler;
