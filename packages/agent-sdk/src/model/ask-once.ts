import type {
  Call,
  FinishReason,
  Model,
  ModelRequest,
  ResponseFacts,
  Usage,
} from '../vocabulary/model.ts';
import { streamOf } from './stream-of.ts';

export interface Answered {
  readonly text: string;
  /** Nothing but where the request offered tools. */
  readonly calls: readonly Call[];
  readonly usage: Usage | undefined;
  readonly reason: FinishReason | undefined;
  readonly response: ResponseFacts | undefined;
}

/** A question to a model and its whole answer. Rejects with `ModelError`. */
export async function askOnce(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<Answered> {
  let text = '';
  let calls: Call[] = [];
  let reason: FinishReason | undefined;
  let usage: Usage | undefined;
  let response: ResponseFacts | undefined;
  for await (const part of streamOf(model, request, signal)) {
    if (part.is === 'text') text += part.text;
    if (part.is === 'call') calls.push(part);
    if (part.is === 'restart') [text, calls] = ['', []];
    if (part.is === 'finish') ({ usage, reason, response } = part);
  }
  return { text, calls, usage, reason, response };
}
