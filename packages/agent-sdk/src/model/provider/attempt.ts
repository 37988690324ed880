import { messageOf } from '../../base/error-text.ts';
import type { Call, FinishReason, ModelPart, ModelRequest, Usage } from '../../vocabulary/model.ts';
import { ourName } from '../../vocabulary/served-tools.ts';
import { bounded, type Meter, openMeter } from '../send/answer-bounds.ts';
import { joining } from '../send/join-deltas.ts';
import { onlyStreams } from '../send/only-streams.ts';
import type { Send } from '../send/send.ts';
import { BrokenStream, watch } from '../send/watch-silence.ts';
import type { Endpoint } from './endpoint.ts';
import { Unsent } from './failure.ts';
import type { Shorten, Shortened } from './kept-prefix.ts';
import { openEndpoint, type ProviderModel } from './open-endpoint.ts';
import { prepare } from './prepare.ts';
import { type MarkedBy, withSystemMark } from './system-mark.ts';
import type { Asked } from './thinking.ts';

export interface AttemptOptions {
  readonly signal: AbortSignal;
  readonly send: Send;
  /** How long the endpoint may be silent before the attempt counts as broken. */
  readonly silenceMs: number;
  readonly maxOutputTokens?: number | undefined;
  readonly onSent?: (() => void) | undefined;
  /** How it is asked to think. */
  readonly thinking?: Asked | undefined;
  /** Leaves out of a request what it has the bytes of. */
  readonly shorten: Shorten;
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

type Stream = Awaited<ReturnType<ProviderModel['doStream']>>['stream'];

/** What was kept does not fit what the library made. Nothing was sent. */
class Unfit extends Error {}

async function open(
  endpoint: Endpoint,
  request: ModelRequest,
  options: AttemptOptions,
  watched: ReturnType<typeof watch>,
): Promise<Stream> {
  const shortened = options.shorten(request.messages);
  try {
    return await openWith(shortened, endpoint, request, options, watched);
  } catch (thrown) {
    if (!(thrown instanceof Unsent && thrown.cause instanceof Unfit)) throw thrown;
    const all: Shortened = { messages: request.messages, whole: (body) => [body] };
    return openWith(all, endpoint, request, options, watched, 'library');
  }
}

async function openWith(
  { messages, whole }: Shortened,
  endpoint: Endpoint,
  request: ModelRequest,
  { send, onSent, maxOutputTokens, thinking = {} }: AttemptOptions,
  watched: ReturnType<typeof watch>,
  markedBy: MarkedBy = 'us',
): Promise<Stream> {
  let sent = false;
  const { protocol } = endpoint;
  const { system } = request;
  const sending: Send = (outgoing) => {
    const text = outgoing.body.join('');
    const marked = markedBy === 'us' ? withSystemMark(text, { protocol, system }) : text;
    const body = marked === undefined ? undefined : whole(marked);
    if (!body) throw new Unfit();
    sent = true;
    return send({ ...outgoing, body, onSent });
  };
  try {
    const model = await openEndpoint(
      endpoint,
      watched.over(joining(bounded(onlyStreams(sending)))),
    );
    const { stream } = await model.doStream({
      ...(await prepare(model, endpoint, { ...request, messages }, markedBy)),
      ...(maxOutputTokens ? { maxOutputTokens } : {}),
      ...thinking,
      abortSignal: watched.signal,
    });
    return stream;
  } catch (thrown) {
    throw sent ? thrown : new Unsent(messageOf(thrown), { cause: thrown });
  }
}

async function* complete(stream: Stream): AsyncGenerator<ModelPart> {
  const calls: Call[] = [];
  const count = openMeter();
  let searched = false;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    countPart(part, count);
    if (part.type === 'finish') return yield* finished(part, calls);
    if (part.type === 'tool-call' && !part.providerExecuted) calls.push(callPart(part));
    searched ||= part.type === 'tool-call' && part.providerExecuted === true;
    // Texts that cite are pieces of one: where each begins counts when they go back.
    if (part.type === 'text-start' && searched) yield { is: 'text', text: '', begins: true };
    yield* served(part);
    yield* said(part);
  }
  throw new BrokenStream('ended early');
}

/** What a call is given comes in pieces, which the library holds until the call is whole. */
function countPart(part: AnyPart, count: Meter): void {
  if (part.type === 'text-delta') count('text', part.delta);
  if (part.type === 'reasoning-delta') count('reasoning', part.delta);
  if (part.type === 'tool-input-delta') count('input', part.delta);
  if (part.type === 'tool-call') count('call', part.toolCallId, part.toolName);
  if (part.type === 'tool-result') count('call', JSON.stringify(part.result));
}

type AnyPart = Stream extends ReadableStream<infer P> ? P : never;
type Part<T extends AnyPart['type']> = Extract<AnyPart, { type: T }>;

/** Unknown names and odd inputs are the agent's to answer; only what is no JSON is set apart. */
function callPart({ toolCallId: id, toolName: name, input: text }: Part<'tool-call'>): Call {
  const input = parsed(text);
  if (input === undefined) return { is: 'call', id, name, input, invalid: text };
  return { is: 'call', id, name, input };
}

/** A call without input has an empty text. Names that reach into every object are no input. */
function parsed(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text, withoutPrototypes);
  } catch {
    return undefined;
  }
}

function withoutPrototypes(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is no name for a field');
  return value;
}

/** What the provider runs itself: nobody here is asked, and nothing of it runs here. */
function* served(part: AnyPart): Generator<ModelPart> {
  if (part.type === 'tool-call' && part.providerExecuted)
    yield {
      is: 'served',
      id: part.toolCallId,
      name: ourName(part.toolName),
      input: parsed(part.input) ?? {},
    };
  if (part.type === 'tool-result')
    yield {
      is: 'served-result',
      id: part.toolCallId,
      output: part.result,
      ...(part.isError ? { failed: true } : {}),
    };
}

function* said(part: AnyPart): Generator<ModelPart> {
  if (part.type === 'text-end' && part.providerMetadata)
    yield { is: 'text', text: '', metadata: part.providerMetadata };
  if (part.type === 'text-delta' && part.delta !== '') yield { is: 'text', text: part.delta };
  if (!isReasoning(part)) return;
  const text = part.type === 'reasoning-delta' ? part.delta : '';
  const metadata = part.providerMetadata;
  if (text !== '' || metadata) yield { is: 'reasoning', text, ...(metadata ? { metadata } : {}) };
}

/** A start can carry data too (redacted thoughts); an end repeats what was there. */
function isReasoning(part: AnyPart): part is Part<'reasoning-start'> | Part<'reasoning-delta'> {
  return part.type === 'reasoning-start' || part.type === 'reasoning-delta';
}

/** A provider always says why it stopped. When it did not, the answer was cut off. */
function* finished(part: Part<'finish'>, calls: readonly Call[]): Generator<ModelPart> {
  const { unified, raw } = part.finishReason;
  if (raw === undefined || unified === 'interrupted') throw new BrokenStream('ended early');
  const broken = BROKEN[unified];
  yield* broken ? withoutTrust(calls) : calls;
  const ended = raw === 'pause_turn' ? 'pause' : unified === 'stop' ? 'stop' : 'other';
  const whole = calls.length > 0 ? 'calls' : ended;
  yield { is: 'finish', usage: usageOf(part.usage), reason: broken ?? whole };
}

/** Ends that come in the middle of an answer, by the library's names. */
const BROKEN: Readonly<Partial<Record<string, FinishReason>>> = {
  length: 'length',
  'content-filter': 'refusal',
};

/** Where the answer was cut, its last call lacks its end even if it can be read. */
function withoutTrust(calls: readonly Call[]): readonly Call[] {
  return calls.map((call, i) => {
    if (i < calls.length - 1) return call;
    const invalid = call.invalid ?? JSON.stringify(call.input);
    return { ...call, input: undefined, invalid, cut: true };
  });
}

function usageOf({ inputTokens, outputTokens }: Part<'finish'>['usage']): Usage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    cachedTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
  };
}
