import { count } from '../base/text.ts';
import type { Model } from '../vocabulary/model.ts';
import { factsOf } from '../vocabulary/model-facts.ts';

/** For models of which nothing is known. */
const DEFAULT_WINDOW = 128_000;

/** As far as it is known. */
export const windowOf = (model: string | undefined): number | undefined =>
  model === undefined ? undefined : factsOf(model)?.window;

/** How much fits into a request, and what was learnt about that. */
export interface Window {
  /** As many tokens as the model reads at the most. */
  size(): number;
  /** As many tokens as a request may have before it is made shorter. */
  limit(): number;
  /** A provider refused a request of about so many tokens, with these words. */
  learn(said: string, tokens: number): void;
  /** What is assumed of a model that Wave does not know, in words. */
  assumed(): string | undefined;
  /** How often in a row no summary could be made. */
  failures: number;
  /** What was told once and need not be told again. */
  readonly told: Set<string>;
}

interface Assumed {
  readonly id: string;
  readonly thinks?: boolean | undefined;
}

/** Room for the answer, and for the request that asks for a summary. */
const reserve = (tokens: number) => Math.min(40_000, Math.floor(tokens / 4));

export function createWindow(
  model: () => Assumed & Pick<Model, 'window' | 'provider'>,
  own?: number,
): Window {
  let learnt = Number.POSITIVE_INFINITY;
  const known = ({ id, window } = model()) => window ?? windowOf(`${id}`) ?? DEFAULT_WINDOW;
  const size = () => Math.min(own ?? known(), learnt);
  return {
    size,
    assumed: () => {
      const { id, window, provider, thinks } = model();
      // What a host brings itself, it knows.
      const isKnown = provider === undefined || (own ?? window ?? windowOf(id)) !== undefined;
      return isKnown ? undefined : assumedText({ id, thinks });
    },
    failures: 0,
    told: new Set(),
    limit: () => {
      const tokens = size();
      return tokens - reserve(tokens);
    },
    learn: (said, tokens) => {
      // What the provider says counts, also where it is more than we had guessed.
      const guess = Math.max(1_000, Math.floor(tokens * 0.8));
      learnt = limitIn(said) ?? Math.min(learnt, guess);
    },
  };
}

const assumedText = ({ id, thinks }: Assumed): string =>
  `Wave does not know the model ${id}: it assumes a window of ${count(DEFAULT_WINDOW)} tokens${thinks ? '' : ' and asks for no thinking'}. You can set ${thinks ? 'it' : 'both'} ("wave help models").`;

/** Most providers say how much would have been right. */
function limitIn(said: string): number | undefined {
  const [, found] =
    /(?:maximum (?:context|prompt) length is|context (?:length|window|limit) (?:of|is)(?: only)?|exceed context limit: [\d +]*>|tokens >|tokens allowed|context size|token limit:|the limit of|while limit is|model with|must be <=) \(?(\d{3,})/i.exec(
      said,
    ) ?? [];
  return found === undefined ? undefined : Number(found);
}
