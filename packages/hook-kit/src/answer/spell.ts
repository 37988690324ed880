import { type EventName, FACTS } from '../event/events.generated.ts';
import type { Verb } from './say.ts';
import type { Target } from './targets.ts';

/** An answer gathered by verb. */
export type Spoken = { [V in Exclude<Verb, 'rewrite'>]?: string } & {
  rewrite?: Record<string, unknown>;
};

export type Json = Record<string, unknown>;

/** The dialects: how an answer looks as JSON. */
export const SPELL: Record<
  Target['speaks'],
  (spoken: Spoken, event: EventName, spec: Target) => Json
> = {
  nested: (spoken, event) => ({
    ...common(spoken),
    ...(isPermission(event) ? {} : objection(spoken)),
    ...section(event, {
      ...(isPermission(event) ? permission(spoken) : {}),
      ...(spoken.rewrite ? { updatedInput: spoken.rewrite } : {}),
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
};

const common = ({ halt, warn }: Spoken): Json => ({
  ...(halt === undefined ? {} : { continue: false, stopReason: halt }),
  ...(warn ? { systemMessage: warn } : {}),
});

const isPermission = (event: EventName): boolean => FACTS[event]?.decides === 'permission';

const objection = ({ block }: Spoken): Json =>
  block === undefined ? {} : { decision: 'block', reason: reason(block) };

function permission({ deny, block, ask, allow }: Spoken): Json {
  const refused = deny ?? block;
  if (refused !== undefined) return decided('deny', reason(refused));
  if (ask !== undefined) return decided('ask', ask);
  return allow === undefined ? {} : decided('allow', allow);
}

const decided = (permissionDecision: string, why: string): Json => ({
  permissionDecision,
  ...(why ? { permissionDecisionReason: why } : {}),
});

function gate({ deny, block, allow }: Spoken): Json {
  const refused = deny ?? block;
  if (refused !== undefined) return { decision: 'deny', reason: reason(refused) };
  return allow === undefined ? {} : { decision: 'allow', ...(allow ? { reason: allow } : {}) };
}

/** The words of a refusal must not be empty: some agents would let the action pass. */
const reason = (text: string) => text || 'A hook objects and gave no reason.';

const section = (hookEventName: string, fields: Json): Json =>
  Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName, ...fields } };
