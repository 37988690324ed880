import type { Conversation } from './conversation.ts';
import type { AgentEvent } from './events.ts';
import type { Call } from './executor.ts';
import type { Model, ModelPart, ToolSpec, Usage } from './model/model.ts';
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

const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/** Asks the model once and puts its answer into the conversation. */
export async function askModel(parts: AnswerParts, signal: AbortSignal): Promise<Answer> {
  const request = {
    system: parts.system,
    messages: convertMessagesForAPI(parts.conversation.messages),
    tools: parts.specs,
  };
  let gathered: ModelPart[] = [];
  for await (const part of parts.model().stream(request, { signal })) {
    if (signal.aborted) break;
    // A stream that broke begins again: what came before it counts for nothing.
    if (part.is === 'restart') gathered = [];
    else gathered.push(part);
    if (part.is === 'text' || part.is === 'reasoning')
      parts.emit({ is: 'delta', text: part.text, kind: part.is });
  }
  const usage = gathered.find((part) => part.is === 'finish')?.usage ?? NO_USAGE;
  parts.emit({ is: 'usage', usage });
  return { ...record(gathered, parts.conversation, signal), usage };
}

/** One message for one answer, its blocks in the order in which they came. */
function record(
  gathered: readonly ModelPart[],
  conversation: Conversation,
  signal: AbortSignal,
): Pick<Answer, 'text' | 'calls'> {
  // Calls of an answer that was cut short may be incomplete: none of them is made.
  const calls = signal.aborted ? [] : gathered.filter((part) => part.is === 'call');
  const blocks = [
    ...joined(gathered, 'reasoning'),
    ...joined(gathered, 'text'),
    ...calls.map(({ id, name, input }) => ({
      type: 'tool' as const,
      id,
      name,
      parameters: asObject(input),
      stage: 'pending' as const,
    })),
  ];
  if (blocks.length > 0) conversation.add('assistant', blocks);
  const text = gathered.map((part) => (part.is === 'text' ? part.text : '')).join('');
  return { text, calls };
}

/** Neighbouring pieces of one kind are one block. A piece with data of its provider ends its block. */
function joined(gathered: readonly ModelPart[], kind: 'text' | 'reasoning') {
  const blocks: {
    type: 'text' | 'reasoning';
    content: string;
    metadata?: Record<string, unknown>;
  }[] = [];
  let open = false;
  for (const part of gathered) {
    if (part.is !== kind) {
      open = false;
      continue;
    }
    const last = open ? blocks.at(-1) : undefined;
    const metadata = part.is === 'reasoning' ? part.metadata : undefined;
    if (last) last.content += part.text;
    else blocks.push({ type: kind, content: part.text });
    const block = blocks.at(-1);
    if (metadata && block) block.metadata = { ...metadata };
    open = metadata === undefined;
  }
  return blocks.filter(({ content, metadata }) => content !== '' || metadata) as never[];
}

const asObject = (input: unknown): Record<string, unknown> =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : {};
