import { messageOf } from '../base/error-text.ts';
import { untilAborted } from '../base/wait.ts';
import { type Model, ModelError, type ModelPart, type ModelRequest } from '../vocabulary/model.ts';
import { checkedPart, checkModel } from './check-part.ts';
import { type Meter, openMeter, TooMuch, tooMuch } from './send/answer-bounds.ts';

/** A model that does not end by itself after an abort is left. */
const GRACE_MS = 1_000;

/** Whatever a model throws, or gives that is no part, is an answer that failed: models can be anybody's. */
export async function* streamOf(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  onSent?: () => void,
): AsyncGenerator<ModelPart> {
  try {
    checkModel(model);
    const parts = untilAborted(model.stream(request, { signal, onSent }), signal, GRACE_MS);
    let count = openMeter();
    for await (const part of parts) {
      if (part?.is === 'restart') count = openMeter();
      yield counted(checkedPart(part), count);
    }
  } catch (error) {
    if (error instanceof ModelError) throw error;
    if (error instanceof TooMuch) throw new ModelError('answer', tooMuch('The model'));
    throw new ModelError('server', messageOf(error), { cause: error });
  }
}

function counted(part: ModelPart, count: Meter): ModelPart {
  if (part.is === 'text') count('text', part.text, JSON.stringify(part.metadata ?? ''));
  if (part.is === 'reasoning') count('reasoning', part.text, JSON.stringify(part.metadata ?? ''));
  if (part.is === 'call') count('call', part.name, JSON.stringify(part.input) ?? '');
  if (part.is === 'served') count('call', part.name, JSON.stringify(part.input) ?? '');
  if (part.is === 'served-result') count('call', JSON.stringify(part.output) ?? '');
  return part;
}
