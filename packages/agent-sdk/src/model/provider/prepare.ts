import type { ModelMessage, SystemModelMessage } from 'ai';
import { wellFormed } from '../../base/well-formed.ts';
import type { ModelRequest, ToolSpec } from '../../vocabulary/model.ts';
import type { Endpoint, Protocol } from './endpoint.ts';
import type { ProviderModel } from './open-endpoint.ts';

/** A request as a provider's library takes it. */
export type Prepared = Parameters<ProviderModel['doStream']>[0];

/** Calls come back to the agent, which asks hooks and people first. */
export async function prepare(
  model: ProviderModel,
  { protocol }: Pick<Endpoint, 'protocol'>,
  request: ModelRequest,
): Promise<Prepared> {
  const { convertToLanguageModelPrompt } = await import('ai/internal');
  const prompt = await convertToLanguageModelPrompt({
    prompt: promptOf(protocol, request),
    supportedUrls: await model.supportedUrls,
    download: undefined,
  });
  if (request.tools.length === 0) return { prompt };
  return { prompt, tools: request.tools.map(mend).map(functionTool), toolChoice: { type: 'auto' } };
}

function promptOf(protocol: Protocol, { system, messages }: ModelRequest) {
  const instructions: SystemModelMessage = { role: 'system', content: system, ...CACHED };
  return {
    instructions: system.trim() === '' ? undefined : instructions,
    messages: protocol === 'anthropic' ? withMarks(messages) : messages.map(withOneText),
  };
}

/** Anthropic caches what is in front of a mark; at most four marks. Others do not look at it. */
const CACHED = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } } as const;

/** The last of them has the mark. */
function functionTool(
  { name, description, inputSchema }: ToolSpec,
  at: number,
  all: readonly ToolSpec[],
) {
  const mark = at === all.length - 1 ? CACHED : {};
  return { type: 'function' as const, name, description, inputSchema, ...mark };
}

/** What a tool says of itself stays the same, and is sent with every request. */
const mended = new WeakMap<ToolSpec, ToolSpec>();

function mend(spec: ToolSpec): ToolSpec {
  const known = mended.get(spec) ?? (wellFormed(spec) as ToolSpec);
  mended.set(spec, known);
  return known;
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
