import { type EventName, FACTS } from '../event/events.generated.ts';
import type { Verb } from './say.ts';
import type { Target } from './targets.ts';

/** An answer gathered by verb. */
export type Spoken = { [V in Exclude<Verb, 'rewrite' | 'replace'>]?: string } & {
  rewrite?: Record<string, unknown>;
  replace?: unknown;
};

type Json = Record<string, unknown>;

type Spell = (spoken: Spoken, event: EventName, spec: Target) => Json;

/** The dialects: how an answer looks as JSON. */
export const SPELL: Record<Target['dialect'], Spell> = {
  nested: (spoken, event) => ({
    ...common(spoken),
    ...(isPermission(event) ? refusal(spoken, event) : objection(spoken)),
    ...section(event, {
      ...(isPermission(event) ? permission(spoken, event) : input(spoken)),
      ...('replace' in spoken ? { [FACTS[event].replaces ?? '']: spoken.replace } : {}),
      ...(spoken.context ? { additionalContext: spoken.context } : {}),
    }),
  }),
  gemini: (spoken, event, spec) => ({
    ...common(spoken),
    ...gate(spoken),
    ...section(spec.events[event] ?? event, {
      ...(spoken.rewrite ? { tool_input: spoken.rewrite } : {}),
      ...(spoken.context ? { additionalContext: spoken.context } : {}),
    }),
  }),
  // What the user should know goes ahead of it, on a line of its own.
  copilot: (spoken, event) => ({
    ...COPILOT[event === 'PermissionRequest' ? 'asked' : isPermission(event) ? 'call' : 'other'](
      spoken,
    ),
    ...given('additionalContext', spoken.context),
    ...('replace' in spoken
      ? { modifiedResult: { resultType: 'success', textResultForLlm: textOf(spoken.replace) } }
      : {}),
  }),
  cursor: (spoken, event) => ({
    ...(CURSOR[event] ?? cursorCall)(spoken),
    ...given('additional_context', spoken.context),
  }),
};

const COPILOT: Readonly<Record<'asked' | 'call' | 'other', (spoken: Spoken) => Json>> = {
  asked: (spoken) => {
    const { halt } = spoken;
    const [behavior, message] = halt === undefined ? decided(spoken) : ['deny', reason(halt)];
    return {
      ...given('behavior', behavior),
      ...given('message', message),
      ...(halt === undefined ? {} : { interrupt: true }),
    };
  },
  call: (spoken) => {
    const [decision, why] = decided(spoken);
    return {
      ...given('permissionDecision', decision),
      ...given('permissionDecisionReason', why),
      ...(spoken.rewrite ? { modifiedArgs: spoken.rewrite } : {}),
    };
  },
  other: objection,
};

/** The agent and the user each get words of their own. */
function cursorCall(spoken: Spoken): Json {
  const [permission, why] = decided(spoken);
  return {
    ...given('permission', permission),
    ...given('agent_message', why),
    ...given('user_message', permission ? spoken.warn || why : undefined),
    ...(spoken.rewrite ? { updated_input: spoken.rewrite } : {}),
  };
}

const held = ({ block }: Spoken): Json =>
  block === undefined ? {} : { followup_message: reason(block) };

const CURSOR: Readonly<Partial<Record<EventName, (spoken: Spoken) => Json>>> = {
  UserPromptSubmit: ({ block }) =>
    block === undefined ? {} : { continue: false, user_message: reason(block) },
  Stop: held,
  SubagentStop: held,
  PreCompact: ({ warn }) => given('user_message', warn),
};

const given = (name: string, text: string | undefined): Json => (text ? { [name]: text } : {});

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const common = ({ halt, warn, sandbox }: Spoken): Json => ({
  ...(halt === undefined ? {} : { continue: false, stopReason: halt }),
  ...(warn ? { systemMessage: warn } : {}),
  ...(sandbox ? { sandbox } : {}),
});

const isPermission = (event: EventName): boolean => FACTS[event]?.decides === 'permission';

function objection({ block }: Spoken): Json {
  return block === undefined ? {} : { decision: 'block', reason: reason(block) };
}

const input = ({ rewrite }: Spoken): Json => (rewrite ? { updatedInput: rewrite } : {});

/** What is decided, and why, in the form that the event has for it. */
function permission(spoken: Spoken, event: EventName): Json {
  const [behavior, why] = decided(spoken);
  const { form } = FACTS[event];
  if (form === 'action')
    return behavior ? { action: behavior === 'deny' ? 'decline' : 'accept' } : {};
  if (!behavior) return input(spoken);
  if (form === 'decision')
    return { decision: { behavior, ...(why ? { message: why } : {}), ...input(spoken) } };
  return {
    permissionDecision: behavior,
    ...(why ? { permissionDecisionReason: why } : {}),
    ...input(spoken),
  };
}

/** An action has no words of its own. */
function refusal(spoken: Spoken, event: EventName): Json {
  const [behavior, why] = FACTS[event].form === 'action' ? decided(spoken) : [];
  return behavior && why ? { reason: why } : {};
}

function decided({ deny, block, ask, allow }: Spoken): [string?, string?] {
  const refused = deny ?? block;
  if (refused !== undefined) return ['deny', reason(refused)];
  if (ask !== undefined) return ['ask', ask];
  return allow === undefined ? [] : ['allow', allow];
}

function gate(spoken: Spoken): Json {
  const [decision, why] = decided(spoken);
  return decision ? { decision, ...(why ? { reason: why } : {}) } : {};
}

/** The words of a refusal must not be empty: some agents would let the action pass. */
const reason = (text: string) => text || 'A hook objects and gave no reason.';

const section = (hookEventName: string, fields: Json): Json =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName, ...fields } };
