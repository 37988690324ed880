import type { Model, ModelRequest, Usage } from '../vocabulary/model.ts';
import { streamOf } from './stream-of.ts';

/** A question to a model and its whole answer. Rejects with `ModelError`. */
export async function askOnce(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly usage: Usage | undefined }> {
  let text = '';
  let usage: Usage | undefined;
  for await (const part of streamOf(model, request, signal)) {
    if (part.is === 'text') text += part.text;
    if (part.is === 'restart') text = '';
    if (part.is === 'finish') usage = part.usage;
  }
  return { text, usage };
}
