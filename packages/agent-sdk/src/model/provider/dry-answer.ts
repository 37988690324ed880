import type { ModelPart, ModelRequest } from '../../vocabulary/model.ts';
import type { Incoming, Send } from '../send/send.ts';
import { attempt } from './attempt.ts';
import type { Endpoint, Protocol } from './endpoint.ts';
import type { OpenEndpoint } from './open-endpoint.ts';

/**
 * Reads an answer of our own making as if it came from the endpoint. Nothing is sent. Most of what the first
 * answer of a process costs is code that never ran and schemas that the library makes when they are first used:
 * this has them ready while the model still thinks.
 */
export const dryAnswer = (
  endpoint: Endpoint,
  openModel: OpenEndpoint,
  signal: AbortSignal,
): AsyncIterable<ModelPart> =>
  attempt(endpoint, QUESTION, {
    ...{ signal, openModel },
    send: answering(ANSWERS[endpoint.protocol] ?? []),
    silenceMs: PATIENCE_MS,
    shorten: (messages) => ({ messages, whole: (body) => [body] }),
  });

/** Whether there is an answer of our own making for this protocol. */
export const canRehearse = ({ protocol }: Endpoint): boolean => ANSWERS[protocol] !== undefined;

const PATIENCE_MS = 10_000;

const QUESTION: ModelRequest = {
  system: 'none',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'none' }] }],
  tools: [{ name: 'Bash', description: 'none', inputSchema: { type: 'object' } }],
};

const answering =
  (events: readonly object[]): Send =>
  async () => ({
    status: 200,
    statusText: 'OK',
    headers: new Map([['content-type', 'text/event-stream']]),
    body: bodyWith(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')),
  });

const bodyWith = (text: string): Incoming['body'] =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(text));
      controller.close();
    },
  });

const INPUT = '{"command":"true"}';

const block = (index: number, content_block: object, delta: object): readonly object[] => [
  { type: 'content_block_start', index, content_block },
  { type: 'content_block_delta', index, delta },
  { type: 'content_block_stop', index },
];

const USAGE = { input_tokens: 1, output_tokens: 1 };
const MESSAGE = { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [] };
const CALLED = { stop_reason: 'tool_use', stop_sequence: null };

const chunk = (delta: object, finish_reason: string | null = null) => ({
  ...{ id: 'm', object: 'chat.completion.chunk', created: 1, model: 'm' },
  choices: [{ index: 0, delta, finish_reason }],
});

/** A word and a call, as each protocol has them. */
const ANSWERS: Readonly<Partial<Record<Protocol, readonly object[]>>> = {
  anthropic: [
    { type: 'message_start', message: { ...MESSAGE, usage: USAGE } },
    ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'none' }),
    ...block(
      1,
      { type: 'tool_use', id: 'c', name: 'Bash', input: {} },
      { type: 'input_json_delta', partial_json: INPUT },
    ),
    { type: 'message_delta', delta: CALLED, usage: USAGE },
    { type: 'message_stop' },
  ],
  chat: [
    chunk({ role: 'assistant', content: 'none' }),
    chunk({
      tool_calls: [
        { index: 0, id: 'c', type: 'function', function: { name: 'Bash', arguments: INPUT } },
      ],
    }),
    chunk({}, 'tool_calls'),
  ],
};
