// A server that asks back. A call of `ask` sends the request in its arguments to the client, and answers with
// what came of it.
import { createInterface } from 'node:readline';

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const waiting = new Map();
let next = 1000;
const ask = (method, params) =>
  new Promise((resolve) => {
    waiting.set(++next, resolve);
    send({ id: next, method, params });
  });
const said = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const tool = (name) => ({ name, inputSchema: { type: 'object' } });
let client = {};

const CALLS = {
  ask: async ({ method, params }) => said(await ask(method, params)),
  form: async ({ fields }) => {
    const all = Array.from({ length: fields }, (_, at) => [`f${at}`, { type: 'string' }]);
    const requestedSchema = { type: 'object', properties: Object.fromEntries(all) };
    return said(await ask('elicitation/create', { message: 'All of it', requestedSchema }));
  },
  // An error of the protocol, as it is given.
  refuse: async (refused) => ({ refused }),
  client: async () => said(client),
  // Longer than the call may take, but with signs of life.
  steps: async (_, token) => {
    for (let step = 1; step <= 4; step++) {
      send({
        method: 'notifications/progress',
        params: { progressToken: token, progress: step, total: 4, message: `step\n${step}` },
      });
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    return said('done');
  },
  // More news than anybody could follow.
  flood: async ({ times, message = '' }, token) => {
    for (let step = 1; step <= times; step++)
      send({
        method: 'notifications/progress',
        params: { progressToken: token, progress: step, total: times, message },
      });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return said('done');
  },
  log: async ({ level, data, times = 1 }) => {
    for (let n = 0; n < times; n++)
      send({
        method: 'notifications/message',
        params: { level, data: `${data}${times > 1 ? n : ''}` },
      });
    return said('logged');
  },
  change: async ({ uri }) => {
    send({ method: 'notifications/resources/updated', params: { uri } });
    return said('changed');
  },
};

const METHODS = {
  initialize: ({ capabilities, protocolVersion }) => {
    client = { capabilities, heard: [] };
    return {
      protocolVersion,
      capabilities: { tools: {}, resources: { subscribe: true }, logging: {} },
      serverInfo: { name: 'asking', version: '1' },
      instructions: process.env.INSTRUCTIONS,
    };
  },
  'tools/list': () => ({ tools: Object.keys(CALLS).map(tool) }),
  'tools/call': ({ name, arguments: args, _meta }) =>
    Object.hasOwn(CALLS, name)
      ? CALLS[name](args, _meta?.progressToken)
      : { refused: { code: -32602, message: `Unknown tool: ${name}` } },
  'resources/list': () => ({ resources: [{ uri: 'memo://notes', name: 'notes' }] }),
  'resources/templates/list': () => ({
    resourceTemplates: [{ uriTemplate: 'memo://{day}', name: 'a day' }],
  }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: `text of ${uri}` }] }),
};

/** Taken with an empty result, and kept for the call of `client`. */
const NOTED = ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];
for (const method of NOTED) METHODS[method] = () => ({});
const unknown = () => ({ refused: { code: -32601, message: 'Method not found' } });

createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line);
  const { id, method, params = {} } = message;
  if (method === undefined) return waiting.get(id)?.(message.result ?? { error: message.error });
  if (id === undefined) return client.heard?.push(method);
  if (NOTED.includes(method)) client.heard?.push(`${method} ${JSON.stringify(params)}`);
  const { refused, ...result } = (await (METHODS[method] ?? unknown)(params)) ?? {};
  send({ id, ...(refused ? { error: refused } : { result }) });
});
