import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { blocksOf, talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { memory, wild } from './servers.ts';

const has = (part: string) => expect.stringContaining(part);
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const NOW = '2026-07-28';

interface Seen {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, unknown>>;
}

const REGION = { type: 'string', 'x-mcp-header': 'Region' };

/** A server that knows the current revision only: it refuses the old handshake, and requests without the headers. */
async function startCurrent() {
  const seen: Seen[] = [];
  const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
  const results: Readonly<Record<string, object>> = {
    'server/discover': { ...complete, supportedVersions: [NOW], capabilities: { tools: {} } },
    'tools/list': {
      ...complete,
      tools: [
        { name: 'near', inputSchema: object({ region: REGION, limit: { type: 'integer' } }) },
      ],
    },
    'tools/call': { resultType: 'complete', content: [{ type: 'text', text: 'it is near' }] },
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method !== 'POST') return send(405, {});
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    const { headers } = request;
    seen.push({ method, headers, params });
    const refused = (code: number, message: string) =>
      send(400, { jsonrpc: '2.0', id, error: { code, message, data: { supported: [NOW] } } });
    const result = results[method];
    if (!result || headers['mcp-protocol-version'] !== NOW)
      return refused(-32_022, 'no such revision');
    if (headers['mcp-method'] !== method)
      return refused(-32_020, 'the headers do not fit the body');
    return send(200, { jsonrpc: '2.0', id, result });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, seen };
}

test('a server that speaks only the current revision, with its headers and marked parameters', async () => {
  const { url, seen } = await startCurrent();
  const t = await talk({
    mcpServers: { here: { type: 'http', url } },
    script: [call('mcp__here__near', { region: 'Zürich', limit: 2 }), say('ok')],
  });
  expect(blocksOf(t.agent.messages, 'error')).toEqual([]);
  expect(blocksOf(t.agent.messages, 'tool')).toMatchObject([
    { success: true, result: 'it is near' },
  ]);
  const { headers, params } = seen.find(({ method }) => method === 'tools/call') ?? {};
  expect(headers).toMatchObject({
    'mcp-protocol-version': NOW,
    'mcp-method': 'tools/call',
    'mcp-name': 'near',
    'mcp-param-region': `=?base64?${Buffer.from('Zürich').toString('base64')}?=`,
  });
  expect(params).toMatchObject({
    arguments: { region: 'Zürich', limit: 2 },
    _meta: { 'io.modelcontextprotocol/protocolVersion': NOW },
  });
  expect(seen[0]?.method).toBe('server/discover');
});

/** One call to a server of the old kind that lists these tools. */
async function poke(tools: readonly object[], input: object, more: object = {}) {
  const t = await talk({
    mcpServers: { wild: wild({ tools, ...more }) },
    script: [call('mcp__wild__poke', input), say('ok')],
  });
  return {
    t,
    told: blocksOf(t.agent.messages, 'notice').map(({ content }) => content),
    tool: blocksOf(t.agent.messages, 'tool')[0],
  };
}

const PLAIN = { name: 'poke', inputSchema: object({}) };

test.each<[string, object, string]>([
  [
    'a header name with a space',
    { a: { type: 'string', 'x-mcp-header': 'a b' } },
    'needs a header name',
  ],
  [
    'a number',
    { a: { type: 'number', 'x-mcp-header': 'A' } },
    'on a string, an integer or a boolean',
  ],
  [
    'the same name twice',
    { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } },
    'two parameters have the same',
  ],
  [
    'inside a list',
    { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } },
    'may only stand on a named property',
  ],
])('a tool whose marked parameter is invalid is left out: %s', async (_, properties, why) => {
  const { told, tool, t } = await poke(
    [PLAIN, { name: 'bad', inputSchema: object(properties) }],
    {},
  );
  expect(told).toEqual([has(why)]);
  expect(told[0]).toContain('"bad" is left out');
  expect(tool).toMatchObject({ success: true });
  expect(t.server.requests[0]?.body.tools?.map(({ name }) => name)).not.toContain('mcp__wild__bad');
});

test('a tool that can only run as a task is left out', async () => {
  const task = { name: 'slow', inputSchema: object({}), execution: { taskSupport: 'required' } };
  const { told, tool } = await poke([PLAIN, task], {});
  expect(told).toEqual([has('"slow" is left out')]);
  expect(tool).toMatchObject({ success: true });
});

test('what has a default need not be given, and hooks see it filled in', async () => {
  const schema = object(
    { type: { type: 'string', default: 'png' }, path: { type: 'string' } },
    { required: ['type'] },
  );
  const t = await talk({
    mcpServers: { wild: wild({ tools: [{ name: 'poke', inputSchema: schema }] }) },
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'cat > seen.json' }] }] },
    script: [call('mcp__wild__poke', {}), say('ok')],
  });
  expect(blocksOf(t.agent.messages, 'tool')).toMatchObject([{ success: true, result: 'fine' }]);
  const { tool_input } = JSON.parse(readFileSync(`${t.dir}/seen.json`, 'utf8'));
  expect(tool_input).toEqual({ type: 'png' });
});

test('an answer that does not fit the output schema is a failure that says that it ran', async () => {
  const outputSchema = object({ sum: { type: 'number' } }, { required: ['sum'] });
  const { tool } = await poke([{ ...PLAIN, outputSchema }], {});
  expect(tool).toMatchObject({
    success: false,
    result: has('it ran, but gave no structured answer, as it promises to'),
  });
});

test('a huge result goes whole into a file, which the model is told', async () => {
  const { tool } = await poke([PLAIN], {}, { call: 'huge' });
  expect(tool?.result).toContain('1,970,000 characters omitted');
  expect(keptOf(tool?.result)).toHaveLength(2_000_000);
});

test('so does a huge resource', async () => {
  const notes = 'note '.repeat(8_000);
  const { agent } = await talk({
    mcpServers: { memory: memory({ NOTES: notes }) },
    script: [call('ReadMcpResource', { server: 'memory', uri: 'memo://notes' }), say('ok')],
  });
  const [tool] = blocksOf(agent.messages, 'tool');
  expect(tool?.result).toContain('10,000 characters omitted');
  expect(keptOf(tool?.result)).toBe(notes);
});

/** The file that a result names. */
const keptOf = (result = ''): string =>
  readFileSync(/the whole is in (\/\S+\.txt)/.exec(result)?.[1] ?? 'no file is named', 'utf8');
