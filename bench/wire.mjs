import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { anthropic } from '../packages/code/src/guard/trial/wire/anthropic.ts';

/**
 * A model's endpoint on 127.0.0.1, in Anthropic's form. `reply(count, body, closed)` gives the parts of an answer
 * (packages/code/src/guard/trial/wire/reply.ts), or pieces of text as they come; `thinkMs(count)` milliseconds pass before it.
 */
export async function startModel(reply, thinkMs = () => 0) {
  const seen = { requests: 0, began: [], answered: [], bytes: [] };
  // Only who looks at requests has them put together.
  const needsBody = reply.length > 1;
  const server = createServer(async (request, response) => {
    seen.began.push(performance.now());
    seen.bytes.push(Number(request.headers['content-length']));
    const chunks = [];
    for await (const chunk of request) if (needsBody) chunks.push(chunk);
    const count = ++seen.requests;
    const ms = thinkMs(count);
    if (ms > 0) await wait(ms);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const closed = new Promise((resolve) => response.once('close', resolve));
    const answer = reply(count, String(Buffer.concat(chunks)), closed);
    for await (const event of eventsOf(answer, count))
      if (!response.write(event)) await new Promise((resolve) => response.once('drain', resolve));
    response.end(() => seen.answered.push(performance.now()));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { seen, url, env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url }, close };
}

const eventsOf = (answer, count) =>
  Symbol.asyncIterator in answer
    ? streamed(answer, count)
    : anthropic.events(answer, String(count));

/** The events of a text of one piece, with others in that one's place. */
async function* streamed(pieces, count) {
  const [start, block, delta, ...end] = anthropic.events({ say: '@' }, String(count));
  yield start;
  yield block;
  for await (const piece of pieces) yield delta.replace('"@"', () => JSON.stringify(piece));
  yield* end;
}
