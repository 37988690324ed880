import type { Verdict } from '@wavehooks/hooks';
import type { TextBlock } from '../vocabulary/messages.ts';

/** The user messages that an event adds: its feedback, then all its context as one. */
export const messagesOf = (
  { toAgent, context, event }: Pick<Verdict, 'toAgent' | 'context' | 'event'>,
  call?: TextBlock['call'],
): TextBlock[] =>
  [toAgent, context]
    .filter((told) => join(told) !== '')
    .map((told) => ({
      type: 'text',
      content: join(told),
      hooks: [...new Set(told.map(({ hook }) => hook))],
      event,
      ...(call ? { call } : {}),
    }));

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
