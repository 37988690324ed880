import { middleOut } from '../cli/text.ts';
import type { Reviewer, ReviewRequest } from '../reviewer/reviewer.ts';
import { type Cost, sumOf } from '../state/cost.ts';
import { parseAnswer, type Verdict } from './answer.ts';

/** A verdict, or why there is none. */
export type Reviewed = ({ readonly verdict: Verdict } | { readonly broken: string }) & {
  readonly cost?: Cost | undefined;
};

const MAX_QUOTED = 4_000;

/** Asks a reviewer. An answer that cannot be read is sent back once. Never rejects. */
export async function review(
  reviewer: Reviewer,
  request: ReviewRequest,
  signal: AbortSignal,
): Promise<Reviewed> {
  const first = await ask(reviewer, request, signal);
  if (!('problem' in first)) return first;
  const repair = { answer: middleOut(first.text, MAX_QUOTED), problem: first.problem };
  const second = await ask(reviewer, { ...request, repair }, signal);
  const cost = sumOf(first.cost, second.cost);
  return 'problem' in second
    ? { broken: `the reviewer's answer could not be read twice: ${second.problem}`, cost }
    : { ...second, cost };
}

async function ask(reviewer: Reviewer, request: ReviewRequest, signal: AbortSignal) {
  try {
    const said = await reviewer(request, signal);
    if ('broken' in said) return said;
    const answer = parseAnswer(said.text);
    const cost = said.cost ?? costIn(said.text);
    return 'problem' in answer
      ? { ...answer, text: said.text, cost }
      : { verdict: answer, ...(cost ? { cost } : {}) };
  } catch (error) {
    return { broken: (error as Error).message, cost: undefined };
  }
}

/** A command may say what it took, beside its answer. */
function costIn(text: string): Cost | undefined {
  const [, usd] = /"cost_usd"\s*:\s*(\d+(?:\.\d+)?)/.exec(text) ?? [];
  const [, tokens] = /"tokens"\s*:\s*(\d+)/.exec(text) ?? [];
  if (usd === undefined && tokens === undefined) return undefined;
  return {
    ...(tokens === undefined ? {} : { tokens: Number(tokens) }),
    ...(usd === undefined ? {} : { usd: Number(usd) }),
  };
}
