import { openaiFailure } from './chat.ts';
import { type ResponsesBody, responsesRefusals } from './check-responses.ts';
import { issue, newId } from './issued.ts';
import { type Answer, DEFAULT_USAGE, pieces, type WireBlock } from './reply.ts';
import type { Asked, Piece, Wire } from './wire.ts';

/** The Responses API of OpenAI, without a store. */
export const responses: Wire = {
  path: /\/responses$/,
  model: 'gpt-5.5',
  env: (origin) => ({ OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${origin}/v1` }),
  refusals: responsesRefusals,
  tooLong: () => ({
    status: 400,
    type: 'context_length_exceeded',
    message:
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
  }),
  prefix: ({ instructions = '', tools = [], input = [] }: ResponsesBody): Piece[] =>
    [...tools, instructions, ...input].map((one) => ({ text: JSON.stringify(one) })),
  events: responsesEvents,
  failure: openaiFailure,
};

/** The events of one answer, as the Responses API streams them. */
function responsesEvents(answer: Answer, { body }: Asked<ResponsesBody>): string[] {
  const usage = answer.usage ?? DEFAULT_USAGE;
  const response = {
    id: `resp_${newId()}`,
    object: 'response',
    created_at: 1,
    model: body.model,
  };
  const items = answer.blocks.flatMap((block, at) => itemOf(block, at));
  remember(items, body.model ?? '');
  const cut = answer.stop === 'length' || answer.stop === 'window';
  const refused = answer.stop === 'refusal';
  const reason = cut ? 'max_output_tokens' : 'content_filter';
  const all = [
    event('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
    ...items.flatMap(itemEvents),
    event(cut || refused ? 'response.incomplete' : 'response.completed', {
      response: {
        ...response,
        status: cut || refused ? 'incomplete' : 'completed',
        incomplete_details: cut || refused ? { reason } : null,
        output: items,
        usage: {
          input_tokens: usage.input + usage.cached,
          input_tokens_details: { cached_tokens: usage.cached },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: usage.input + usage.cached + usage.output,
        },
      },
    }),
  ];
  return all.map((one, at) => one(at));
}

type Item = ReasoningItem | MessageItem | CallItem;
interface ReasoningItem {
  readonly type: 'reasoning';
  readonly id: string;
  readonly summary: readonly { type: 'summary_text'; text: string }[];
  readonly encrypted_content: string;
}
interface MessageItem {
  readonly type: 'message';
  readonly id: string;
  readonly text: string;
}
interface CallItem {
  readonly type: 'function_call';
  readonly id: string;
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

function itemOf(block: WireBlock, index: number): Item[] {
  const number = `${newId()}_${index}`;
  if ('text' in block) return [{ type: 'message', id: `msg_${number}`, text: block.text }];
  if ('thinking' in block || 'redacted' in block) {
    const encrypted_content = 'redacted' in block ? block.redacted : block.signature;
    const summary =
      'thinking' in block ? [{ type: 'summary_text' as const, text: block.thinking }] : [];
    return [{ type: 'reasoning', id: `rs_${number}`, summary, encrypted_content }];
  }
  if ('search' in block) return [];
  const call = { name: block.call, arguments: block.raw ?? JSON.stringify(block.input) };
  return [
    { type: 'function_call', id: `fc_${number}`, call_id: block.id ?? `call_${number}`, ...call },
  ];
}

/** A call needs the thought in front of it when it comes back under its id. */
function remember(items: readonly Item[], model: string): void {
  let thought = '';
  for (const item of items) {
    if (item.type === 'reasoning') {
      thought = item.id;
      issue(item.encrypted_content, { model, prefix: '', blocks: items });
    }
    if (item.type === 'function_call' && thought)
      issue(item.id, { model, prefix: thought, blocks: items });
  }
}

type Numbered = (sequence_number: number) => string;

const event =
  (type: string, data: object): Numbered =>
  (sequence_number) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...data })}\n\n`;

function itemEvents(item: Item, output_index: number): Numbered[] {
  const at = { output_index, item_id: item.id };
  const frame = (started: object, done: object, between: readonly Numbered[]) => [
    event('response.output_item.added', { output_index, item: started }),
    ...between,
    event('response.output_item.done', { output_index, item: done }),
  ];
  if (item.type === 'reasoning')
    return frame({ ...item, summary: [], encrypted_content: '' }, item, summaryEvents(item, at));
  if (item.type === 'message')
    return frame(messageItem(item, ''), messageItem(item, item.text), textEvents(item, at));
  const name = 'response.function_call_arguments';
  return frame(
    { ...item, arguments: '', status: 'in_progress' },
    { ...item, status: 'completed' },
    [
      ...pieces(item.arguments, 3).map((delta) => event(`${name}.delta`, { ...at, delta })),
      event(`${name}.done`, { ...at, arguments: item.arguments }),
    ],
  );
}

const messageItem = ({ id }: MessageItem, text: string) => ({
  ...{ type: 'message', id, role: 'assistant' },
  status: text === '' ? 'in_progress' : 'completed',
  content: text === '' ? [] : [{ type: 'output_text', text, annotations: [], logprobs: [] }],
});

function textEvents({ text }: MessageItem, at: object): Numbered[] {
  const place = { ...at, content_index: 0 };
  const part = (words: string) => ({ type: 'output_text', text: words, annotations: [] });
  return [
    event('response.content_part.added', { ...place, part: part('') }),
    ...pieces(text, 5).map((delta) => event('response.output_text.delta', { ...place, delta })),
    event('response.output_text.done', { ...place, text }),
    event('response.content_part.done', { ...place, part: part(text) }),
  ];
}

function summaryEvents({ summary }: ReasoningItem, at: object): Numbered[] {
  const name = 'response.reasoning_summary';
  return summary.flatMap(({ text }, summary_index) => {
    const place = { ...at, summary_index };
    const part = (words: string) => ({ type: 'summary_text', text: words });
    return [
      event(`${name}_part.added`, { ...place, part: part('') }),
      ...pieces(text, 4).map((delta) => event(`${name}_text.delta`, { ...place, delta })),
      event(`${name}_text.done`, { ...place, text }),
      event(`${name}_part.done`, { ...place, part: part(text) }),
    ];
  });
}
