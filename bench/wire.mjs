import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A model's endpoint on 127.0.0.1 that answers each request as `reply(count)` says, a list of events, after
 * `thinkMs(count)` milliseconds.
 */
export async function startModel(reply, thinkMs = () => 0) {
  const seen = { requests: 0, began: [], answered: [], bytes: [] };
  const server = createServer((request, response) => {
    seen.began.push(performance.now());
    seen.bytes.push(Number(request.headers['content-length']));
    request.resume();
    request.on('end', async () => {
      const ms = thinkMs(seen.requests + 1);
      if (ms > 0) await wait(ms);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of reply(++seen.requests))
        if (!response.write(written(event)))
          await new Promise((resolve) => response.once('drain', resolve));
      response.end(() => seen.answered.push(performance.now()));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = {
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
  };
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { seen, env, close };
}

export const written = (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const usage = { input_tokens: 1, output_tokens: 1 };
const BEGIN = {
  type: 'message_start',
  message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage },
};
const end = (stop_reason) => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
];

const block = (index, content_block, deltas) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];

/** An answer of these pieces of text. */
export const saying = (pieces) => [
  BEGIN,
  ...block(
    0,
    { type: 'text', text: '' },
    pieces.map((text) => ({ type: 'text_delta', text })),
  ),
  ...end('end_turn'),
];

/** An answer that calls tools: a list of { id, name, input }. */
export const calling = (calls) => [
  BEGIN,
  ...calls.flatMap(({ id, name, input }, index) =>
    block(index, { type: 'tool_use', id, name, input: {} }, [
      { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    ]),
  ),
  ...end('tool_use'),
];
