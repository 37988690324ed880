import { refusesThoughts } from '../../conversation/thoughts.ts';
import type { Effort, ModelRequest } from '../../vocabulary/model.ts';
import type { ModelFacts, Thinking } from '../../vocabulary/model-facts.ts';
import { type Endpoint, type Protocol, typeOf } from './endpoint.ts';
import { factsOf } from './failure-facts.ts';
import type { Prepared } from './prepare.ts';

/** How a model is asked to think, in the terms of the library. */
export type Asked = Pick<Prepared, 'reasoning' | 'providerOptions'>;

type Asks = (effort: Effort) => Asked;

type AsksFor = (request: ModelRequest, effort: Effort) => Asked | undefined;

/** Tokens of thought, for models that do not find the measure themselves. */
const BUDGETS: Readonly<Record<Exclude<Effort, 'off'>, number>> = {
  default: 10_000,
  low: 4_000,
  medium: 10_000,
  high: 24_000,
  xhigh: 32_000,
  max: 48_000,
};

/** Models that adapt find the measure by themselves; without an effort, the provider's own default holds. */
const adaptive: Asks = (effort) => {
  if (effort === 'off') return { reasoning: 'none' };
  const thinking = { type: 'adaptive', display: 'summarized' };
  return {
    providerOptions: { anthropic: { thinking, ...(effort === 'default' ? {} : { effort }) } },
  };
};

/** They do not think unless they are asked to, and between calls only with the beta. */
const byBudget: Asks = (effort) => {
  if (effort === 'off') return {};
  const thinking = { type: 'enabled', budgetTokens: BUDGETS[effort] };
  const anthropicBeta = ['interleaved-thinking-2025-05-14'];
  return { providerOptions: { anthropic: { thinking, anthropicBeta } } };
};

const OPENAI_WORDS: Readonly<Partial<Record<Effort, string>>> = { off: 'none' };

const byEffort: Asks = (effort) => ({
  providerOptions: {
    openai: {
      // At Azure a model has any name.
      forceReasoning: true,
      reasoningSummary: 'auto',
      ...(effort === 'default' ? {} : { reasoningEffort: OPENAI_WORDS[effort] ?? effort }),
    },
  },
});

/** Compatible servers take the word, and nothing else. */
const byWord: Asks = (effort) =>
  effort === 'default' ? {} : { reasoning: WORDS[effort] ?? 'provider-default' };

const WORDS: Readonly<Partial<Record<Effort, NonNullable<Prepared['reasoning']>>>> = {
  off: 'none',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'xhigh',
};

const LEVELS: Readonly<Partial<Record<Effort, string>>> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
};

const byLevel: Asks = (effort) => {
  const thinkingLevel = LEVELS[effort];
  const thinkingConfig = { includeThoughts: true, ...(thinkingLevel ? { thinkingLevel } : {}) };
  return { providerOptions: { google: { thinkingConfig } } };
};

const byGeminiBudget: Asks = (effort) => ({
  providerOptions: {
    google: {
      thinkingConfig: {
        includeThoughts: true,
        ...(effort === 'default' || effort === 'off' ? {} : { thinkingBudget: BUDGETS[effort] }),
      },
    },
  },
});

/** THE TABLE: how each protocol asks for each way of thinking. What is missing cannot be asked for. */
const ASKS: Readonly<Record<Protocol, Readonly<Partial<Record<Thinking, Asks>>>>> = {
  anthropic: { adaptive, budget: byBudget },
  responses: { effort: byEffort },
  chat: { effort: byWord },
  gemini: { level: byLevel, budget: byGeminiBudget },
  converse: {},
};

/** How this model is asked to think; undefined for one that cannot, or of which nobody knows. */
export function thinkingOf(endpoint: Endpoint, facts: ModelFacts): AsksFor | undefined {
  const { thinking = 'none' } = facts;
  // It translates the word for whoever serves the model.
  const isRouted = typeOf(endpoint) === 'openrouter' && thinking !== 'none';
  const asks = isRouted ? byWord : ASKS[endpoint.protocol][thinking];
  if (!asks) return undefined;
  if (!isRouted && callsWithoutThinking(endpoint))
    return ({ tools }, effort) => (tools.length > 0 ? { reasoning: 'none' } : asks(effort));
  return (request, effort) =>
    asks === byBudget && beganWithoutThought(request)
      ? undefined
      : asks(within(effort, facts.efforts));
}

/** Over chat completions, OpenAI refuses tools to these unless they are told not to think. */
const callsWithoutThinking = ({ protocol, model }: Endpoint): boolean =>
  protocol === 'chat' && /gpt-5[.-][4-9]/.test(model);

/**
 * Claude up to 4.5 goes on after results only where the turn began with a thought of its own: not where another
 * model began it, or where its thoughts were refused. It thinks again with the next prompt.
 */
function beganWithoutThought({ messages }: ModelRequest): boolean {
  const prompt = messages.findLastIndex(
    ({ role }, at) => role === 'user' && messages[at - 1]?.role !== 'tool',
  );
  const first = messages[prompt + 1]?.content[0];
  return typeof first === 'object' && first.type !== 'reasoning';
}

const ORDER: readonly Effort[] = ['off', 'low', 'medium', 'high', 'xhigh', 'max'];

/** The effort itself, or the next one below it that the model takes, or its least. */
function within(effort: Effort, taken: readonly Effort[] | undefined): Effort {
  if (effort === 'default' || !taken || taken.includes(effort)) return effort;
  const below = taken.filter((one) => ORDER.indexOf(one) < ORDER.indexOf(effort));
  return below.at(-1) ?? taken[0] ?? effort;
}

/** Gateways and other servers may know the model and not the request; without it they answer. */
export function refusesThinking(thrown: unknown): boolean {
  const { status, text } = factsOf(thrown);
  const isRefusal = status === 400 || status === 422;
  return isRefusal && ASKED_FOR.test(text) && !refusesThoughts(text);
}

const ASKED_FOR = /thinking|reasoning|effort|output_config/i;
