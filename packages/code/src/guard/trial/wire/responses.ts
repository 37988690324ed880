import { blocksOf, type Called, event, hasTools, type Said, type Wire } from './reply.ts';

/** OpenAI's responses, as Codex speaks them. */
export const responses: Wire = {
  isStep: (path, body) => path.endsWith('/responses') && hasTools(body),
  events: (reply, id) => {
    const response = { id: `resp_${id}`, object: 'response', model: 'scripted' };
    const blocks = blocksOf(reply);
    const items = blocks.map((one, index) => itemOf(one, `${id}_${index}`));
    return [
      named({ type: 'response.created', response: { ...response, status: 'in_progress' } }),
      ...blocks.flatMap((one, output_index) => {
        const item = items[output_index];
        return [
          named({ type: 'response.output_item.added', output_index, item }),
          ...deltasOf(one, `m_${id}_${output_index}`, output_index),
          named({ type: 'response.output_item.done', output_index, item }),
        ];
      }),
      named({
        type: 'response.completed',
        response: { ...response, status: 'completed', output: items, usage: USAGE },
      }),
    ];
  },
};

const named = (data: { readonly type: string; readonly [field: string]: unknown }) =>
  event(data, data.type);

const USAGE = { input_tokens: 5, output_tokens: 5, total_tokens: 10 };

/** The text in pieces; one that comes in one piece comes with its item. */
const deltasOf = (one: Said | Called, item_id: string, output_index: number): string[] =>
  'call' in one || one.pieces.length === 1
    ? []
    : one.pieces.map((delta) =>
        named({
          type: 'response.output_text.delta',
          item_id,
          output_index,
          content_index: 0,
          delta,
        }),
      );

/** A patch is text of its own, any other call has arguments. */
function itemOf(one: Said | Called, id: string): object {
  if (!('call' in one))
    return {
      type: 'message',
      id: `m_${id}`,
      role: 'assistant',
      content: [{ type: 'output_text', text: one.pieces.join(''), annotations: [] }],
    };
  const call = { id: `fc_${id}`, call_id: `call_${id}`, name: one.call, namespace: one.namespace };
  return one.call === 'apply_patch'
    ? { type: 'custom_tool_call', ...call, status: 'completed', input: one.input['patch'] }
    : { type: 'function_call', ...call, arguments: JSON.stringify(one.input) };
}
