import { serverAddress } from '../../base/server-address.ts';
import type { Model, ModelPart, ModelRequest, StreamOptions } from '../../vocabulary/model.ts';
import type { ModelFacts } from '../../vocabulary/model-facts.ts';
import { withoutImages } from '../request/without-images.ts';
import { proxiedSend } from '../send/proxy.ts';
import { following } from '../send/redirect.ts';
import type { Send } from '../send/send.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { canRehearse, dryAnswer } from './dry-answer.ts';
import type { Endpoint, Local } from './endpoint.ts';
import { judge } from './failure.ts';
import { factsOf as failureFacts } from './failure-facts.ts';
import { authorized, getJson } from './get-json.ts';
import { keepPrefixes } from './kept-prefix.ts';
import { keyFrom } from './key-command.ts';
import type { OpenEndpoint } from './open-endpoint.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import { refusesThinking, thinkingOf } from './thinking.ts';

/** An endpoint and how to behave towards it. Nothing is loaded or connected before the first use. */
export interface ModelConfig extends Endpoint, Pick<RetryOptions, 'sleep' | 'random' | 'onRetry'> {
  /** @internal */
  readonly open: OpenEndpoint;
  /** What is known of the model. */
  readonly facts?: ModelFacts;
  readonly local?: Local | undefined;
  /** Where proxies are named: HTTPS_PROXY, HTTP_PROXY, NO_PROXY. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Half an hour of thought is fine, five minutes without a sign of life are not. */
  readonly silenceMs?: number;
  /** By the user's settings; what is known of the model when not given. */
  readonly maxOutputTokens?: number | undefined;
}

export function createModel(config: ModelConfig): Model {
  const { facts = {}, provider, model } = config;
  const send = following(proxiedSend(config.env ?? {}));
  const asks = thinkingOf(config, facts);
  const shorten = keepPrefixes(config);
  const ready = prepared(config, send);
  const url = URL.parse(config.baseUrl);
  let takesThinking = true;
  let window = facts.window;
  let hasAnswered = false;
  /** Asked once more without it where that is what the server does not take; from then on without. */
  async function* thinking(
    wanted: ModelRequest,
    { signal, onSent }: StreamOptions,
  ): AsyncIterable<ModelPart> {
    const request = facts.images === false ? withoutImages(wanted) : wanted;
    const at = await ready.get(signal);
    window = facts.window ?? at.window;
    const options = { send, signal, shorten, openModel: config.open };
    const { effort } = request;
    const asked = takesThinking && effort !== undefined ? asks?.(request, effort) : undefined;
    try {
      const parts = ask(config, at.endpoint, request, { ...options, onSent, thinking: asked });
      yield* notCut(parts, request, window);
      if (hasAnswered) return;
      // Local servers load a model with its first request, and only then know what it reads.
      hasAnswered = true;
      window = (await windowAt(config, at.endpoint, send, signal)) ?? window;
    } catch (thrown) {
      if (!asked || signal.aborted || !refusesThinking(thrown)) throw thrown;
      takesThinking = false;
      config.onRetry?.({ tries: 1, of: 2, waitMs: 0, why: UNTHINKING });
      yield* ask(config, at.endpoint, request, options);
    }
  }
  /** Keys that a program prints may expire: the program is asked once more. */
  async function* renewing(request: ModelRequest, options: StreamOptions) {
    const isOld = config.keyCommand !== undefined && ready.isThere();
    try {
      yield* thinking(request, options);
    } catch (thrown) {
      if (!isOld || options.signal.aborted || failureFacts(thrown).status !== 401) throw thrown;
      ready.forget();
      yield* thinking(request, options);
    }
  }
  return {
    id: modelId(provider, model),
    provider,
    ...(url ? { server: serverAddress(url) } : {}),
    thinks: asks !== undefined,
    get window() {
      return window;
    },
    stream: (request, options) =>
      withRetries(() => renewing(request, options), {
        signal: options.signal,
        judge: (thrown) => judge(thrown, config),
        sleep: config.sleep,
        random: config.random,
        onRetry: config.onRetry,
      }),
    ...(canRehearse(config)
      ? { rehearse: (signal: AbortSignal) => dryAnswer(config, config.open, signal) }
      : {}),
  };
}

/** A server that drops what does not fit, and says nothing, answers with nothing. */
async function* notCut(
  parts: AsyncIterable<ModelPart>,
  request: ModelRequest,
  window: number | undefined,
): AsyncIterable<ModelPart> {
  let isEmpty = true;
  for await (const part of parts) {
    isEmpty &&= part.is === 'finish' || (part.is === 'text' && part.text.trim() === '');
    if (part.is === 'finish' && isEmpty && isOver(request, window))
      throw new Error(`the answer is empty: the context window of ${window} tokens is full`);
    yield part;
  }
}

/** Roughly: four characters are a token. */
const isOver = ({ system, messages, tools }: ModelRequest, window = Number.POSITIVE_INFINITY) =>
  JSON.stringify([system, messages, tools]).length / 4 > window;

/** Two providers' models are known by their names alone. */
export const modelId = (provider: string, model: string): string =>
  ['anthropic', 'openai'].includes(provider) ? model : `${provider}/${model}`;

const UNTHINKING = 'the server does not let this model think, so it is asked without';

interface Prepared {
  readonly endpoint: Endpoint;
  readonly window: number | undefined;
}

/** What has to be asked once before the first request: a program for the key, a local server for its window. */
function prepared(config: ModelConfig, send: Send) {
  let once: Promise<Prepared> | undefined;
  const forget = () => {
    once = undefined;
  };
  return {
    get: (signal: AbortSignal): Promise<Prepared> => {
      once ??= prepare(config, send, signal);
      once.catch(forget);
      return once;
    },
    isThere: () => once !== undefined,
    forget,
  };
}

async function prepare(config: ModelConfig, send: Send, signal: AbortSignal): Promise<Prepared> {
  const { keyCommand } = config;
  const key = keyCommand ? await keyFrom(keyCommand, signal) : config.key;
  const endpoint = { ...config, key };
  return { endpoint, window: await windowAt(config, endpoint, send, signal) };
}

/** What a local server says of itself, unless the user knows better. */
async function windowAt(
  { local, facts }: ModelConfig,
  at: Endpoint,
  send: Send,
  signal: AbortSignal,
) {
  if (facts?.window !== undefined) return undefined;
  const get = getJson(send, signal, { ...at.headers, ...authorized(at) });
  return local?.window?.(at, get).catch(() => undefined);
}

const SILENCE_MS = 300_000;
const NEAR_SILENCE_MS = 1_800_000;

/** This machine and the networks that only their own users reach. */
const NEAR =
  /^(?:localhost|[^.:]+|(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\..*|.*\.(?:local|lan|internal)|\[(?:::1|f[cd].*)\])$/i;

/** A server of one's own says nothing while it reads a long prompt, which can take many minutes. */
export function silenceOf({ silenceMs, local, protocol, baseUrl }: ModelConfig): number {
  const isNear = local || (protocol === 'chat' && NEAR.test(new URL(baseUrl).hostname));
  return silenceMs ?? (isNear ? NEAR_SILENCE_MS : SILENCE_MS);
}

function ask(
  config: ModelConfig,
  endpoint: Endpoint,
  request: ModelRequest,
  options: Omit<AttemptOptions, 'silenceMs' | 'maxOutputTokens'>,
): AsyncIterable<ModelPart> {
  const most = config.maxOutputTokens ?? defaultOutput(config);
  const maxOutputTokens = leastOf(request.maxOutputTokens, most);
  return attempt(endpoint, request, { ...options, silenceMs: silenceOf(config), maxOutputTokens });
}

const leastOf = (wanted: number | undefined, most: number | undefined): number | undefined =>
  wanted === undefined || most === undefined ? (wanted ?? most) : Math.min(wanted, most);

/** Anthropic's protocol wants a number; the others have a default of their own. */
const defaultOutput = ({ protocol, facts }: ModelConfig): number | undefined =>
  protocol === 'anthropic' ? (facts?.output ?? 8_192) : undefined;
