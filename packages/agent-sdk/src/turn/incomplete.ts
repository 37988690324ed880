import type { Incomplete } from '../conversation/agent-event.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { Answer } from './answer.ts';

const TEXTS: Readonly<Record<Incomplete, string>> = {
  length: "The reply was cut: it reached the model's output limit.",
  refusal: 'The model or its provider refused to finish the reply.',
  empty: 'The model ended its turn without a word.',
};

/** Tells the user of an answer that is not whole, and gives what is wrong with it. */
export function tellIncomplete(
  answer: Answer,
  conversation: Pick<Conversation, 'tell'>,
): Incomplete | undefined {
  const incomplete = incompleteOf(answer);
  if (incomplete === undefined) return undefined;
  const lost = answer.calls.find(({ cut }) => cut);
  const call = lost ? ` Its last call, ${lost.name}, is not run.` : '';
  conversation.tell('warning', `${TEXTS[incomplete]}${call}`);
  return incomplete;
}

function incompleteOf({ reason, text, calls }: Answer): Incomplete | undefined {
  if (reason === 'length' || reason === 'refusal') return reason;
  return text.trim() === '' && calls.length === 0 && reason !== 'pause' ? 'empty' : undefined;
}
