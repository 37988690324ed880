import type { Change } from '../conversation/conversation.ts';
import type { Usage } from '../vocabulary/model.ts';
import { addUsage, NO_USAGE } from './add-usage.ts';
import { costOf, type Price } from './prices.ts';

/** What a session has used so far, over all its turns, resumed ones included. */
export interface SessionUsage extends Usage {
  readonly requests: number;
  /** In US dollars; undefined as soon as a model was used whose price is not known. */
  readonly cost: number | undefined;
}

/** Puts a request on the bill; says what it cost, where that is known. */
export type Spend = (model: string, usage: Usage) => number | undefined;

export interface Ledger {
  readonly total: SessionUsage;
  hear(change: Change): void;
  costOf(model: string, usage: Usage): number | undefined;
}

/** Adds up what was spent. What was taken back later was spent all the same. */
export function createLedger(priceOf: (model: string) => Price | undefined): Ledger {
  let total: SessionUsage = { ...NO_USAGE, requests: 0, cost: 0 };
  const cost = (model: string, usage: Usage) => {
    const price = priceOf(model);
    return price && costOf(usage, price);
  };
  return {
    get total() {
      return total;
    },
    costOf: cost,
    hear: (change) => {
      if (change.is !== 'spent') return;
      total = {
        ...addUsage(total, { ...NO_USAGE, ...change.usage }),
        requests: total.requests + 1,
        cost: addCost(total.cost, cost(change.model, change.usage)),
      };
    },
  };
}

/** A sum with an unknown part is unknown. */
export const addCost = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;
