import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai';
import { type Endpoint, loadLibrary, openEndpoint } from './endpoint.ts';
import { BrokenStream } from './failure.ts';
import type { ModelPart, ModelRequest, Usage } from './model.ts';
import { prepare } from './prepare.ts';
import { watch } from './watch.ts';

export interface AttemptOptions {
  readonly signal: AbortSignal;
  readonly fetch: typeof globalThis.fetch;
  /** How long the endpoint may be silent before the attempt counts as broken. */
  readonly silenceMs: number;
  readonly maxOutputTokens?: number | undefined;
}

/**
 * Asks once. Text comes as it arrives; calls are held back until the answer is complete, so that an
 * answer that breaks has never given one out. Throws whatever went wrong, as it came.
 */
export async function* attempt(
  endpoint: Endpoint,
  request: ModelRequest,
  options: AttemptOptions,
): AsyncGenerator<ModelPart> {
  const watched = watch(options.signal, options.silenceMs);
  try {
    const stream = await open(endpoint, request, options, watched);
    yield* complete(stream);
  } catch (thrown) {
    throw watched.silence() ?? thrown;
  } finally {
    watched.end();
  }
}

type Stream = AsyncIterable<TextStreamPart<ToolSet>>;

async function open(
  endpoint: Endpoint,
  request: ModelRequest,
  { fetch, maxOutputTokens }: AttemptOptions,
  watched: ReturnType<typeof watch>,
): Promise<Stream> {
  const library = await loadLibrary();
  const model = await openEndpoint(endpoint, watched.over(fetch));
  return library.streamText({
    model,
    ...prepare(library, endpoint.protocol, request),
    ...(maxOutputTokens ? { maxOutputTokens } : {}),
    // Input that is streamed early may be no valid JSON; we need it whole anyway.
    providerOptions: { anthropic: { toolStreaming: false } },
    abortSignal: watched.signal,
    maxRetries: 0,
    telemetry: { isEnabled: false },
    onError: () => {},
  }).stream;
}

async function* complete(stream: Stream): AsyncGenerator<ModelPart> {
  const calls: Call[] = [];
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new BrokenStream('was aborted');
    if (part.type === 'tool-call') calls.push(callPart(part));
    else if (part.type === 'finish') return yield* finished(part, calls);
    else yield* said(part);
  }
  throw new BrokenStream('ended early');
}

type Call = Extract<ModelPart, { is: 'call' }>;
type Part<T extends string> = Extract<TextStreamPart<ToolSet>, { type: T }>;

/** Unknown names and odd inputs are the agent's to answer; only what is no JSON is set apart. */
function callPart({ toolCallId: id, toolName: name, input, invalid }: Part<'tool-call'>): Call {
  const unread = invalid && typeof input === 'string';
  if (unread) return { is: 'call', id, name, input: undefined, invalid: input };
  return { is: 'call', id, name, input };
}

function* said(part: TextStreamPart<ToolSet>): Generator<ModelPart> {
  if (part.type === 'text-delta' && part.text !== '') yield { is: 'text', text: part.text };
  if (!isReasoning(part)) return;
  const text = part.type === 'reasoning-delta' ? part.text : '';
  const metadata = part.providerMetadata;
  if (text !== '' || metadata) yield { is: 'reasoning', text, ...(metadata ? { metadata } : {}) };
}

/** A start can carry data too (redacted thoughts); an end repeats what was there. */
function isReasoning(
  part: TextStreamPart<ToolSet>,
): part is Part<'reasoning-start'> | Part<'reasoning-delta'> {
  return part.type === 'reasoning-start' || part.type === 'reasoning-delta';
}

/** A provider always says why it stopped. When it did not, the answer was cut off. */
function* finished(part: Part<'finish'>, calls: readonly Call[]): Generator<ModelPart> {
  const { finishReason, rawFinishReason, totalUsage } = part;
  if (rawFinishReason === undefined) throw new BrokenStream('ended early');
  yield* finishReason === 'length' ? withoutTrust(calls) : calls;
  const reason = calls.length > 0 ? 'calls' : (REASONS[finishReason] ?? 'other');
  yield { is: 'finish', usage: usageOf(totalUsage), reason };
}

/** Where the answer ran out of room, its last call lacks its end even if it can be read. */
function withoutTrust(calls: readonly Call[]): readonly Call[] {
  return calls.map((call, i) => {
    if (i < calls.length - 1 || call.invalid !== undefined) return call;
    return { ...call, input: undefined, invalid: JSON.stringify(call.input) };
  });
}

const REASONS: Readonly<Partial<Record<string, 'stop' | 'length'>>> = {
  stop: 'stop',
  length: 'length',
};

function usageOf({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage): Usage {
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cachedTokens: inputTokenDetails.cacheReadTokens ?? 0,
    cacheWriteTokens: inputTokenDetails.cacheWriteTokens ?? 0,
  };
}
