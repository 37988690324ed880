import { blocksOf, type Called, event, hasCall, hasTools, type Said, type Wire } from './reply.ts';

/** Anthropic's messages, as Claude Code speaks them. */
export const anthropic: Wire = {
  isStep: (path, body) =>
    path.startsWith('/v1/messages') && !path.includes('count') && hasTools(body),
  events: (reply, id) => [
    named({ type: 'message_start', message: message(id) }),
    ...blocksOf(reply).flatMap((one, index) => block(one, index, id)),
    named({
      type: 'message_delta',
      delta: { stop_reason: hasCall(reply) ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    named({ type: 'message_stop' }),
  ],
};

const named = (data: { readonly type: string; readonly [field: string]: unknown }) =>
  event(data, data.type);

const message = (id: string) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model: 'scripted',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 5, output_tokens: 1 },
});

function block(one: Said | Called, index: number, id: string): string[] {
  const [content_block, deltas] =
    'call' in one
      ? [
          { type: 'tool_use', id: `toolu_${id}_${index}`, name: one.call, input: {} },
          [{ type: 'input_json_delta', partial_json: JSON.stringify(one.input) }],
        ]
      : [{ type: 'text', text: '' }, one.pieces.map((text) => ({ type: 'text_delta', text }))];
  return [
    named({ type: 'content_block_start', index, content_block }),
    ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
    named({ type: 'content_block_stop', index }),
  ];
}
