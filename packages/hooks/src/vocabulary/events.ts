import type { Decision, EffectName, RewriteTarget } from './effect.ts';
import { SESSION_EVENTS } from './session-events.ts';
import { type Fields, optional, type Values } from './shape.ts';
import type { SignalName } from './signal.ts';
import { TOOL_EVENTS } from './tool-events.ts';
import { TURN_EVENTS } from './turn-events.ts';

/**
 * THE TABLE. A row holds all that is particular to an event; types, checks, schemas, samples, the kit,
 * importers, messages and docs derive from it. In `on`, a signal without a cell is not taken: Wave reports
 * and ignores it. An empty cell means that nothing happens.
 */
export const EVENTS = {
  ...TOOL_EVENTS,
  ...TURN_EVENTS,
  ...SESSION_EVENTS,
} as const satisfies Record<string, EventSpec>;

/** What every event carries. */
export const COMMON = {
  session_id: optional('text', 'the session'),
  transcript_path: optional(
    'text',
    'the file that holds the conversation so far, as JSON lines in the form of Claude Code',
  ),
  cwd: optional('text', "the agent's current directory, where hooks run"),
  permission_mode: optional('text', 'the permission mode in force'),
  prompt_id: optional('text', 'the id of the prompt that is under way; absent where none is'),
  agent_id: optional(
    'text',
    'the id of the subagent that makes the call; absent for the main agent',
  ),
  agent_type: optional('text', 'its type, e.g. `explore`; absent for the main agent'),
  agent_transcript_path: optional(
    'text',
    "the same for the subagent's own conversation; absent for the main agent",
  ),
} as const satisfies Fields;

export interface EventSpec {
  readonly when: string;
  /** The input field that matchers look at; undefined: matchers do not apply. */
  readonly subject: string | undefined;
  /** The values that Wave gives that field, where they are a list. */
  readonly values?: readonly string[];
  /** Values that Claude Code gives it as well, for things that do not happen here. */
  readonly elsewhere?: readonly string[];
  /** Those of them that reach only a hook whose matcher names them. */
  readonly onlyByName?: readonly string[];
  readonly input: Fields;
  readonly on: Partial<Record<SignalName, readonly EffectName[]>>;
  /** What its hooks can rewrite. */
  readonly rewrites?: RewriteTarget;
  /** The form of its own that the section of an answer has here. */
  readonly form?: Form;
  /** A `permission` is allowed, denied or asked for; a `gate` can only be shut. */
  readonly decides: 'permission' | 'gate' | 'nothing';
  /** What each decision comes to, in words; `feedback` is none with something for the agent. */
  readonly says: Partial<Record<Decision | 'feedback', string>> & { readonly none: string };
  /** `once`: a guard that fails holds it once a turn, so that a broken one does not trap the session. */
  readonly failureHolds?: 'once';
  /** Seconds that a hook of it may take by default, where that differs. */
  readonly timeoutS?: number;
  /** Its hooks may export variables for later commands of the agent. */
  readonly setsVariables?: true;
  /** Two fields with the same text. */
  readonly twins?: readonly [string, string];
  /** Fields that the engine can fill in by itself. */
  readonly fill?: (input: Raw, limits: { readonly stopBlocks: number }) => Raw;
  /** An example of its own fields; those of a tool's call come from the tool. */
  readonly sample: Raw;
}

/** `decision`: an object with `behavior`; `action`: `action` and `content`, as MCP has them. */
export type Form = 'decision' | 'action';

export type Raw = Readonly<Record<string, unknown>>;

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

/** Whether `effect` can come of anything that a hook says on `event`. */
export const canCause = (event: EventName, effect: EffectName): boolean =>
  Object.values(specOf(event).on).some((effects) => effects.includes(effect));

/** Whether a hook can keep from happening what `event` is about, or what follows it. */
export const canBlock = (event: EventName): boolean =>
  cell(event, 'block')?.some((effect) => effect === 'block' || effect === 'halt') ?? false;

/** Whether a call of a tool is what it is about. */
export const isAboutTool = (event: EventName): boolean => 'tool_name' in specOf(event).input;

/** Whether its hooks can only look on: nothing they say reaches the agent or holds anything. */
export const observes = (event: EventName): boolean =>
  Object.entries(specOf(event).on).every(
    ([signal, effects]) => signal === 'halt' || effects.every((effect) => effect === 'tell-user'),
  );

export const takes = (event: EventName, signal: SignalName): boolean =>
  cell(event, signal) !== undefined;

/** Whether it is worth saying on `event`: something comes of it beside a word to the user. */
export const means = (event: EventName, signal: SignalName): boolean =>
  signal === 'warning' || (cell(event, signal)?.some((effect) => effect !== 'tell-user') ?? false);
