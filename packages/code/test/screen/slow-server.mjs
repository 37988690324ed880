// An MCP server that takes its time: it does not end when it is told to, does not answer the handshake
// where there is a file "hang", and gives its prompt only once there is a file "answer".
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';

const put = (id, result) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
const told = { messages: [{ role: 'user', content: { type: 'text', text: 'THE KEPT PROMPT' } }] };
const hangs = existsSync('hang');

const ANSWERS = {
  initialize: (id, { protocolVersion }) =>
    hangs ||
    put(id, {
      protocolVersion,
      capabilities: { tools: {}, prompts: {} },
      serverInfo: { name: 'slow', version: '1' },
    }),
  'tools/list': (id) => put(id, { tools: [] }),
  'prompts/list': (id) => put(id, { prompts: [{ name: 'late' }] }),
  'prompts/get': (id) => {
    const timer = setInterval(() => {
      if (!existsSync('answer')) return;
      clearInterval(timer);
      put(id, told);
    }, 20);
  },
  ping: (id) => put(id, {}),
};

process.on('SIGTERM', () => {});
setInterval(() => {}, 1_000);
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    ANSWERS[method]?.(id, params);
  })
  // Long after anybody waits for it: no test leaves it behind.
  .on('close', () => setTimeout(() => process.exit(), 10_000));
