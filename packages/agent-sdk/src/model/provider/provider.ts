import type { Model, ModelPart, ModelRequest, StreamOptions } from '../../vocabulary/model.ts';
import { proxiedSend } from '../send/proxy.ts';
import { following } from '../send/redirect.ts';
import { type AttemptOptions, attempt } from './attempt.ts';
import { dryAnswer } from './dry-answer.ts';
import type { Endpoint } from './endpoint.ts';
import { judge } from './failure.ts';
import { keepPrefixes } from './kept-prefix.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import { refusesThinking, thinkingOf } from './thinking.ts';

/** An endpoint and how to behave towards it. Nothing is loaded or connected before the first use. */
export interface ModelConfig extends Endpoint, Pick<RetryOptions, 'sleep' | 'random' | 'onRetry'> {
  /** Where proxies are named: HTTPS_PROXY, HTTP_PROXY, NO_PROXY. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Half an hour of thought is fine, five minutes without a sign of life are not. */
  readonly silenceMs?: number;
  /** What the provider takes for the model when not given. */
  readonly maxOutputTokens?: number;
}

export function createModel(config: ModelConfig): Model {
  const send = following(proxiedSend(config.env ?? {}));
  const asks = thinkingOf(config);
  const shorten = keepPrefixes(config.protocol);
  let takesThinking = true;
  /** Asked once more without it where that is what the server does not take; from then on without. */
  async function* thinking(
    request: ModelRequest,
    { signal, onSent }: StreamOptions,
  ): AsyncIterable<ModelPart> {
    const { effort } = request;
    const asked = takesThinking && effort !== undefined ? asks?.(effort) : undefined;
    try {
      yield* ask(config, request, { send, signal, onSent, shorten, thinking: asked });
    } catch (thrown) {
      if (!asked || signal.aborted || !refusesThinking(thrown)) throw thrown;
      takesThinking = false;
      config.onRetry?.({ tries: 1, of: 2, waitMs: 0, why: UNTHINKING });
      yield* ask(config, request, { send, signal, shorten });
    }
  }
  return {
    id: config.model,
    provider: config.protocol,
    thinks: asks !== undefined,
    stream: (request, options) =>
      withRetries(() => thinking(request, options), {
        signal: options.signal,
        judge: (thrown) => judge(thrown, config),
        sleep: config.sleep,
        random: config.random,
        onRetry: config.onRetry,
      }),
    rehearse: (signal) => dryAnswer(config, signal),
  };
}

const UNTHINKING = 'the server does not let this model think, so it is asked without';

const SILENCE_MS = 300_000;

function ask(
  config: ModelConfig,
  request: ModelRequest,
  options: Pick<AttemptOptions, 'send' | 'signal' | 'onSent' | 'shorten' | 'thinking'>,
): AsyncIterable<ModelPart> {
  return attempt(config, request, {
    ...options,
    silenceMs: config.silenceMs ?? SILENCE_MS,
    maxOutputTokens: leastOf(
      request.maxOutputTokens,
      config.maxOutputTokens ?? defaultOutput(config),
    ),
  });
}

const leastOf = (wanted: number | undefined, most: number | undefined): number | undefined =>
  wanted === undefined || most === undefined ? (wanted ?? most) : Math.min(wanted, most);

/** The library knows the limits of Claude models; for others it would take a very small one. */
function defaultOutput({ protocol, model }: Endpoint): number | undefined {
  return protocol === 'anthropic' && !model.includes('claude') ? 8192 : undefined;
}
