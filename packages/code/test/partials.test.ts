import type { AgentEvent } from '@wavehooks/agent-sdk';
import { expect, test } from 'vitest';
import { createPartials } from '../src/agent/print/partials.ts';

const USAGE = { inputTokens: 1, outputTokens: 7, cachedTokens: 0, cacheWriteTokens: 0 };
const delta = (text: string, kind: 'text' | 'reasoning' = 'text'): AgentEvent => ({
  ...{ is: 'delta', text, kind },
});

function printed(...events: AgentEvent[]) {
  const partials = createPartials({ session: 's', model: 'm' });
  return events
    .flatMap((event) => partials.hear(event))
    .map((line) => (line as { event: { type: string } }).event);
}

test('a reply that breaks off ends without a reason, and the next one begins anew', () => {
  const events = printed(delta('ab'), { is: 'restart' }, delta('c'), { is: 'usage', usage: USAGE });
  expect(events).toMatchObject([
    { type: 'message_start', message: { role: 'assistant', model: 'm', content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ab' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: null } },
    { type: 'message_stop' },
    { type: 'message_start' },
    { type: 'content_block_start', index: 0 },
    { type: 'content_block_delta', delta: { text: 'c' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]);
});

test('what does not belong to a reply prints nothing', () => {
  const message = { id: 'x', role: 'user', blocks: [{ type: 'text', content: 'p' }] } as const;
  expect(
    printed(
      { is: 'change', change: { is: 'added', message } },
      { is: 'usage', usage: USAGE },
      { is: 'woken' },
    ),
  ).toEqual([]);
});
