import { stopwatch } from '@wavehooks/process';
import { messageOf } from '../../base/error-text.ts';
import type {
  Call,
  FinishReason,
  ModelPart,
  ModelRequest,
  ResponseFacts,
  Usage,
} from '../../vocabulary/model.ts';
import { ourName } from '../../vocabulary/served-tools.ts';
import { bounded, type Meter, openMeter } from '../send/answer-bounds.ts';
import { joining } from '../send/join-deltas.ts';
import { onlyStreams } from '../send/only-streams.ts';
import type { Send } from '../send/send.ts';
import { BrokenStream, watch } from '../send/watch-silence.ts';
import type { Endpoint } from './endpoint.ts';
import { Unsent } from './failure.ts';
import { isOurs, type Shorten, type Shortened } from './kept-prefix.ts';
import type { OpenEndpoint, ProviderModel } from './open-endpoint.ts';
import { prepare, withOptions } from './prepare.ts';
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
  readonly openModel: OpenEndpoint;
  /** Leaves out of a request what it has the bytes of. */
  readonly shorten: Shorten;
}

/** Asks once. Parts come as they arrive, in their order. Throws whatever went wrong, as it came. */
export async function* attempt(
  endpoint: Endpoint,
  request: ModelRequest,
  options: AttemptOptions,
): AsyncGenerator<ModelPart> {
  const watched = watch(options.signal, options.silenceMs);
  const ms = stopwatch();
  try {
    const stream = await open(endpoint, request, options, watched);
    yield* complete(stream, responseFacts(ms));
  } catch (thrown) {
    throw watched.silence() ?? thrown;
  } finally {
    watched.end();
  }
}

type Stream = Awaited<ReturnType<ProviderModel['doStream']>>['stream'];

/** The model stopped in the middle of its answer, because its window is full. */
class FullWindow extends Error {
  override message = 'the context window is full';
}

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
    const markedBy = endpoint.cache === false ? 'nobody' : 'library';
    return openWith(all, endpoint, request, options, watched, markedBy);
  }
}

async function openWith(
  { messages, whole }: Shortened,
  endpoint: Endpoint,
  request: ModelRequest,
  { send, onSent, maxOutputTokens, thinking = {}, openModel }: AttemptOptions,
  watched: ReturnType<typeof watch>,
  markedBy: MarkedBy = endpoint.cache === false ? 'nobody' : isOurs(endpoint) ? 'us' : 'library',
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
    const model = await openModel(endpoint, watched.over(joining(bounded(onlyStreams(sending)))));
    const { stream } = await model.doStream({
      ...withOptions(await prepare(model, endpoint, { ...request, messages }, markedBy), thinking),
      ...(maxOutputTokens ? { maxOutputTokens } : {}),
      abortSignal: watched.signal,
    });
    return stream;
  } catch (thrown) {
    throw sent ? thrown : new Unsent(messageOf(thrown), { cause: thrown });
  }
}

async function* complete(
  stream: Stream,
  factsAfter: (part: AnyPart) => ResponseFacts,
): AsyncGenerator<ModelPart> {
  const count = openMeter();
  const said = openBlocks();
  /** The last one is held back: if the answer is cut right behind it, it lacks its end. */
  let held: Call | undefined;
  let calls = 0;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    countPart(part, count);
    const facts = factsAfter(part);
    if (part.type === 'finish') return yield* finished(part, held, calls, facts);
    const own = part.type === 'tool-call' && !part.providerExecuted ? callPart(part) : undefined;
    for (const one of own ? [own] : [...served(part), ...said(part)]) {
      if (held) yield held;
      held = undefined;
      if (one.is !== 'call') yield one;
    }
    if (own) {
      calls++;
      held = own;
    }
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

/** What is known of a response after each of its parts. The first part is the library's own. */
function responseFacts(ms: () => number): (part: AnyPart) => ResponseFacts {
  let facts: ResponseFacts = {};
  return (part) => {
    if (part.type !== 'stream-start') facts = { firstChunkMs: Math.round(ms()), ...facts };
    if (part.type === 'response-metadata') facts = { ...facts, ...namesIn(part) };
    return facts;
  };
}

const namesIn = ({ id, modelId }: Part<'response-metadata'>): ResponseFacts => ({
  ...(id === undefined ? {} : { id }),
  ...(modelId === undefined ? {} : { model: modelId }),
});

type AnyPart = Stream extends ReadableStream<infer P> ? P : never;
type Part<T extends AnyPart['type']> = Extract<AnyPart, { type: T }>;

/** Unknown names and odd inputs are the agent's to answer; only what is no JSON is set apart. */
function callPart(part: Part<'tool-call'>): Call {
  const { toolCallId: id, toolName: name, input: text, providerMetadata: metadata } = part;
  const input = parsed(text);
  const more = metadata ? { metadata } : {};
  if (input === undefined) return { is: 'call', id, name, input, invalid: text, ...more };
  return { is: 'call', id, name, input, ...more };
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

type Metadata = NonNullable<Part<'text-end'>['providerMetadata']>;

/**
 * Texts and thoughts, block by block. What a provider wants back with a block may come in any of its parts, and
 * goes out with the last one. Two neighbours of one kind stay two.
 */
function openBlocks(): (part: AnyPart) => ModelPart[] {
  let begins = false;
  let last: ModelPart['is'] | undefined;
  let metadata: Metadata | undefined;
  return (part) => {
    const is = kindOf(part);
    if (is === undefined) {
      if (part.type === 'tool-call') last = undefined;
      return [];
    }
    if (part.type.endsWith('-start')) {
      begins = last === is;
      metadata = undefined;
    }
    metadata = merged(metadata, 'providerMetadata' in part ? part.providerMetadata : undefined);
    const text = 'delta' in part ? String(part.delta) : '';
    const ends = part.type.endsWith('-end') && metadata !== undefined;
    if (text === '' && !ends) return [];
    const said = { is, text, ...(begins ? { begins: true as const } : {}) };
    begins = false;
    last = is;
    return [ends && metadata ? { ...said, metadata } : said];
  };
}

const kindOf = ({ type }: AnyPart): 'text' | 'reasoning' | undefined =>
  type.startsWith('text-') ? 'text' : type.startsWith('reasoning-') ? 'reasoning' : undefined;

function merged(known: Metadata | undefined, more: Metadata | undefined): Metadata | undefined {
  if (!known || !more) return more ?? known;
  const names = Object.keys({ ...known, ...more });
  return Object.fromEntries(names.map((name) => [name, { ...known[name], ...more[name] }]));
}

/** A provider always says why it stopped. When it did not, the answer was cut off. */
function* finished(
  part: Part<'finish'>,
  held: Call | undefined,
  calls: number,
  response: ResponseFacts,
): Generator<ModelPart> {
  const { unified, raw } = part.finishReason;
  // The Responses API gives a reason only for an answer that is not whole.
  const unsaid = raw === undefined && unified === 'other';
  if (unsaid || unified === 'interrupted') throw new BrokenStream('ended early');
  if (raw === 'model_context_window_exceeded') throw new FullWindow();
  const broken = BROKEN[unified];
  if (held) yield broken ? withoutTrust(held) : held;
  const ended = raw === 'pause_turn' ? 'pause' : unified === 'stop' ? 'stop' : 'other';
  const whole = calls > 0 ? 'calls' : ended;
  yield { is: 'finish', usage: usageOf(part.usage), reason: broken ?? whole, response };
}

/** Ends that come in the middle of an answer, by the library's names. */
const BROKEN: Readonly<Partial<Record<string, FinishReason>>> = {
  length: 'length',
  'content-filter': 'refusal',
};

/** Where the answer was cut, a call at its end lacks something even if it can be read. */
function withoutTrust(call: Call): Call {
  const invalid = call.invalid ?? JSON.stringify(call.input);
  return { ...call, input: undefined, invalid, cut: true };
}

function usageOf({ inputTokens, outputTokens }: Part<'finish'>['usage']): Usage {
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    cachedTokens: inputTokens.cacheRead ?? 0,
    cacheWriteTokens: inputTokens.cacheWrite ?? 0,
  };
}
