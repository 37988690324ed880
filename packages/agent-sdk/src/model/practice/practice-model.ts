import { setImmediate as nextTick } from 'node:timers/promises';
import type { Model, ModelPart, ModelRequest } from '../../vocabulary/model.ts';
import { type Reply, replyTo } from './reply.ts';

/** The name it goes by. */
export const PRACTICE = 'practice';

/**
 * A model without intelligence: offline, free, and the same answer every time. Plain sentences make
 * it call tools, so that people can try hooks and permissions, and tests can have a conversation.
 */
export function createPracticeModel(): Model {
  return {
    id: PRACTICE,
    provider: PRACTICE,
    thinks: false,
    window: 128_000,
    stream: (request, { signal }) => stream(request, signal),
  };
}

async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  const reply = replyTo(request);
  for (const text of reply.text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
    // A real model takes its time too; and an abort must have a chance to arrive.
    await nextTick();
    if (signal.aborted) return;
    yield { is: 'text', text };
  }
  yield* callParts(reply, request);
  yield finish(reply, request);
}

/** Ids are the same every time, and unique in the conversation. */
function* callParts({ calls }: Reply, { messages }: ModelRequest): Generator<ModelPart> {
  for (const [i, { tool, input }] of calls.entries()) {
    yield { is: 'call', id: `practice_${messages.length}_${i + 1}`, name: tool, input };
  }
}

/** There are no tokens here; a token is about four letters, as everywhere. */
function finish({ text, calls }: Reply, request: ModelRequest): ModelPart {
  const inputTokens = Math.ceil(JSON.stringify(request.messages).length / 4);
  const outputTokens = Math.ceil((text + JSON.stringify(calls)).length / 4);
  const usage = { inputTokens, outputTokens, cachedTokens: 0, cacheWriteTokens: 0 };
  return { is: 'finish', usage, reason: calls.length > 0 ? 'calls' : 'stop' };
}
