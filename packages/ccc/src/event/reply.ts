/** The events that the supervisor answers. */
export type EventKind = 'Stop' | 'PreToolUse' | 'UserPromptSubmit';

/** What it has to say about one: the agent may, it may not yet, or nothing at all. */
export type Answer = 'allow' | 'block' | 'none';

export type Document = Readonly<Record<string, unknown>>;

/** THE TABLE: event x answer -> the document that the host reads. */
const DOCUMENTS: Record<EventKind, Record<Answer, (reason: string) => Document>> = {
  Stop: {
    allow: (reason) => ({ reason }),
    block: (reason) => ({ decision: 'block', reason }),
    none: () => ({}),
  },
  PreToolUse: {
    allow: (reason) => permission('allow', reason),
    block: (reason) => permission('deny', reason),
    none: () => ({}),
  },
  // A prompt is only heard of, never judged.
  UserPromptSubmit: { allow: () => ({}), block: () => ({}), none: () => ({}) },
};

/** The document for an event; what the user has to see rides along as `systemMessage`. */
export function documentOf(
  event: EventKind,
  answer: Answer,
  reason: string,
  userMessage?: string,
): Document {
  const document = DOCUMENTS[event][answer](reason);
  return userMessage === undefined ? document : { ...document, systemMessage: userMessage };
}

function permission(permissionDecision: 'allow' | 'deny', reason: string): Document {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason: reason,
    },
  };
}
