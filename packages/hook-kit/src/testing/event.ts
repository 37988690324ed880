import { EVENT_NAMES, type HookInput, isEventName } from '@wavehooks/hooks';
import { COMMON, EVENTS, suggest } from '@wavehooks/hooks/vocabulary';

/** An event as people write it: the parts that matter. A whole input is taken as it is. */
export interface ShortInput {
  readonly event?: string;
  /** PreToolUse and PostToolUse: the tool's name and its parameters. */
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** PostToolUse: what the tool returned. */
  readonly response?: unknown;
  /** UserPromptSubmit. */
  readonly prompt?: string;
  readonly [field: string]: unknown;
}

/** What the short names are short for. */
const SHORT: Readonly<Record<string, string>> = {
  event: 'hook_event_name',
  tool: 'tool_name',
  input: 'tool_input',
  response: 'tool_response',
};

/**
 * The whole event. The engine checks it and fills in what is missing. A field that is nearly one of
 * the event's is a mistake; any other unknown one is, too, unless `hook_event_name` says that this is
 * a whole input, which other agents send with fields of their own.
 */
export function toEvent(short: ShortInput): HookInput {
  const given = Object.entries(short).filter(([, value]) => value !== undefined);
  const whole = Object.fromEntries(given.map(([name, value]) => [SHORT[name] ?? name, value]));
  const name = short['hook_event_name'] ?? short.event ?? guess(short);
  for (const [field] of given) refuseUnknown(field, name, 'hook_event_name' in short);
  if (name === undefined)
    throw new TypeError('which event? expected "event", "tool", "response" or "prompt"');
  return {
    ...('tool_name' in whole ? { tool_input: {} } : {}),
    ...(isEventName(name) && 'tool_response' in EVENTS[name].input ? { tool_response: {} } : {}),
    ...whole,
    hook_event_name: name,
  } as unknown as HookInput;
}

/** What is there tells which event is meant; undefined when nothing does. */
function guess({ tool, response, prompt }: ShortInput): string | undefined {
  if (prompt !== undefined) return 'UserPromptSubmit';
  if (response !== undefined) return 'PostToolUse';
  return tool === undefined ? undefined : 'PreToolUse';
}

function refuseUnknown(field: string, event: unknown, isWhole: boolean): void {
  const known = fieldsOf(event);
  if (known.includes(field)) return;
  const meant = suggest(field, known);
  if (meant === undefined && isWhole) return;
  const long = SHORT[field];
  throw new TypeError(
    `"${field}"${long ? `, short for "${long}",` : ''} is not a field of ${isEventName(event) ? event : 'any event'}; ${meant ? `did you mean "${meant}"?` : `expected one of ${known.join(', ')}`}`,
  );
}

/** The fields of an event under both their names; of all events where it is not known which. */
function fieldsOf(event: unknown): string[] {
  const own = (isEventName(event) ? [event] : EVENT_NAMES).flatMap((one) =>
    Object.keys(EVENTS[one].input),
  );
  const names = ['hook_event_name', ...own, ...Object.keys(COMMON)];
  const short = Object.keys(SHORT).filter((name) => names.includes(SHORT[name] as string));
  return [...new Set([...short, ...names])];
}
