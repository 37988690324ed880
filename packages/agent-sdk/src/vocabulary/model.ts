import type { ServerAddress } from '../base/server-address.ts';
import type { Asked } from './messages.ts';
import type { ModelMessage } from './model-message.ts';

/** A model as the agent sees it: one request, one stream of parts. Tools are run by the agent. */
export interface Model {
  /** How it is named in settings and shown to people, e.g. `claude-sonnet-4-5` or `practice`. */
  readonly id: string;
  /** Who is asked, e.g. `anthropic`; for telemetry. */
  readonly provider?: string;
  /** Where it is served; for telemetry. */
  readonly server?: ServerAddress;
  /** Whether it thinks when it is asked to; unknown without it. */
  readonly thinks?: boolean;
  /** How many tokens it reads at the most, as far as that is known by now. */
  readonly window?: number | undefined;
  /**
   * Streams one answer, its blocks in the order in which they came. Throws `ModelError`; an abort ends the
   * stream quietly. It may ask again by itself: `restart` says that what came before it is void. No call runs
   * before the stream has ended, so no retry can make a tool run twice.
   */
  stream(request: ModelRequest, options: StreamOptions): AsyncIterable<ModelPart>;
  /**
   * Streams an answer that it makes up by itself, and asks nobody. Its parts are read and dropped, once a
   * process, while the first request is under way: so the first real answer finds everything loaded.
   */
  rehearse?(signal: AbortSignal): AsyncIterable<ModelPart>;
}

export interface StreamOptions {
  readonly signal: AbortSignal;
  /** To be called once the request is on its way: the agent has time for other things then. */
  readonly onSent?: (() => void) | undefined;
}

export interface ModelRequest {
  readonly system: string;
  /** What `convertMessagesForAPI` made of the conversation. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  /** How much to think before it answers, where the model can; nothing is asked for without it. */
  readonly effort?: Effort;
  /** The provider may search the web; a model without such a tool has none. */
  readonly search?: SearchScope;
  /** How long the answer may be at the most, where it should be shorter than the model's own limit. */
  readonly maxOutputTokens?: number;
}

/** Where a search may look; everywhere without either. */
export interface SearchScope {
  readonly allowed?: readonly string[];
  readonly blocked?: readonly string[];
}

/** `default`: as much as the provider thinks right. A model that does not take one gets the next lower one. */
export type Effort = 'default' | 'off' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

export const EFFORTS: readonly Effort[] = [
  ...(['default', 'off', 'low', 'medium', 'high', 'xhigh', 'max'] as const),
];

export const DEFAULT_EFFORT: Effort = 'default';

/** How a tool is described to the model. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export type ModelPart =
  /** `begins`: it does not belong to the text in front of it. A part with metadata ends its text block. */
  | {
      readonly is: 'text';
      readonly text: string;
      readonly begins?: true;
      readonly metadata?: Readonly<Record<string, unknown>>;
    }
  /** As with texts. A part with metadata may have no text. */
  | {
      readonly is: 'reasoning';
      readonly text: string;
      readonly begins?: true;
      readonly metadata?: Readonly<Record<string, unknown>>;
    }
  /**
   * Input that is no valid JSON arrives as `invalid` with the text as it came; so does the input of a call
   * that its answer was `cut` in, although it may look whole. `metadata` goes back with it.
   */
  | {
      readonly is: 'call';
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
      readonly invalid?: string;
      readonly cut?: true;
      readonly metadata?: Readonly<Record<string, unknown>>;
      /** Wave's own: the call that this one was made of. */
      readonly asked?: Asked;
    }
  /** The provider itself runs a tool, by Wave's name for it; what it gave back follows, or never comes. */
  | { readonly is: 'served'; readonly id: string; readonly name: string; readonly input: unknown }
  | {
      readonly is: 'served-result';
      readonly id: string;
      readonly output: unknown;
      readonly failed?: true;
    }
  /** The answer broke and begins anew: drop every part that came before. */
  | { readonly is: 'restart' }
  | {
      readonly is: 'finish';
      readonly usage: Usage;
      readonly reason: FinishReason;
      readonly response?: ResponseFacts;
    };

/** What a provider calls its answer, and how soon it began. */
export interface ResponseFacts {
  readonly id?: string;
  readonly model?: string;
  readonly firstChunkMs?: number;
}

export type Call = Extract<ModelPart, { is: 'call' }>;

/**
 * Why an answer ended. `length` and `refusal` also where it has calls: it is not whole. `pause`: the provider
 * goes on with it when it is asked again.
 */
export type FinishReason = 'stop' | 'calls' | 'length' | 'refusal' | 'pause' | 'other';

export interface Usage {
  /** All that was read, the cached part included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** How much of the input came from the provider's cache. */
  readonly cachedTokens: number;
  /** How much of the input was put into the provider's cache; 0 where it does not say. */
  readonly cacheWriteTokens: number;
}

/** The model is asked again, after a wait. */
export interface Retry {
  /** Which try failed, and of how many. */
  readonly tries: number;
  readonly of: number;
  readonly waitMs: number;
  /** Why it failed, in short. */
  readonly why: string;
}

/** Something a person can act on: a bad key, an unknown model, no network. */
export class ModelError extends Error {
  /**
   * `context`: the request has more tokens than the model takes, and a shorter one may pass. `size`: it has
   * more bytes than are taken. `image`: an image in it is not taken, and one without it may pass. `answer`:
   * the answer is larger than any that is taken.
   */
  readonly kind:
    | 'auth'
    | 'model'
    | 'network'
    | 'limit'
    | 'server'
    | 'request'
    | 'context'
    | 'size'
    | 'image'
    | 'answer';
  constructor(kind: ModelError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
