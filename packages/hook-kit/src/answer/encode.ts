import type { EventName } from '../event/events.generated.ts';
import { isObject, show, unkept } from './check.ts';
import { merged } from './merge.ts';
import { isSaid, type Said, type Verb } from './say.ts';
import { SPELL, type Spoken } from './spell.ts';
import { taken, verbsOf } from './takes.ts';
import { FALLBACKS, type Fallback, TARGETS, type TargetName } from './targets.ts';

export interface Encoded {
  /** The JSON document that the agent gets. */
  readonly json: Record<string, unknown>;
  /** What was said otherwise than meant, in words. */
  readonly notes: readonly string[];
}

/** Writes an answer in the dialect of an agent, with the stated fall-back for what it cannot take. */
export function encode(
  event: EventName,
  said: Said<Verb> | undefined,
  target: TargetName,
  toolInput: Readonly<Record<string, unknown>> = {},
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
  const fitted = spoken.rewrite && !spec.merges ? whole(spoken, toolInput) : spoken;
  return { json: SPELL[spec.speaks](fitted, event, spec), notes };
}

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

const whole = (spoken: Spoken, toolInput: Readonly<Record<string, unknown>>): Spoken => ({
  ...spoken,
  rewrite: merged(toolInput, spoken.rewrite ?? {}),
});

function gather(said: Said<Verb> | undefined): Spoken {
  const spoken: Spoken = {};
  for (const part of said?.parts ?? [])
    if (part.is === 'rewrite') spoken.rewrite = merged(spoken.rewrite ?? {}, kept(part.fields));
    else if (part.is === 'replace') spoken.replace = keptValue(part.value);
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

const without = (spoken: Spoken, verb: Verb): Spoken => {
  const { [verb]: _, ...rest } = spoken;
  return rest;
};

/** How each fall-back changes an answer. */
const FALL_BACK: Record<Fallback, (spoken: Spoken, verb: Verb, event: EventName) => Spoken> = {
  deny: ({ ask, rewrite, deny, ...spoken }) => ({
    ...spoken,
    deny: [deny, ask, suggestion(rewrite)].filter((text) => text).join(' '),
  }),
  instead: ({ replace, ...spoken }) => ({ ...spoken, block: textOf(replace) }),
  refuse: ({ replace, ...spoken }) => ({
    ...spoken,
    block: `This agent cannot take a rewritten prompt. Send this instead: ${textOf(replace)}`,
  }),
  'and deny': (spoken, _, event) => ({
    ...spoken,
    [verbsOf(event).includes('deny') ? 'deny' : 'block']: ENDED,
  }),
  end: (spoken, verb, event) => ({ ...FALL_BACK.tell(spoken, verb, event), deny: ENDED }),
  tell: ({ halt, warn, ...spoken }) => ({
    ...spoken,
    warn: [halt, warn].filter((text) => text).join('\n'),
  }),
  context: (spoken) => ({
    ...without(spoken, 'block'),
    context: [spoken.block, spoken.context].filter((text) => text).join('\n'),
  }),
  'with allow': (spoken) => ({ ...spoken, allow: spoken.allow ?? '' }),
  drop: without,
};

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Why a turn ended is for the user alone. */
const ENDED = 'A hook ended the turn.';

/** What an agent that cannot ask may try instead. */
function suggestion(fields: Record<string, unknown> | undefined): string {
  if (!fields) return 'It needs a confirmation, for which this agent cannot ask.';
  const { command } = fields;
  return `Suggested instead: ${typeof command === 'string' ? command : JSON.stringify(fields)}`;
}
