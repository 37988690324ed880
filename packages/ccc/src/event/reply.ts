/** The events that the supervisor answers. */
export type EventKind = keyof typeof DOCUMENTS;

type Documents = Record<Answer, (reason: string) => Document>;

/** What it has to say about one: the agent may, it may not yet, or nothing at all. */
export type Answer = 'allow' | 'block' | 'none';

export type Document = Readonly<Record<string, unknown>>;

const silent: Documents = { allow: () => ({}), block: () => ({}), none: () => ({}) };

const held: Documents = {
  allow: (reason) => ({ reason }),
  block: (reason) => ({ decision: 'block', reason }),
  none: () => ({}),
};

/** THE TABLE: event x answer -> the document that the host reads. */
const DOCUMENTS = {
  Stop: held,
  SubagentStop: held,
  PreToolUse: {
    allow: (reason) => permission('allow', reason),
    block: (reason) => permission('deny', reason),
    none: () => ({}),
  },
  // A yes leaves the question to the user: a permission is not ours to give.
  PermissionRequest: {
    ...silent,
    block: (message) => ({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message },
      },
    }),
  },
  // A prompt is only heard of, never judged, and so is the end of a session.
  UserPromptSubmit: silent,
  SessionEnd: silent,
} as const satisfies Record<string, Documents>;

/** No name, or one that nobody knows, is a stop. */
export const eventNamed = (name: unknown): EventKind =>
  typeof name === 'string' && Object.hasOwn(DOCUMENTS, name) ? (name as EventKind) : 'Stop';

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
