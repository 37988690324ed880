import type { Decision, EffectName } from './effect.ts';
import { type Fields, optional, required, type Values } from './shape.ts';
import type { SignalName } from './signal.ts';

/**
 * THE TABLE. A row holds all that is particular to an event; types, checks, schemas, samples, the kit,
 * importers, messages and docs derive from it. In `on`, a signal without a cell is not taken: Wave reports
 * and ignores it. An empty cell means that nothing happens.
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
    decides: 'permission',
    says: {
      none: 'permissions decide as usual',
      allow: 'the tool runs without a question',
      ask: 'the user is asked before the tool runs',
      block: 'the tool does not run',
      halt: 'the turn ends here',
    },
    sample: { tool_use_id: 'toolu_sample' },
    known: { 'claude-code': 'PreToolUse', codex: 'PreToolUse', 'gemini-cli': 'BeforeTool' },
  },
  PostToolUse: {
    when: 'after a tool ran, even if it failed',
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
    decides: 'gate',
    says: {
      none: 'the agent goes on',
      feedback: 'the agent gets feedback on the tool that ran',
      halt: 'the turn ends here',
    },
    sample: { tool_use_id: 'toolu_sample' },
    known: { 'claude-code': 'PostToolUse', codex: 'PostToolUse', 'gemini-cli': 'AfterTool' },
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
    decides: 'gate',
    says: {
      none: 'the prompt is sent',
      block: 'the prompt is erased and not sent',
      halt: 'the prompt is erased and nothing is sent',
    },
    twins: ['prompt', 'user_prompt'],
    sample: { prompt: 'Fix the failing test in src/app.ts' },
    known: {
      'claude-code': 'UserPromptSubmit',
      codex: 'UserPromptSubmit',
      'gemini-cli': 'BeforeAgent',
    },
  },
  Stop: {
    when: 'when the agent would end its turn',
    subject: undefined,
    input: {
      stop_hook_active: optional('flag', 'true if a Stop hook has already held this turn'),
      stop_hook_count: optional('number', 'how often this turn was already held'),
      stop_hook_limit: optional(
        'number',
        'how many blocks the agent gets; the next one ends the turn',
      ),
    },
    on: {
      success: [],
      block: ['block', 'tell-agent'],
      failure: ['tell-user'],
      halt: ['halt', 'tell-user'],
      warning: ['tell-user'],
    },
    decides: 'gate',
    says: {
      none: 'the agent may stop',
      block: 'the agent goes on working',
      halt: 'the turn ends here',
    },
    failureHolds: 'once',
    fill: stopRound,
    sample: { stop_hook_active: false, stop_hook_count: 0, stop_hook_limit: 25 },
    known: { 'claude-code': 'Stop', codex: 'Stop', 'gemini-cli': 'AfterAgent' },
  },
} as const satisfies Record<string, EventSpec>;

/** What every event carries. */
export const COMMON = {
  session_id: optional('text', 'the session'),
  transcript_path: optional('text', 'the file that holds the conversation so far'),
  cwd: optional('text', "the agent's current directory, where hooks run"),
  permission_mode: optional('text', 'the permission mode in force'),
  agent_id: optional(
    'text',
    'the id of the subagent that makes the call; absent for the main agent',
  ),
  agent_type: optional('text', 'its type, e.g. `explore`; absent for the main agent'),
  agent_transcript_path: optional(
    'text',
    "the file that holds the subagent's own conversation; absent for the main agent",
  ),
} as const satisfies Fields;

export interface EventSpec {
  readonly when: string;
  /** The input field that matchers look at; undefined: matchers do not apply. */
  readonly subject: string | undefined;
  readonly input: Fields;
  readonly on: Partial<Record<SignalName, readonly EffectName[]>>;
  /** A `permission` is allowed, denied or asked for; a `gate` can only be shut. */
  readonly decides: 'permission' | 'gate';
  /** What each decision comes to, in words; `feedback` is none with something for the agent. */
  readonly says: Partial<Record<Decision | 'feedback', string>> & { readonly none: string };
  /** `once`: a guard that fails holds it once a turn, so that a broken one does not trap the session. */
  readonly failureHolds?: 'once';
  /** Two fields with the same text. */
  readonly twins?: readonly [string, string];
  /** Fields that the engine can fill in by itself. */
  readonly fill?: (input: Raw, limits: { readonly stopBlocks: number }) => Raw;
  /** An example of its own fields; those of a tool's call come from the tool. */
  readonly sample: Raw;
  /** What other agents call it. */
  readonly known: Partial<Record<Peer, string>>;
}

type Raw = Readonly<Record<string, unknown>>;

/** The agents whose hooks are known. */
export const PEERS = ['claude-code', 'codex', 'gemini-cli'] as const;
export type Peer = (typeof PEERS)[number];

/** Whoever does not count rounds still says whether this is the first. */
function stopRound(input: Raw, { stopBlocks }: { readonly stopBlocks: number }): Raw {
  const told = input['stop_hook_count'];
  const count = typeof told === 'number' ? told : input['stop_hook_active'] === true ? 1 : 0;
  return { stop_hook_active: count > 0, stop_hook_count: count, stop_hook_limit: stopBlocks };
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

/** Whether `effect` can come of anything that a hook says on `event`. */
export const canCause = (event: EventName, effect: EffectName): boolean =>
  Object.values(specOf(event).on).some((effects) => effects.includes(effect));

/** Whether a call of a tool is what it is about. */
export const isAboutTool = (event: EventName): boolean => 'tool_name' in specOf(event).input;

/** Whether its hooks can only look on: nothing they say reaches the agent or holds anything. */
export const observes = (event: EventName): boolean =>
  Object.entries(specOf(event).on).every(
    ([signal, effects]) => signal === 'halt' || effects.every((effect) => effect === 'tell-user'),
  );

export const takes = (event: EventName, signal: SignalName): boolean =>
  cell(event, signal) !== undefined;
