import { FALLBACKS } from '../agents/fallbacks.ts';
import { inTheirFields } from '../agents/fields.ts';
import type { EventName } from '../event/events.generated.ts';
import { isObject, show, unkept } from './check.ts';
import { FALL_BACK } from './fall-back.ts';
import { inFormOf } from './in-form-of.ts';
import { merged } from './merge.ts';
import { isSaid, type Said, type Verb } from './say.ts';
import { SPELL, type Spoken } from './spell.ts';
import { taken } from './takes.ts';
import { TARGETS, type TargetName } from './targets.ts';

export interface Encoded {
  /** The JSON document that the agent gets. */
  readonly json: Record<string, unknown>;
  /** A document that goes ahead of it, on a line of its own. */
  readonly ahead?: Record<string, unknown>;
  /** What was said otherwise than meant, in words. */
  readonly notes: readonly string[];
}

/** Writes an answer in the dialect of an agent, with the stated fall-back for what it cannot take. */
export function encode(
  event: EventName,
  said: Said<Verb> | undefined,
  target: TargetName,
  toolInput: Readonly<Record<string, unknown>> = {},
  toolResponse?: unknown,
): Encoded {
  // In JavaScript anything can come; taken for silence, a guard would stand open.
  if (said !== undefined && !isSaid(said)) throw new TypeError(noAnswer(said));
  const spec = TARGETS[target];
  const notes: string[] = [];
  let spoken = taken(event, gather(said), notes);
  for (const [verb, fallback] of Object.entries(spec.lacks[event] ?? {})) {
    if (!(verb in spoken)) continue;
    spoken = FALL_BACK[fallback](spoken, verb as Verb, event);
    notes.push(`for ${spec.title}, "${verb}" ${FALLBACKS[fallback]}`);
  }
  const fitted = spoken.rewrite ? rewritten(spoken, spoken.rewrite, target, toolInput) : spoken;
  const json = SPELL[spec.dialect](shaped(fitted, target, toolResponse), event, spec);
  const { warn } = spoken;
  return spec.dialect === 'copilot' && warn
    ? { json, ahead: { type: 'progress', message: warn }, notes }
    : { json, notes };
}

/** What is printed: one document, and what goes ahead of it. */
export const linesOf = ({ json, ahead }: Encoded): string =>
  [...(ahead ? [ahead] : []), json].map((one) => `${JSON.stringify(one)}\n`).join('');

const noAnswer = (value: unknown): string =>
  `the handler returned ${shown(value)}, which is not an answer: return nothing, or the result of deny(), ask(), block() or a similar function`;

/** Named so that its author finds it, and short. */
function shown(value: unknown): string {
  if (typeof value === 'function') return 'a function (was it not called?)';
  if (typeof value !== 'object')
    return typeof value === 'string' ? cut(JSON.stringify(value)) : String(value);
  const what = Array.isArray(value) ? 'an array' : 'an object';
  try {
    return `${what} ${cut(JSON.stringify(value))}`;
  } catch {
    return what;
  }
}

const MAX_SHOWN = 200;

const cut = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;

/** Claude Code ignores an output that has another form than that of its tool. */
const shaped = (spoken: Spoken, target: TargetName, response: unknown): Spoken =>
  target === 'claude-code' && 'replace' in spoken
    ? { ...spoken, replace: inFormOf(response, spoken.replace) }
    : spoken;

function rewritten(
  spoken: Spoken,
  fields: Readonly<Record<string, unknown>>,
  target: TargetName,
  toolInput: Readonly<Record<string, unknown>>,
): Spoken {
  const theirs = inTheirFields(fields, toolInput, TARGETS[target].ownFields);
  return { ...spoken, rewrite: TARGETS[target].merges ? theirs : merged(toolInput, theirs) };
}

function gather(said: Said<Verb> | undefined): Spoken {
  const spoken: Spoken = {};
  for (const part of said?.parts ?? [])
    if (part.is === 'rewrite') spoken.rewrite = merged(spoken.rewrite ?? {}, kept(part.fields));
    else if (part.is === 'replace') spoken.replace = keptValue(part.value);
    else if (part.is === 'sandbox')
      // The strictest counts.
      spoken.sandbox = spoken.sandbox === 'read-only' ? spoken.sandbox : part.text;
    else spoken[part.is] = [spoken[part.is], part.text].filter((text) => text).join('\n');
  return spoken;
}

/** What the handler says must arrive as it is, or not at all. */
function kept(fields: Readonly<Record<string, unknown>>) {
  if (!isObject(fields)) throw new TypeError(`rewrite: expected an object, got ${show(fields)}`);
  return keptValue(fields, 'rewrite');
}

function keptValue<T>(value: T, verb = 'replace'): T {
  const problem = unkept(value, verb);
  if (problem) throw new TypeError(problem);
  return value;
}
