import type { IncomingHttpHeaders } from 'node:http';
import type { AnthropicBody } from './check-anthropic.ts';
import type { ChatBody } from './check-chat.ts';
import type { GeminiBody } from './check-gemini.ts';
import type { ResponsesBody } from './check-responses.ts';
import type { Answer, Failure } from './reply.ts';

/** A protocol as a strict server speaks it. Each is one file and one line of `protocols.ts`. */
export interface Wire {
  /** The paths it answers to, without the query. */
  readonly path: RegExp;
  /** The model that tests use where they do not care. */
  readonly model: string;
  /** The environment that points Wave at a server of this origin. */
  env(origin: string): Readonly<Record<string, string>>;
  /** What the provider would refuse, in its own words; empty if it takes the request. */
  refusals(request: Asked): readonly Refusal[];
  /** Its words for a request that has more tokens than fit. */
  tooLong(tokens: number, window: number): Refusal;
  /** The request in the order in which the provider caches it. */
  prefix(body: Body): readonly Piece[];
  /** The events of an answer. */
  events(answer: Answer, request: Asked): string[];
  failure(failure: Failure): string;
}

export interface Asked<B = Body> {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: B;
}

/** A body as each protocol has it: a test reads the fields of the one it speaks. */
export type Body = AnthropicBody & ChatBody & ResponsesBody & GeminiBody;

/** A piece of a request; `mark` where a provider was told to cache up to its end. */
export interface Piece {
  readonly text: string;
  readonly mark?: boolean;
}

export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** The provider's own name for the fault, where it is not the usual one of the status. */
  readonly type?: string;
}

export const bad = (message: string): Refusal => ({ status: 400, message });

/** Tokens, roughly: four characters each. */
export const tokensIn = (text: string): number => Math.ceil(text.length / 4);
