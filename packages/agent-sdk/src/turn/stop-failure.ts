import type { ValueOf } from '../hooks/fire.ts';
import { ModelError } from '../vocabulary/model.ts';
import type { CallParts } from './calls/call.ts';

/** Why a model gave no answer, in the words that hooks know. */
const FAILURES: Record<ModelError['kind'], ValueOf<'StopFailure'>> = {
  auth: 'authentication_failed',
  model: 'model_not_found',
  network: 'server_error',
  limit: 'rate_limit',
  server: 'server_error',
  request: 'invalid_request',
  context: 'invalid_request',
  size: 'invalid_request',
  image: 'invalid_request',
  answer: 'max_output_tokens',
};

/** Hooks hear of a turn that an error of the model ended. */
export async function stopFailure(
  error: unknown,
  text: string,
  said: string,
  { fire, tell }: Pick<CallParts, 'fire' | 'tell'>,
  signal: AbortSignal,
): Promise<void> {
  if (!(error instanceof ModelError)) return;
  const own = { error: FAILURES[error.kind], error_details: text, last_assistant_message: said };
  const verdict = await fire('StopFailure', own, signal);
  if (!signal.aborted) tell(verdict);
}
