import type { EffectName } from './effect.ts';
import { type Fields, optional, required, type Values } from './shape.ts';
import type { SignalName } from './signal.ts';

/**
 * THE TABLE. For each event: when it fires, what its hooks get, what a matcher is compared with, and
 * what each signal does. A signal without a cell is not taken: the user is told and it is ignored.
 * An empty cell means that nothing happens.
 */
export const EVENTS = {
  PreToolUse: {
    when: 'before a tool call, ahead of permissions',
    subject: 'tool_name',
    input: {
      tool_name: required('text', 'the tool, e.g. `Bash` or `mcp__memory__create_entities`'),
      tool_input: required('object', "the call's parameters"),
      tool_use_id: optional('text', 'the id of the call'),
    },
    on: {
      success: [],
      block: ['block', 'tell-agent'],
      failure: ['tell-user'],
      halt: ['halt', 'tell-user'],
      warning: ['tell-user'],
      context: ['add-context'],
      allow: ['allow', 'tell-user'],
      ask: ['ask', 'tell-user'],
      deny: ['block', 'tell-agent'],
      rewrite: ['rewrite'],
    },
  },
  PostToolUse: {
    when: 'after a tool ran, also when it failed',
    subject: 'tool_name',
    input: {
      tool_name: required('text', 'the tool that ran'),
      tool_input: required('object', 'the parameters it ran with'),
      tool_response: required('anything', 'what it returned; says so when it failed'),
      tool_use_id: optional('text', 'the id of the call'),
    },
    on: {
      success: [],
      block: ['tell-agent'],
      failure: ['tell-user'],
      halt: ['halt', 'tell-user'],
      warning: ['tell-user'],
      context: ['add-context'],
    },
  },
  UserPromptSubmit: {
    when: 'when a prompt is sent, before the model sees it',
    subject: undefined,
    input: {
      prompt: required('text', 'what the user typed'),
      user_prompt: optional('text', 'the same text under its other name'),
    },
    on: {
      success: ['add-context'],
      block: ['block', 'erase-prompt', 'tell-user'],
      failure: ['tell-user'],
      halt: ['halt', 'erase-prompt', 'tell-user'],
      warning: ['tell-user'],
      context: ['add-context'],
    },
  },
  Stop: {
    when: 'when the agent would end its turn',
    subject: undefined,
    input: {
      stop_hook_active: optional('flag', 'true from the second round of a turn on'),
      stop_hook_count: optional('number', 'how often this turn was already held'),
      stop_hook_limit: optional('number', 'so many blocks reach the agent; the next one ends the turn'),
    },
    on: {
      success: [],
      block: ['block', 'tell-agent'],
      failure: ['tell-user'],
      halt: ['halt', 'tell-user'],
      warning: ['tell-user'],
    },
  },
} as const satisfies Record<string, EventSpec>;

/** What every event carries. */
export const COMMON = {
  session_id: optional('text', 'the session'),
  transcript_path: optional('text', 'the file that holds the conversation so far'),
  cwd: optional('text', "the agent's current directory, where hooks run"),
  permission_mode: optional('text', 'the permission mode in force'),
  agent_id: optional('text', 'the subagent whose call it is; absent for the main agent'),
  agent_type: optional('text', 'its type, e.g. `explore`; absent for the main agent'),
  agent_transcript_path: optional(
    'text',
    "the file that holds the subagent's own conversation; absent for the main agent",
  ),
} as const satisfies Fields;

interface EventSpec {
  readonly when: string;
  /** The input field that matchers look at; undefined: matchers do not apply. */
  readonly subject: 'tool_name' | undefined;
  readonly input: Fields;
  readonly on: Partial<Record<SignalName, readonly EffectName[]>>;
}

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES = Object.keys(EVENTS) as readonly EventName[];

export type EventInput<E extends EventName> = { hook_event_name: E } & Values<typeof COMMON> &
  Values<(typeof EVENTS)[E]['input']>;

export type HookInput = { [E in EventName]: EventInput<E> }[EventName];

export const isEventName = (name: unknown): name is EventName =>
  typeof name === 'string' && Object.hasOwn(EVENTS, name);

export const specOf = (event: EventName): EventSpec => EVENTS[event];

/** What `event` does with `signal`; undefined when it does not take it. */
export const cell = (event: EventName, signal: SignalName): readonly EffectName[] | undefined =>
  specOf(event).on[signal];

/** Whether its hooks can only look on: nothing they say reaches the agent or holds anything. */
export const observes = (event: EventName): boolean =>
  Object.entries(specOf(event).on).every(
    ([signal, effects]) => signal === 'halt' || effects.every((effect) => effect === 'tell-user'),
  );

export const takes = (event: EventName, signal: SignalName): boolean =>
  cell(event, signal) !== undefined;
