import type { ModelMessage, SystemModelMessage } from 'ai';
import { wellFormed } from '../../base/well-formed.ts';
import type { ModelRequest, ToolSpec } from '../../vocabulary/model.ts';
import type { AssistantPart } from '../../vocabulary/model-message.ts';
import { theirName } from '../../vocabulary/served-tools.ts';
import type { Endpoint, Protocol } from './endpoint.ts';
import type { ProviderModel } from './open-endpoint.ts';
import type { MarkedBy } from './system-mark.ts';

/** A request as a provider's library takes it. */
export type Prepared = Parameters<ProviderModel['doStream']>[0];

/** Calls come back to the agent, which asks hooks and people first. */
export async function prepare(
  model: ProviderModel,
  { protocol }: Pick<Endpoint, 'protocol'>,
  request: ModelRequest,
  markedBy: MarkedBy,
): Promise<Prepared> {
  const { convertToLanguageModelPrompt } = await import('ai/internal');
  const prompt = await convertToLanguageModelPrompt({
    prompt: promptOf(protocol, request, markedBy),
    supportedUrls: await model.supportedUrls,
    download: undefined,
  });
  const tools = [...searchTool(protocol, request), ...request.tools.map(mend).map(functionTool)];
  if (tools.length === 0) return { prompt };
  return { prompt, tools, toolChoice: { type: 'auto' } };
}

type ProviderTools = NonNullable<Prepared['tools']>;

/** What a provider searches with itself. A tool of that name that Wave has keeps its name. */
function searchTool(protocol: Protocol, { search, tools }: ModelRequest): ProviderTools {
  const name = theirName('WebSearch');
  if (protocol !== 'anthropic' || !search || tools.some((tool) => tool.name === name)) return [];
  const { allowed, blocked } = search;
  const args = {
    maxUses: MAX_SEARCHES,
    ...(allowed ? { allowedDomains: [...allowed] } : {}),
    ...(blocked ? { blockedDomains: [...blocked] } : {}),
  };
  return [{ type: 'provider', id: 'anthropic.web_search_20250305', name, args }];
}

/** In one answer. */
const MAX_SEARCHES = 8;

function promptOf(protocol: Protocol, { system, messages }: ModelRequest, markedBy: MarkedBy) {
  const mark = markedBy === 'library' ? CACHED : {};
  const instructions: SystemModelMessage = { role: 'system', content: system, ...mark };
  return {
    instructions: system.trim() === '' ? undefined : instructions,
    messages:
      protocol === 'anthropic' ? withMarks(messages) : messages.map(withOneText).map(withoutServed),
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
  const isLast = at === all.length - 1;
  // Input that is streamed early may be no valid JSON; we need it whole anyway.
  const anthropic = {
    eagerInputStreaming: false,
    ...(isLast ? CACHED.providerOptions.anthropic : {}),
  };
  const providerOptions = { anthropic };
  return { type: 'function' as const, name, description, inputSchema, providerOptions };
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

/** What another provider ran itself is a text to this one: it has no such calls. */
function withoutServed(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const content = message.content as AssistantPart[];
  if (!content.some((part) => part.type === 'tool-result')) return message;
  return { ...message, content: content.flatMap(servedAsText) };
}

function servedAsText(part: AssistantPart): AssistantPart[] {
  if (part.type === 'tool-call' && part.providerExecuted)
    return [{ type: 'text', text: `[${part.toolName}: ${JSON.stringify(part.input)}]` }];
  if (part.type !== 'tool-result') return [part];
  const found = Array.isArray(part.output.value) ? part.output.value : [];
  const urls = found.flatMap((one) =>
    one && typeof one === 'object' && 'url' in one ? [String(one['url'])] : [],
  );
  return [{ type: 'text', text: `[found: ${urls.join(' ') || 'nothing'}]` }];
}
