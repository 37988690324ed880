import type { AgentEvent } from '@wavehooks/agent-sdk';
import type { History } from '../editor/history.ts';

/** A prompt between the user and the agent: what the history keeps of it is known only when the agent has it. */
export interface OnItsWay {
  begin(typed: string): void;
  hear(event: AgentEvent): void;
  end(): void;
}

export function onItsWay(
  history: History,
  onRewritten: (typed: string, sent: string) => void,
): OnItsWay {
  /** What is on its way, until the agent has it. */
  let sending: string | undefined;
  return {
    begin: (typed) => {
      sending = typed;
    },
    hear: (event) => {
      if (event.is === 'prompt') {
        onRewritten(sending ?? event.typed, event.sent);
        // What a hook took out of it is kept nowhere.
        sending = event.sent;
      }
      // Only now: a prompt that a hook blocks is kept nowhere.
      const taken = promptIn(event);
      if (taken === undefined) return;
      history.add(sending ?? taken);
      sending = undefined;
    },
    end: () => {
      sending = undefined;
    },
  };
}

/** The prompt that the agent has taken, if it is that. */
function promptIn(event: AgentEvent): string | undefined {
  if (event.is !== 'change' || event.change.is !== 'added') return undefined;
  const { from, blocks } = event.change.message;
  if (from !== 'prompt') return undefined;
  return blocks.flatMap((block) => (block.type === 'text' ? [block.content] : [])).join('\n');
}
