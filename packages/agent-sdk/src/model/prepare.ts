import type { ModelMessage, SystemModelMessage, ToolSet } from 'ai';
import type { Protocol } from './endpoint.ts';
import type { ModelRequest, ToolSpec } from './model.ts';

type Library = typeof import('ai');

/** A request as the library takes it. */
export interface Prepared {
  readonly instructions?: SystemModelMessage;
  readonly messages: ModelMessage[];
  readonly tools: ToolSet;
}

/** Tools have no `execute`: calls come back to the agent, which asks hooks and people first. */
export function prepare(library: Library, protocol: Protocol, request: ModelRequest): Prepared {
  const { system, messages, tools } = request;
  const instructions = { role: 'system', content: system, ...CACHED } as const;
  return {
    ...(system.trim() === '' ? {} : { instructions }),
    messages: protocol === 'anthropic' ? withMarks(messages) : messages.map(withOneText),
    tools: toolSet(library, tools),
  };
}

/** Anthropic caches what is in front of a mark; at most four marks. Others do not look at it. */
const CACHED = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } } as const;

function toolSet({ jsonSchema }: Library, specs: readonly ToolSpec[]): ToolSet {
  const set: ToolSet = {};
  for (const { name, description, inputSchema } of specs) {
    const mark = name === specs.at(-1)?.name ? CACHED : {};
    set[name] = { description, inputSchema: jsonSchema(inputSchema), ...mark };
  }
  return set;
}

/**
 * Marks the end of this request and the end of the one before it. The next request finds the first
 * of them where this one put the second, so the conversation is read from the cache up to there.
 */
function withMarks(messages: readonly ModelMessage[]): ModelMessage[] {
  const lastAnswer = messages.findLastIndex(({ role }) => role === 'assistant');
  const marked = new Set([messages.length - 1, lastAnswer - 1]);
  return messages.map((message, i) => (marked.has(i) ? { ...message, ...CACHED } : message));
}

/** Not every OpenAI-compatible server takes a list of texts; one text they all take. */
function withOneText(message: ModelMessage): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const texts = message.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length !== message.content.length) return message;
  return { ...message, content: texts.join('\n\n') };
}
