import type { Problem } from '@wavehooks/hooks';
import { type Fields, isObject, optional, show, type Values } from '@wavehooks/hooks/vocabulary';
import { boundProblems, boundsIn, holding, type Warn } from './bounds.ts';
import { isPrice, PRICE_FIELDS, type Price, priceProblem } from './prices.ts';

/** The providers that Wave has, and what speaks chat completions like one of them. */
export const PROVIDER_TYPES = [
  ...(['anthropic', 'openai', 'gemini', 'openrouter', 'azure', 'bedrock', 'vertex'] as const),
  ...(['ollama', 'lmstudio', 'vllm', 'llamacpp', 'compatible'] as const),
] as const;

/** How models are asked to think. */
const THINKING_WORDS = ['adaptive', 'budget', 'effort', 'level', 'none'] as const;

/** What can be said about a model of a provider; it wins over what Wave knows. */
export const MODEL_FIELDS = {
  window: optional('number', 'how many tokens it reads at the most'),
  output: optional('number', 'how many tokens it writes at the most'),
  thinking: optional('text', 'how it is asked to think', [...THINKING_WORDS]),
  images: optional('flag', 'whether it reads images'),
  cache: optional('flag', 'whether it is told what to cache; Claude is unless this is false'),
  price: holding('inside', PRICE_FIELDS, 'what it costs, in US dollars for a million tokens'),
} as const satisfies Fields;

/** All that an entry of `providers` can hold. */
export const PROVIDER_FIELDS = {
  type: optional(
    'text',
    'which provider it is, if its name does not say so; without it, a server that speaks chat completions',
    [...PROVIDER_TYPES],
  ),
  baseUrl: optional('text', 'its address'),
  keyVariable: optional('text', 'the variable that holds the key'),
  keyCommand: optional('text', 'a command that prints the key, run when the first request is made'),
  headers: optional('object', 'headers to send with every request'),
  model: optional('text', 'the model to use if none is named'),
  models: holding('each', MODEL_FIELDS, 'facts about its models, by name'),
} as const satisfies Fields;

/** What the user's settings say about one model. */
type ModelSettings = Omit<Values<typeof MODEL_FIELDS>, 'thinking' | 'price'> & {
  readonly thinking?: (typeof THINKING_WORDS)[number];
  readonly price?: Price;
};

/** What the user's settings say about one provider. */
export type ProviderSettings = Omit<
  Values<typeof PROVIDER_FIELDS>,
  'models' | 'headers' | 'type'
> & {
  readonly type?: (typeof PROVIDER_TYPES)[number];
  readonly headers?: Readonly<Record<string, string>>;
  readonly models?: Readonly<Record<string, ModelSettings>>;
};

/** Only what is right: a provider with a wrong address would send the key elsewhere. */
export const validProviders = (all: Record<string, unknown>): Record<string, ProviderSettings> =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) =>
      isObject(value) && NAME.test(name) ? [[name, providerOf(value)]] : [],
    ),
  );

const NAME = /^[\w.-]+$/;

function providerOf(value: Record<string, unknown>): ProviderSettings {
  const { headers, models, ...rest } = boundsIn(PROVIDER_FIELDS, value);
  const texts = Object.entries(isObject(headers) ? headers : {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  const known = Object.entries(isObject(models) ? models : {}).flatMap(([name, facts]) =>
    isObject(facts) ? [[name, modelOf(facts)]] : [],
  );
  return {
    ...rest,
    ...(texts.length > 0 ? { headers: Object.fromEntries(texts) } : {}),
    ...(known.length > 0 ? { models: Object.fromEntries(known) } : {}),
  };
}

function modelOf(facts: Record<string, unknown>): ModelSettings {
  const { price, ...rest } = boundsIn(MODEL_FIELDS, facts);
  return { ...rest, ...(isPrice(price) ? { price } : {}) };
}

export function providerProblems(value: unknown, warn: Warn): Problem[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    const at = ['providers', name];
    if (!NAME.test(name))
      return [warn(at, `"providers.${name}": expected a name without spaces or "/"; ignored`)];
    if (!isObject(one))
      return [warn(at, `"providers.${name}": expected an object, got ${show(one)}; ignored`)];
    const models = Object.entries(isObject(one['models']) ? one['models'] : {});
    return [
      ...boundProblems(at, PROVIDER_FIELDS, one, warn),
      ...models.flatMap(([model, facts]) => modelProblems([...at, 'models', model], facts, warn)),
    ];
  });
}

function modelProblems(at: readonly string[], facts: unknown, warn: Warn): Problem[] {
  if (!isObject(facts)) return [warn(at, `"${at.at(-1)}": expected an object; ignored`)];
  const { price } = facts;
  return [
    ...boundProblems(at, MODEL_FIELDS, facts, warn),
    ...(isObject(price) ? priceProblem([...at, 'price'], price, warn) : []),
  ];
}
