import { createServer } from 'node:http';
import { Agent } from '../../packages/agent-sdk/dist/index.js';
import { tempDir } from '../temp.mjs';

const TURNS = 50;

/**
 * How much of what is sent to the model could come from the provider's cache, over a session of 50
 * turns with 2 requests each, as it goes over the wire in Anthropic's format. No time is measured.
 */
export const cache = { name: 'cache', open };

async function open() {
  const { dir, remove } = await tempDir();
  let last;
  const sum = async () => {
    last = countBytes(await session(dir));
    return last.sent / 1_000;
  };
  const all = `sent in ${TURNS} turns`;
  const cases = [
    { name: all, unit: 'kB', run: sum },
    {
      name: 'of it, not in a marked prefix',
      unit: 'kB',
      floor: all,
      limit: { ratio: 0.1 },
      // The same every time, so the session of this round is as good as another one.
      run: async () => last.fresh / 1_000,
    },
  ];
  return { cases, close: remove };
}

/** The bodies of all requests of a session: a command, then an answer, again and again. */
async function session(dir) {
  const bodies = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(JSON.parse(Buffer.concat(chunks)));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(answer(bodies.length));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const env = {
    ...process.env,
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
  };
  const agent = await Agent.create({
    workdir: dir,
    home: dir,
    env,
    model: 'claude-bench',
    permissionMode: 'bypassPermissions',
  });
  for (let turn = 0; turn < TURNS; turn++) await agent.sendMessage(`prompt ${turn}`);
  await agent.close();
  server.closeAllConnections();
  server.close();
  return bodies;
}

function answer(count) {
  const block =
    count % 2 === 1
      ? { type: 'tool_use', id: `call_${count}`, name: 'Bash', input: {} }
      : { type: 'text', text: '' };
  const delta =
    count % 2 === 1
      ? { type: 'input_json_delta', partial_json: '{"command":"seq 200"}' }
      : { type: 'text_delta', text: 'Counted. '.repeat(40) };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const reason = count % 2 === 1 ? 'tool_use' : 'end_turn';
  return [
    { type: 'message_start', message: { id: 'm', model: 'm', role: 'assistant', usage } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: reason }, usage },
    { type: 'message_stop' },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('');
}

/** A provider has what the last request marked, as far as this one begins with it byte for byte. */
function countBytes(bodies) {
  let sent = 0;
  let fresh = 0;
  let known = '';
  for (const body of bodies) {
    const parts = [...body.tools, ...body.system, ...body.messages.flatMap(blocksOf)];
    const text = parts.map(plain).join('');
    const end = parts.findLastIndex((part) => 'cache_control' in part) + 1;
    sent += text.length;
    fresh += text.length - (text.startsWith(known) ? known.length : 0);
    known = parts.slice(0, end).map(plain).join('');
  }
  return { sent, fresh };
}

const blocksOf = ({ role, content }) => content.map((block) => ({ role, ...block }));
const plain = ({ cache_control, ...part }) => JSON.stringify(part);
