import { type ChatBody, chatRefusals } from './check-chat.ts';
import { type Answer, DEFAULT_USAGE, type Failure, pieces, type WireBlock } from './reply.ts';
import type { Piece, Wire } from './wire.ts';

/** Chat completions: OpenAI's older protocol, and that of all compatible servers. */
export const chat: Wire = {
  path: /^\/v1\/chat\/completions$/,
  model: 'gpt-test',
  env: (origin) => ({ OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${origin}/v1` }),
  refusals: chatRefusals,
  tooLong: (tokens, window) => ({
    status: 400,
    type: 'context_length_exceeded',
    message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
  }),
  prefix: ({ tools = [], messages = [] }: ChatBody): Piece[] =>
    [...tools, ...messages].map((one) => ({ text: JSON.stringify(one) })),
  events: chatEvents,
  failure: openaiFailure,
};

/** The chunks of one answer, as chat completions stream them. */
function chatEvents(answer: Answer): string[] {
  const usage = answer.usage ?? DEFAULT_USAGE;
  return [
    chunk({ choices: [choice({ role: 'assistant', content: '' })] }),
    ...answer.blocks.flatMap(blockChunks),
    chunk({ choices: [choice({}, stopReason(answer))] }),
    chunk({
      choices: [],
      usage: {
        prompt_tokens: usage.input + usage.cached,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.cached + usage.output,
        prompt_tokens_details: { cached_tokens: usage.cached },
      },
    }),
    'data: [DONE]\n\n',
  ];
}

export function openaiFailure({ status, type, message }: Failure): string {
  const named = type ?? TYPES[status] ?? 'server_error';
  const error = { message: message ?? named, type: named, param: null, code: type ?? null };
  return JSON.stringify({ error });
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'invalid_request_error',
  404: 'invalid_request_error',
  429: 'rate_limit_exceeded',
};

function chunk(data: object): string {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-test' };
  return `data: ${JSON.stringify({ ...head, ...data })}\n\n`;
}

function choice(delta: object, finish: string | null = null): object {
  return { index: 0, delta, finish_reason: finish };
}

function stopReason(answer: Answer): string {
  if (answer.stop) return answer.stop === 'refusal' ? 'content_filter' : 'length';
  return answer.blocks.some((block) => 'call' in block) ? 'tool_calls' : 'stop';
}

function blockChunks(block: WireBlock, index: number): string[] {
  return deltas(block, index).map((delta) => chunk({ choices: [choice(delta)] }));
}

/** Chat completions know neither signatures nor redacted thoughts nor searches. */
function deltas(block: WireBlock, index: number): object[] {
  if ('text' in block) return pieces(block.text, 5).map((content) => ({ content }));
  if ('thinking' in block) {
    return pieces(block.thinking, 4).map((piece) => ({ reasoning_content: piece }));
  }
  if ('redacted' in block || 'search' in block) return [];
  const named = { name: block.call, arguments: '' };
  const opening = { index, id: block.id ?? `call_${index}`, type: 'function', function: named };
  const json = block.raw ?? JSON.stringify(block.input);
  const rest = pieces(json, 3).map((piece) => ({ index, function: { arguments: piece } }));
  return [opening, ...rest].map((each) => ({ tool_calls: [each] }));
}
