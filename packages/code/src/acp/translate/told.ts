import type { SessionUpdate } from '@agentclientprotocol/sdk';
import type { Said } from '../../agent/close/told.ts';
import { exactly, printable } from '../../cli/style.ts';

/** What an editor can show beside a conversation. */
export interface Shows {
  readonly notices: boolean;
  readonly compaction: boolean;
  /** A terminal of the agent's own, see `terminal.ts`. */
  readonly terminals: boolean;
  /** Terminals of its own, in which commands run. Then a call has one of the agent's only once it prints. */
  readonly runsCommands: boolean;
}

const SIGNS: Readonly<Record<Said['tone'], string>> = { info: 'ℹ', warning: '⚠', error: '✗' };

/** What only the user is told: a notice, or a quotation in the conversation where the editor has none. */
export function toldUpdate({ tone, text, hook, named }: Said, shows: Shows): SessionUpdate {
  const words = exactly(printable(text));
  const by = hook === undefined || named ? '' : `Hook "${exactly(printable(hook))}"`;
  if (shows.notices)
    return {
      sessionUpdate: 'notice',
      severity: tone,
      ...(by === '' ? { title: words } : { title: by, description: words }),
    };
  const whole = `${SIGNS[tone]} ${by === '' ? words : `${by}: ${words}`}`;
  return chunk('agent_message_chunk', `\n\n${whole.replace(/^/gm, '> ')}\n\n`);
}

type Chunk = 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk';

export const chunk = (kind: Chunk, text: string, messageId?: string): SessionUpdate => ({
  sessionUpdate: kind,
  content: { type: 'text', text },
  ...(messageId === undefined ? {} : { messageId }),
});
