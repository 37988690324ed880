import type { Entry } from '../entries/entry.ts';
import type { Matcher } from '../entries/match.ts';
import type { Handler, Raw } from '../handlers/handler.ts';
import { CONFIGURED, handlerFor } from '../handlers/index.ts';
import { MAX_SECONDS } from '../handlers/shell-fields.ts';
import { type EventName, specOf, takes } from '../vocabulary/events.ts';
import { isObject, show } from '../vocabulary/shape.ts';
import { asyncOf, firstFault } from './entry-fault.ts';
import { DEFAULT_TIMEOUT_S } from './entry-fields.ts';
import { type Checked, isGuard, wrong } from './problem.ts';
import type { Source } from './source.ts';
import { strayFields, strayText } from './stray-fields.ts';

const A_FUNCTION = 'expected a hook such as { type: "function", run }, got a function by itself';

const LABEL_CHARS = 80;

interface Place {
  readonly from: string;
  readonly at: string;
  readonly path: string;
  /** The matcher as it is written. */
  readonly matcher: unknown;
  readonly source: Source;
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
  const isTooLong = place.source.timeoutOf !== undefined && Number(raw['timeout']) > MAX_SECONDS;
  const fault = firstFault(event, isTooLong ? { ...raw, timeout: MAX_SECONDS } : raw, handler);
  if (!handler || fault)
    return wrong(event, raw, at, labelOf(raw, handler), `${path}: ${fault}; it is off`, matcher);
  const label = labelOf(raw, handler, handler.runs && handler.shows(handler.read(raw)));
  return {
    entries: [entryOf(event, raw, handler, matcher, label, place)],
    problems: [
      ...(isTooLong ? [tooLong(raw['timeout'] as number)] : []),
      ...remarksOn(event, raw, handler),
    ].map((text) => ({
      level: 'warning',
      event,
      source: at,
      hook: label,
      text: `${path}: ${text}`,
    })),
  };
}

/** Elsewhere there is no maximum, and many write milliseconds: a guard must not be off for it. */
const tooLong = (seconds: number): string =>
  `"timeout": ${seconds} is in seconds, and more than the maximum of ${MAX_SECONDS}, which it gets; if you meant milliseconds, write ${seconds / 1_000}`;

/** What is wrong with an entry that runs all the same. */
function remarksOn(event: EventName, raw: Raw, handler: Handler): string[] {
  return [
    ...strayFields(raw, handler).map(strayText),
    ...(handler.remarks?.(raw) ?? []),
    ...(raw['phase'] === 'transform' ? idlePhase(event, raw) : []),
    ...(raw['onError'] != null && raw['onFailure'] != null && raw['onError'] !== raw['onFailure']
      ? ['"onError" and "onFailure" disagree, so a failure blocks']
      : []),
  ];
}

function idlePhase(event: EventName, raw: Raw): string[] {
  if (!takes(event, 'rewrite')) return [`${event} has no input to rewrite, so "phase" is ignored`];
  return asyncOf(raw) ? ['nobody waits for an async hook, so "phase" is ignored'] : [];
}

function entryOf(
  event: EventName,
  raw: Record<string, unknown>,
  handler: Handler,
  matcher: Matcher,
  label: string,
  { at, from, path, matcher: written, source }: Place,
): Entry {
  const timeout = (raw['timeout'] as number | undefined) ?? usualTimeout(event, handler, source);
  const off = source.offFor?.(raw);
  const { plugin } = source;
  const late = asyncOf(raw);
  const rewrites = raw['phase'] === 'transform' && takes(event, 'rewrite');
  const transform = (rewrites || handler.inOrder === true) && !late;
  // The same command means another file in another plugin.
  const of = plugin ? { plugin: plugin.root } : {};
  const content = { event, matcher: written ?? '', entry: raw, ...of };
  return {
    event,
    matcher,
    handler: handler.read(raw),
    label,
    source: at,
    from,
    path,
    timeoutMs: Math.min(timeout, MAX_SECONDS) * 1000,
    onError: isGuard(raw) ? 'block' : 'continue',
    phase: transform ? 'transform' : 'judge',
    enabled: raw['enabled'] !== false && off === undefined,
    ...(off === undefined ? {} : { off }),
    ...(plugin ? { plugin } : {}),
    content,
    ...(source.vouch?.(content) ?? { approved: true, pins: [] }),
    ...(typeof raw['statusMessage'] === 'string' ? { statusMessage: raw['statusMessage'] } : {}),
    ...(typeof raw['if'] === 'string' ? { if: raw['if'].trim() } : {}),
    ...(raw['once'] === true ? { once: true } : {}),
    ...(late ? { async: late } : {}),
  };
}

/** Where both the moment and the kind of hook have one of their own, nobody waits longer than either. */
const usualTimeout = (event: EventName, { timeout }: Handler, { timeoutOf }: Source): number => {
  const usual = specOf(event).timeoutS ?? timeoutOf?.(event) ?? DEFAULT_TIMEOUT_S;
  return Math.min(usual, timeout ?? usual);
};

/** Its name, or else what it runs, as far as the first of its handler's own fields tells. */
function labelOf(raw: Raw, handler: Handler = DEFAULT_HANDLER, shown?: string): string {
  const [own = ''] = Object.keys(handler.fields);
  const value = handler.label ? handler.label(raw) : raw[own];
  const texts = [raw['name'], shown, typeof value === 'function' ? value.name : value];
  const text = texts.find((one): one is string => typeof one === 'string' && one.trim() !== '');
  if (text === undefined) return 'unnamed hook';
  return text === raw['name']
    ? text.trim()
    : [...text.slice(0, 2 * LABEL_CHARS)].slice(0, LABEL_CHARS).join('');
}

/** Where nobody knows what an entry asks for, it is most likely a command. */
const DEFAULT_HANDLER = CONFIGURED[0] as Handler;
