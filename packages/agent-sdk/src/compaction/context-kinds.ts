import type { Message } from '../vocabulary/messages.ts';
import { tokensOf, tokensOfResults, tokensOfText } from './estimate-tokens.ts';

/** What the model's window is filled with, in tokens. */
export interface ContextKinds {
  readonly system: number;
  readonly tools: number;
  readonly prompts: number;
  readonly answers: number;
  readonly results: number;
}

export interface Request {
  readonly system: string;
  readonly specs: readonly object[];
  readonly messages: readonly Message[];
}

/** By kind: estimates, scaled so that they add up to what the provider counted. */
export function contextKinds({ system, specs, messages }: Request, used: number): ContextKinds {
  const sum = (count: (message: Message) => number) =>
    messages.reduce((all, message) => all + count(message), 0);
  const ofRole = (role: Message['role']) =>
    sum((message) => (message.role === role ? tokensOf(message) : 0));
  const results = sum(tokensOfResults);
  const kinds: ContextKinds = {
    system: tokensOfText(system),
    tools: tokensOfText(JSON.stringify(specs)),
    prompts: ofRole('user'),
    answers: ofRole('assistant') - results,
    results,
  };
  const scale =
    used /
    Math.max(
      1,
      Object.values(kinds).reduce((a, b) => a + b, 0),
    );
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, tokens]) => [kind, Math.round(tokens * scale)]),
  ) as unknown as ContextKinds;
}
