import { type AnthropicBlock, type AnthropicBody, anthropicRefusals } from './check-anthropic.ts';
import { prefixOf } from './check-thoughts.ts';
import { halvesIn } from './halves.ts';
import { issue } from './issued.ts';
import { type Answer, DEFAULT_USAGE, type Failure, pieces, type WireBlock } from './reply.ts';
import { type Asked, bad, type Piece, type Wire } from './wire.ts';

/** The Messages API of Anthropic. */
export const anthropic: Wire = {
  path: /^\/v1\/messages$/,
  model: 'claude-sonnet-5-5',
  env: (origin) => ({ ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: origin }),
  refusals: anthropicRefusals,
  tooLong: (tokens, window) => bad(`prompt is too long: ${tokens} tokens > ${window} maximum`),
  prefix: prefixPieces,
  events: anthropicEvents,
  failure: anthropicFailure,
};

function prefixPieces({ tools = [], system = [], messages = [] }: AnthropicBody): Piece[] {
  const blocks = messages.flatMap(({ role, content }) => content.map((one) => ({ role, ...one })));
  return [...tools, ...system, ...blocks].map(({ cache_control: mark, ...rest }) => ({
    text: JSON.stringify(rest),
    mark: mark !== undefined,
  }));
}

/** The events of one answer, as the Messages API streams them. */
function anthropicEvents(answer: Answer, request: Asked<AnthropicBody>): string[] {
  const usage = answer.usage ?? DEFAULT_USAGE;
  remember(answer.blocks.flatMap(parted), request);
  return [
    event('message_start', { message: opening(usage) }),
    event('ping', {}),
    ...answer.blocks.flatMap(parted).flatMap(blockEvents),
    event('message_delta', {
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: usage.output },
    }),
    event('message_stop', {}),
  ];
}

function anthropicFailure({ status, type, message }: Failure): string {
  const named = type ?? TYPES[status] ?? 'api_error';
  return JSON.stringify({ type: 'error', error: { type: named, message: message ?? named } });
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

export function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function opening(usage: NonNullable<Answer['usage']>): object {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      output_tokens: 1,
      cache_read_input_tokens: usage.cached,
      cache_creation_input_tokens: usage.written ?? 0,
    },
  };
}

/** Keeps what the thoughts of an answer are bound to. */
function remember(answer: readonly Wired[], { body }: Asked<AnthropicBody>): void {
  // A provider never sends half a character, so such a block of a script need not come back.
  const blocks = answer.map(sentBack).filter((block) => halvesIn(block).length === 0);
  const whole = [...(body.messages ?? []), { role: 'assistant', content: blocks }];
  if (!blocks.some(({ type }) => /thinking/.test(type)))
    for (const { id } of blocks) issue(`no thought: ${id}`, { model: '', prefix: '', blocks });
  for (const [place, block] of blocks.entries()) {
    const signature = block.signature ?? block.data;
    if (signature === undefined) continue;
    const prefix = prefixOf({ ...body, messages: whole }, whole.length - 1, place);
    issue(signature, { model: body.model ?? '', prefix, blocks });
  }
}

/** A block as it has to come back. */
function sentBack(block: Wired, index: number): AnthropicBlock {
  const { start } = shape(block, index);
  const whole = start as AnthropicBlock;
  if ('text' in block) return { ...whole, text: block.text };
  if ('thinking' in block)
    return { ...whole, thinking: block.thinking, signature: block.signature };
  if ('call' in block) return { ...whole, input: block.input };
  return 'served' in block ? { ...whole, input: { query: block.served } } : whole;
}

const STOPS = {
  length: 'max_tokens',
  refusal: 'refusal',
  pause: 'pause_turn',
  window: 'model_context_window_exceeded',
} as const;

function stopReason(answer: Answer): string {
  if (answer.stop) return STOPS[answer.stop];
  return answer.blocks.some((block) => 'call' in block) ? 'tool_use' : 'end_turn';
}

/** A search is two blocks: the call, and what came of it. */
const parted = (block: WireBlock): readonly Wired[] =>
  'search' in block
    ? [
        { served: block.search, id: block.id ?? 'srvtoolu_1' },
        { found: block.found, id: block.id ?? 'srvtoolu_1' },
      ]
    : [block];

type Wired =
  | Exclude<WireBlock, { search: string }>
  | { readonly served: string; readonly id: string }
  | { readonly found: readonly object[] | string; readonly id: string };

function blockEvents(block: Wired, index: number): string[] {
  const { start, deltas } = shape(block, index);
  return [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

function shape(block: Wired, index: number): { start: object; deltas: object[] } {
  if ('text' in block) {
    const deltas = pieces(block.text, 5).map((text) => ({ type: 'text_delta', text }));
    const cited = (block.citations ?? []).map((citation) => ({
      type: 'citations_delta',
      citation,
    }));
    return { start: { type: 'text', text: '' }, deltas: [...deltas, ...cited] };
  }
  if ('served' in block) {
    const json = JSON.stringify({ query: block.served });
    const deltas = pieces(json, 3).map((p) => ({ type: 'input_json_delta', partial_json: p }));
    const start = { type: 'server_tool_use', id: block.id, name: 'web_search', input: {} };
    return { start, deltas };
  }
  if ('found' in block) {
    const failure = { type: 'web_search_tool_result_error', error_code: block.found };
    const content = typeof block.found === 'string' ? failure : block.found;
    return {
      start: { type: 'web_search_tool_result', tool_use_id: block.id, content },
      deltas: [],
    };
  }
  if ('thinking' in block) return thinking(block.thinking, block.signature);
  if ('redacted' in block) {
    return { start: { type: 'redacted_thinking', data: block.redacted }, deltas: [] };
  }
  const json = block.raw ?? JSON.stringify(block.input);
  const deltas = pieces(json, 3).map((p) => ({ type: 'input_json_delta', partial_json: p }));
  const id = block.id ?? `toolu_${index}`;
  return { start: { type: 'tool_use', id, name: block.call, input: {} }, deltas };
}

function thinking(text: string, signature: string): { start: object; deltas: object[] } {
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      ...pieces(text, 4).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
      { type: 'signature_delta', signature },
    ],
  };
}
