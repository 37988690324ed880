import type { Ended, Incomplete, TurnResult } from '../conversation/agent-event.ts';
import { addUsage, NO_USAGE } from '../usage/add-usage.ts';
import { addCost, type Spend } from '../usage/ledger.ts';
import type { Usage } from '../vocabulary/model.ts';

/** How far a turn has come. */
export interface Progress {
  requests: number;
  /** Requests of subagents: they count, but have a limit of their own. */
  inner: number;
  usage: Usage;
  cost: number | undefined;
  text: string;
  blocks: number;
  /** How often the model was asked for another output. */
  corrections: number;
  /** Of the last answer. */
  incomplete?: Incomplete | undefined;
}

export const startProgress = (): Progress => ({
  requests: 0,
  inner: 0,
  usage: NO_USAGE,
  cost: 0,
  text: '',
  blocks: 0,
  corrections: 0,
});

export const resultOf = (
  progress: Progress,
  ended: Ended,
  more: Partial<TurnResult> = {},
): TurnResult => ({
  ended,
  text: progress.text,
  usage: progress.usage,
  requests: progress.requests + progress.inner,
  ...(progress.cost === undefined ? {} : { cost: progress.cost }),
  ...(progress.incomplete ? { incomplete: progress.incomplete } : {}),
  ...more,
});

/** The turns of subagents count as well. */
export function addTurns(progress: Progress, turns: readonly TurnResult[]): void {
  for (const { usage, requests, cost } of turns) {
    progress.usage = addUsage(progress.usage, usage);
    progress.cost = addCost(progress.cost, cost);
    progress.inner += requests;
  }
}

export const counting =
  (spend: Spend, progress: Progress): Spend =>
  (model, usage) => {
    const cost = spend(model, usage);
    progress.usage = addUsage(progress.usage, usage);
    progress.cost = addCost(progress.cost, cost);
    return cost;
  };
