import type { EventName, Verdict } from 'wave-hooks';

/**
 * THE TABLE: where what hooks say goes in the conversation. What the user is told is the same for all
 * events: an error block or a notice, never for the model.
 *
 * | part of the verdict | PreToolUse | PostToolUse | UserPromptSubmit | Stop |
 */
const ROUTES = {
  PreToolUse: { toAgent: 'tool-result', context: 'after-step' },
  PostToolUse: { toAgent: 'after-step', context: 'after-step' },
  UserPromptSubmit: { toAgent: 'nowhere', context: 'after-prompt' },
  Stop: { toAgent: 'after-answer', context: 'nowhere' },
} as const satisfies Record<EventName, { toAgent: Route; context: Route }>;

/** The result of the call itself, or a user message at that point; `nowhere` never has a text. */
export type Route = 'tool-result' | 'after-step' | 'after-prompt' | 'after-answer' | 'nowhere';

/** The user messages that an event adds: its feedback, then all its context as one. */
export function messagesOf(verdict: Verdict): string[] {
  const routes = ROUTES[verdict.event];
  const feedback = isMessage(routes.toAgent) ? join(verdict.toAgent) : '';
  const context = isMessage(routes.context) ? join(verdict.context) : '';
  return [feedback, context].filter((text) => text !== '');
}

const isMessage = (route: Route) => route !== 'tool-result' && route !== 'nowhere';

/** What a blocked call answers to the model. */
export const blockedResult = (verdict: Verdict): string => join(verdict.toAgent);

/** The same for the user: by whom. */
export const blockedBy = ({ decidedBy }: Verdict): string => named(decidedBy);

export const rewrittenBy = ({ rewrittenBy }: Verdict): string => named(rewrittenBy);

function named(hooks: readonly string[]): string {
  const names = [...new Set(hooks)];
  return `the hook${names.length === 1 ? '' : 's'} ${names.join(', ')}`;
}

const join = (told: readonly { text: string }[]): string =>
  told.map(({ text }) => text).join('\n\n');
