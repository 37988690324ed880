import { freshId } from '@wavehooks/process/files';
import {
  COMMON,
  EVENT_NAMES,
  type EventName,
  isEventName,
  specOf,
} from '../../vocabulary/events.ts';
import { type Fields, isObject, misfit, show } from '../../vocabulary/shape.ts';
import { toolKind } from '../../vocabulary/tools.ts';
import { wrongEvent } from '../../vocabulary/wrong-event.ts';

/** What an event's input is completed with. */
export interface InputDefaults {
  readonly sessionId: string;
  readonly cwd: string;
  readonly limits: { readonly stopBlocks: number };
}

/** An input with every field its hooks can count on. */
export interface CompleteInput extends Record<string, unknown> {
  hook_event_name: EventName;
  cwd: string;
}

/** An input whose fields are what they should be, so far as they are there. */
export interface CheckedInput extends Record<string, unknown> {
  hook_event_name: EventName;
}

/** Checks an event's input; a text when it is wrong. */
export function checkInput(raw: unknown): CheckedInput | string {
  if (!isObject(raw)) return `expected an object, got ${show(raw)}`;
  const event = raw['hook_event_name'];
  if (!isEventName(event)) return `hook_event_name: ${wrongEvent(event)}`;
  const fields = FIELDS.get(event) ?? COMMON;
  const input = mirrored(event, withoutAbsent(fields, raw));
  return firstProblem(event, fields, input) ?? (input as CheckedInput);
}

/** Fills in what is missing. */
export const completeInput = (input: CheckedInput, defaults: InputDefaults): CompleteInput =>
  ({
    ...common(defaults),
    ...byEvent(input.hook_event_name, input, defaults),
    ...input,
  }) as CompleteInput;

/** All fields of each event's input. */
const FIELDS: ReadonlyMap<EventName, Fields> = new Map(
  EVENT_NAMES.map((event) => [event, { ...COMMON, ...specOf(event).input }]),
);

/** `null` means absent, except where a value of any kind is awaited. */
function withoutAbsent(fields: Fields, raw: Record<string, unknown>): Record<string, unknown> {
  const isThere = (name: string) =>
    raw[name] !== undefined && (raw[name] !== null || fields[name]?.is === 'anything');
  const names = Object.keys(raw);
  // The rule is that nothing is absent: then there is nothing to copy.
  if (names.every(isThere)) return raw;
  return Object.fromEntries(names.filter(isThere).map((name) => [name, raw[name]]));
}

function firstProblem(
  event: EventName,
  fields: Fields,
  input: Record<string, unknown>,
): string | undefined {
  for (const name in fields) {
    const field = fields[name];
    const value = input[name];
    if (!field || (value === undefined && !field.required)) continue;
    const expected = misfit(field, value);
    if (!expected) continue;
    const usual = specOf(event).sample?.[name];
    return value === undefined && usual !== undefined
      ? `"${name}" is missing: expected ${expected}, such as ${show(usual)}`
      : `${name}: expected ${expected}, got ${show(value)}`;
  }
  return undefined;
}

/** A text that goes by two names. */
function mirrored(event: EventName, input: Record<string, unknown>): Record<string, unknown> {
  const [name, other] = specOf(event).twins ?? [];
  if (name === undefined || other === undefined) return input;
  const text = input[name] ?? input[other];
  return text === undefined ? input : { ...input, [name]: text, [other]: text };
}

const common = ({ sessionId, cwd }: InputDefaults) => ({
  session_id: sessionId,
  transcript_path: '',
  cwd,
  permission_mode: 'default',
  hook_event_name: '',
});

const byEvent = (
  event: EventName,
  input: Record<string, unknown>,
  { limits }: InputDefaults,
): Record<string, unknown> => ({
  ...('tool_use_id' in specOf(event).input ? callOf(input) : {}),
  ...specOf(event).fill?.(input, limits),
});

const callOf = ({ tool_name: name }: Record<string, unknown>) => ({
  tool_use_id: `toolu_${freshId()}`,
  tool_kind: toolKind(String(name)),
});
