import type { RequestFacts } from '../conversation/agent-event.ts';
import type { Spend } from '../usage/ledger.ts';
import type { Model, ModelRequest } from '../vocabulary/model.ts';
import { type Answered, askOnce } from './ask-once.ts';
import { timedRequest } from './timed-request.ts';

/** Who pays for a question, and who hears of it. */
export interface AsideParts {
  readonly spend: Spend;
  readonly tell: (facts: RequestFacts) => void;
}

/** A question beside the conversation. Its cost counts, and listeners hear of it. Rejects with `ModelError`. */
export async function askAside(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  { spend, tell }: AsideParts,
): Promise<Answered> {
  const facts = timedRequest(model, signal);
  try {
    const answered = await askOnce(model, request, signal);
    const cost = answered.usage && spend(model.id, answered.usage);
    tell(facts({ ...answered, cost }));
    return answered;
  } catch (error) {
    tell(facts({ error }));
    throw error;
  }
}
