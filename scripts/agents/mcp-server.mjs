// A server of one tool, `touch`, that writes the file it was started with: what it wrote shows that a call got through.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , file, text] = process.argv;

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'srv', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      { name: 'touch', description: 'touches', inputSchema: { type: 'object', properties: {} } },
    ],
  }),
  'tools/call': () => {
    writeFileSync(file, text);
    return { content: [{ type: 'text', text: 'touched' }] };
  },
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = ANSWERS[method];
  const body = answer
    ? { result: answer(params ?? {}) }
    : { error: { code: -32601, message: `unknown method ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}
