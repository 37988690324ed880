import type { Conversation } from './conversation.ts';
import type { AgentEvent } from './events.ts';
import type { Call } from './executor.ts';
import type { Block } from './messages.ts';
import { addPart } from './model/collect.ts';
import type { Model, ToolSpec, Usage } from './model/model.ts';
import { convertMessagesForAPI } from './utils/convertMessagesForAPI.ts';

/** What the model answered, already in the conversation. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly Call[];
  readonly usage: Usage;
}

export interface AnswerParts {
  readonly conversation: Conversation;
  readonly model: () => Model;
  readonly system: string;
  readonly specs: readonly ToolSpec[];
  readonly emit: (event: AgentEvent) => void;
}

/**
 * Asks the model once and puts its answer into the conversation as one message. An answer that broke
 * off, by an abort or an error, is kept as far as it came, without its calls: they may be incomplete.
 */
export async function askModel(parts: AnswerParts, signal: AbortSignal): Promise<Answer> {
  let blocks: readonly Block[] = [];
  let usage: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
  const calls: Call[] = [];
  let whole = false;
  try {
    for await (const part of parts.model().stream(requestOf(parts), { signal })) {
      blocks = addPart(blocks, part);
      if (part.is === 'call') calls.push(part);
      if (part.is === 'finish') usage = part.usage;
      if (part.is === 'restart') calls.length = 0;
      if (part.is === 'text' || part.is === 'reasoning')
        parts.emit({ is: 'delta', text: part.text, kind: part.is });
    }
    whole = !signal.aborted;
  } finally {
    const kept = whole ? blocks : blocks.filter(({ type }) => type !== 'tool');
    if (kept.length > 0) parts.conversation.add('assistant', kept);
  }
  parts.emit({ is: 'usage', usage });
  return { text: textOf(blocks), calls: whole ? calls : [], usage };
}

const requestOf = ({ conversation, system, specs }: AnswerParts) => ({
  system,
  messages: convertMessagesForAPI(conversation.messages),
  tools: specs,
});

const textOf = (blocks: readonly Block[]): string =>
  blocks.map((block) => (block.type === 'text' ? block.content : '')).join('');
