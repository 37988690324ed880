import { createHash } from 'node:crypto';
import type { ModelMessage, SystemModelMessage } from 'ai';
import { wellFormed } from '../../base/well-formed.ts';
import type { ModelRequest, ToolSpec } from '../../vocabulary/model.ts';
import type { AssistantPart } from '../../vocabulary/model-message.ts';
import { theirName } from '../../vocabulary/served-tools.ts';
import { forFamily, withIds } from '../request/chat-families.ts';
import { portableSchema } from '../request/portable-schema.ts';
import { type Endpoint, type Protocol, typeOf } from './endpoint.ts';
import type { ProviderModel } from './open-endpoint.ts';
import type { MarkedBy } from './system-mark.ts';

/** A request as a provider's library takes it. */
export type Prepared = Parameters<ProviderModel['doStream']>[0];

/** Calls come back to the agent, which asks hooks and people first. */
export async function prepare(
  model: ProviderModel,
  endpoint: Spoken,
  request: ModelRequest,
  markedBy: MarkedBy,
): Promise<Prepared> {
  const { protocol } = endpoint;
  const { convertToLanguageModelPrompt } = await import('ai/internal');
  const prompt = await convertToLanguageModelPrompt({
    prompt: promptOf(endpoint, request, markedBy),
    supportedUrls: await model.supportedUrls,
    download: undefined,
  });
  const last = markedBy === 'nobody' ? undefined : request.tools.at(-1);
  const tools = [
    ...searchTool(endpoint, request),
    ...request.tools.map((one) => functionTool(mend(one), one === last)),
  ];
  const options = OPTIONS[protocol]?.(request) ?? {};
  if (tools.length === 0) return { prompt, ...options };
  return { prompt, ...options, tools, toolChoice: { type: 'auto' } };
}

/** A request with what else is asked of the provider. */
export const withOptions = (request: Prepared, more: Partial<Prepared>): Prepared => ({
  ...request,
  ...more,
  providerOptions: merged(request.providerOptions ?? {}, more.providerOptions ?? {}),
});

type Options = NonNullable<Prepared['providerOptions']>;

const merged = (a: Options, b: Options): Options =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => [
      name,
      { ...a[name], ...b[name] },
    ]),
  );

/** What each protocol is always told. */
const OPTIONS: Readonly<Partial<Record<Protocol, (request: ModelRequest) => Partial<Prepared>>>> = {
  // Nothing is kept at the provider: thoughts come back encrypted, and go along with the next request.
  responses: (request) => ({
    providerOptions: { openai: { store: false, promptCacheKey: cacheKey(request) } },
  }),
};

/** The same for all requests of a conversation: how it begins. */
function cacheKey({ system, messages: [first] }: ModelRequest): string {
  const hash = createHash('sha256')
    .update(system)
    .update(JSON.stringify(first ?? ''));
  return `wave-${hash.digest('hex').slice(0, 32)}`;
}

type ProviderTools = NonNullable<Prepared['tools']>;

/** What a provider searches with itself; Amazon does not. A tool of that name that Wave has keeps its name. */
function searchTool(at: Spoken, { search, tools }: ModelRequest): ProviderTools {
  const name = theirName('WebSearch');
  const searches = at.protocol === 'anthropic' && typeOf(at) !== 'bedrock';
  if (!searches || !search || tools.some((tool) => tool.name === name)) return [];
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

type Spoken = Pick<Endpoint, 'protocol' | 'model' | 'type' | 'provider'>;

function promptOf(endpoint: Spoken, { system, messages }: ModelRequest, markedBy: MarkedBy) {
  const { protocol } = endpoint;
  const mark = markedBy === 'library' ? CACHED : {};
  const instructions: SystemModelMessage = { role: 'system', content: system, ...mark };
  const made = MESSAGES[protocol]?.(messages, endpoint) ?? plainly(messages);
  return {
    instructions: system.trim() === '' ? undefined : instructions,
    messages: protocol === 'anthropic' && markedBy !== 'nobody' ? withMarks(made) : made,
  };
}

/** Conversations as each protocol takes them. */
const MESSAGES: Readonly<
  Partial<Record<Protocol, (all: readonly ModelMessage[], at: Spoken) => ModelMessage[]>>
> = {
  anthropic: (all) => all.map((one) => withIds(one, /^[a-zA-Z0-9_-]{1,64}$/)),
  // OpenRouter translates for whoever serves the model.
  chat: (all, at) => {
    const made = plainly(all).map(withGaps);
    return typeOf(at) === 'openrouter' ? made : forFamily(at.model, made);
  },
  responses: (all) => plainly(all).map((one) => withDetail(withIds(one, /^.{1,64}$/s))),
};

const plainly = (messages: readonly ModelMessage[]): ModelMessage[] =>
  messages.map(withOneText).map(withoutServed);

/** Anthropic caches what is in front of a mark; at most four marks. Others do not look at it. */
const CACHED = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } } as const;

/** The last of them has the mark. */
function functionTool({ name, description, inputSchema }: ToolSpec, isMarked: boolean) {
  // Input that is streamed early may be no valid JSON; we need it whole anyway.
  const anthropic = {
    eagerInputStreaming: false,
    ...(isMarked ? CACHED.providerOptions.anthropic : {}),
  };
  const providerOptions = { anthropic };
  return { type: 'function' as const, name, description, inputSchema, providerOptions };
}

/** What a tool says of itself stays the same, and is sent with every request. */
const mended = new WeakMap<ToolSpec, ToolSpec>();

function mend(spec: ToolSpec): ToolSpec {
  const known = mended.get(spec) ?? asSent(spec);
  mended.set(spec, known);
  return known;
}

function asSent(spec: ToolSpec): ToolSpec {
  const whole = wellFormed(spec) as ToolSpec;
  return { ...whole, inputSchema: portableSchema(whole.inputSchema) };
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

/** An answer is one text there, with its calls beside it: what stood around a call must not run together. */
function withGaps(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const parts = message.content as AssistantPart[];
  const first = parts.findIndex(({ type }) => type === 'text');
  const content = parts.map((part, at) =>
    part.type === 'text' && at > first && parts[at - 1]?.type !== 'text'
      ? { ...part, text: `\n\n${part.text}` }
      : part,
  );
  return { ...message, content };
}

/** The Responses API has this field in every image; the library sends it only when told. */
function withDetail(message: ModelMessage): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  const content = message.content.map((part) =>
    part.type === 'file' ? { ...part, ...DETAIL } : part,
  );
  return { ...message, content };
}

const DETAIL = { providerOptions: { openai: { imageDetail: 'auto' } } };

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
