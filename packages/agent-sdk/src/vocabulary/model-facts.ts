import type { Effort } from './model.ts';

/** What Wave knows about a model. What the user's settings say about one wins. */
export interface ModelFacts {
  /** How many tokens it reads at the most. */
  readonly window?: number | undefined;
  /** How many tokens it writes at the most. */
  readonly output?: number | undefined;
  /** How it is asked to think. */
  readonly thinking?: Thinking | undefined;
  /** The efforts it takes, from the least on. */
  readonly efforts?: readonly Effort[] | undefined;
  /** Whether it reads images; it does unless this is false. */
  readonly images?: boolean | undefined;
  /** Whether it is told what to cache, in Claude's way; Claude is unless this is false. */
  readonly cache?: boolean | undefined;
}

/**
 * `adaptive`: it finds the measure by itself, around an effort. `budget`: so many tokens. `effort`: by a word.
 * `level`: by Gemini's words. `none`: it does not.
 */
export type Thinking = 'adaptive' | 'budget' | 'effort' | 'level' | 'none';

const FROM_LOW: readonly Effort[] = ['low', 'medium', 'high'];
const TO_MAX: readonly Effort[] = ['off', ...FROM_LOW, 'xhigh', 'max'];

const M = 1_000_000;

/** THE TABLE, as providers published it in November 2026. The first row that fits counts; names as `plainName` gives them. */
const ROWS: readonly (readonly [RegExp, ModelFacts])[] = [
  [/^claude-(?:fable|mythos)-5/, claude(M, 128_000, 'adaptive', [...FROM_LOW, 'xhigh', 'max'])],
  [/^claude-[a-z]+-[5-9]/, claude(M, 128_000, 'adaptive', TO_MAX)],
  [/^claude-(?:opus|sonnet)-4-[7-9]/, claude(200_000, 128_000, 'adaptive', TO_MAX)],
  [
    /^claude-(?:opus|sonnet)-4-6/,
    claude(200_000, 128_000, 'adaptive', ['off', ...FROM_LOW, 'max']),
  ],
  [/^claude-(?:opus|sonnet|haiku)-4-5/, claude(200_000, 64_000, 'budget', ['off', ...FROM_LOW])],
  [/^claude-sonnet-4/, claude(200_000, 64_000, 'budget', ['off', ...FROM_LOW])],
  [/^claude-(?:3-7|opus-4)/, claude(200_000, 32_000, 'budget', ['off', ...FROM_LOW])],
  [/^claude/, { window: 200_000 }],
  // What the input may have of a window that the answer has a part of. Beyond it, prices double.
  [/^(?:gpt-5.*chat|chatgpt)/, { window: 128_000, output: 16_000 }],
  [/^gpt-5-pro/, gpt(['high'])],
  [/^gpt-5.*-pro/, gpt(['medium', 'high', 'xhigh'])],
  [/^gpt-6(?:[.-]1-sol|-astra)/, gpt([...FROM_LOW, 'xhigh', 'max'])],
  [/^gpt-(?:5[.-][6-9]|[6-9])/, gpt(TO_MAX)],
  [/^gpt-5[.-][2-5]/, gpt(['off', ...FROM_LOW, 'xhigh'])],
  [/^gpt-5[.-]1/, gpt(['off', ...FROM_LOW])],
  [/^gpt-5(?!\d)/, gpt(FROM_LOW)],
  [/^gpt-4[.-]1/, { window: M, output: 32_000 }],
  [/^o1-(?:mini|preview)/, { window: 128_000 }],
  [/^o[134](?!\d)/, { window: 200_000, output: 100_000, thinking: 'effort', efforts: FROM_LOW }],
  [/^gemini-3-pro/, { window: M, output: 64_000, thinking: 'level', efforts: ['low', 'high'] }],
  [/^gemini-[3-9]/, { window: M, output: 64_000, thinking: 'level', efforts: FROM_LOW }],
  [/^gemini-2[.-]5/, { window: M, output: 64_000, thinking: 'budget', efforts: FROM_LOW }],
  [/^gemini/, { window: M }],
  [/^(?:kimi|moonshot)/, { window: 256_000, output: 32_000 }],
  [/^glm/, { window: 200_000, output: 64_000 }],
  [/^minimax/, { window: 200_000, output: 64_000 }],
  [/^deepseek/, { window: 128_000, output: 32_000 }],
  [/^(?:mistral|devstral|codestral)/, { window: 128_000 }],
  [/^grok/, { window: 256_000 }],
];

function claude(
  window: number,
  output: number,
  thinking: Thinking,
  efforts: readonly Effort[],
): ModelFacts {
  return { window, output, thinking, efforts };
}

function gpt(efforts: readonly Effort[]): ModelFacts {
  return { window: 272_000, output: 128_000, thinking: 'effort', efforts };
}

/** Undefined for a model that Wave does not know. */
export const factsOf = (model: string): ModelFacts | undefined => {
  const name = plainName(model);
  return ROWS.find(([pattern]) => pattern.test(name))?.[1];
};

/** A model's own name: without who serves it, where, and in which format. A host may pass an id that is no string. */
const plainName = (model: string): string =>
  String(model)
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^(?:[a-z]+\.)?(?:anthropic|openai|deepseek|mistral|moonshot|minimax|zai)\./, '')
    .replace(/^(claude.*?)(\d)\.(\d)/, '$1$2-$3');
