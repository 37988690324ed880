// A real MCP server, run as a program of its own: `memory-server.ts [stdio | modern | http]`.
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { DOT } from './dot.ts';

const [, , how = 'stdio'] = process.argv;
const said = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const log = (line: string) => {
  if (process.env['LOG']) appendFileSync(process.env['LOG'], `${line}\n`);
};

function memory(): McpServer {
  const server = new McpServer({ name: 'memory', version: '1.0.0' });
  server.registerTool(
    'create_entities',
    { description: 'Keeps entities.', inputSchema: z.object({ names: z.array(z.string()) }) },
    async ({ names }) => {
      log(`create ${names.join(' ')}`);
      return said(`kept ${names.join(', ')}`);
    },
  );
  server.registerTool(
    'read_graph',
    { description: 'Reads all.', inputSchema: z.object({}), annotations: { readOnlyHint: true } },
    async () => said('the graph'),
  );
  server.registerTool(
    'write_note',
    { description: 'Writes a note.', inputSchema: z.object({ text: z.string() }) },
    async ({ text }) => {
      log(`write ${text}`);
      return said(`wrote ${text}`);
    },
  );
  server.registerTool('fail', { inputSchema: z.object({}) }, async () => ({
    ...said('no such thing'),
    isError: true,
  }));
  server.registerTool('mixed', { inputSchema: z.object({}) }, async () => ({
    content: [
      { type: 'text', text: 'look:' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAAAAAA', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'memo://one', name: 'one', mimeType: 'text/plain' },
      { type: 'resource', resource: { uri: 'memo://two', text: 'inside two' } },
    ],
  }));
  server.registerTool(
    'pictures',
    { inputSchema: z.object({ count: z.number() }) },
    async ({ count }) => ({
      content: Array(count).fill({ type: 'image', data: DOT, mimeType: 'image/whatever' }),
    }),
  );
  server.registerTool(
    'measure',
    { inputSchema: z.object({}), outputSchema: z.object({ celsius: z.number() }) },
    async () => ({ content: [], structuredContent: { celsius: 21 } }),
  );
  server.registerTool('much', { inputSchema: z.object({}) }, async () => said('x'.repeat(100_000)));
  server.registerTool('environment', { inputSchema: z.object({}) }, async () =>
    said(JSON.stringify({ cwd: process.cwd(), env: process.env })),
  );
  server.registerTool('sleep', { inputSchema: z.object({}) }, async (_, { mcpReq }) => {
    log('sleeping');
    await sleep(600_000, undefined, { signal: mcpReq.signal, ref: false }).catch(() =>
      log('cancelled'),
    );
    return said('slept');
  });
  server.registerTool('grow', { inputSchema: z.object({}) }, async () => {
    server.registerTool('grown', { inputSchema: z.object({}) }, async () => said('I grew'));
    return said('growing');
  });
  server.registerTool('crash', { inputSchema: z.object({}) }, async () => {
    process.stderr.write('out of memory, so to say\n');
    process.exit(3);
  });
  server.registerResource('notes', 'memo://notes', { mimeType: 'text/plain' }, async () => ({
    contents: [{ uri: 'memo://notes', text: process.env['NOTES'] ?? 'remember the milk' }],
  }));
  server.registerPrompt(
    'review',
    { description: 'Reviews.', argsSchema: z.object({ topic: z.string() }) },
    async ({ topic }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Review ${topic}.` } }],
    }),
  );
  return server;
}

async function http(): Promise<void> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const open = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => `s${sessions.size + 1}`,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => {
        log(`closed ${id}`);
        sessions.delete(id);
      },
    });
    await memory().connect(transport);
    return transport;
  };
  const handle = async (incoming: IncomingMessage, to: ServerResponse) => {
    const secret = process.env['TOKEN'];
    if (secret && incoming.headers.authorization !== `Bearer ${secret}`)
      return void to.writeHead(401).end('who are you?');
    const request = await webRequest(incoming);
    const id = incoming.headers['mcp-session-id'] as string | undefined;
    const transport = id === undefined ? await open() : sessions.get(id);
    if (!transport) return void to.writeHead(404).end('no such session');
    const response = await transport.handleRequest(request);
    to.writeHead(response.status, Object.fromEntries(response.headers));
    to.flushHeaders();
    for await (const chunk of response.body ?? []) to.write(chunk);
    to.end();
  };
  const server = createServer((incoming, to) => void handle(incoming, to));
  const port = Number(process.env['PORT'] ?? 0);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
}

async function webRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers) as [string, string][];
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  return new Request(`http://127.0.0.1${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    ...body,
  });
}

if (how === 'http') await http();
else if (how === 'modern') serveStdio(memory, { legacy: 'reject' });
else await memory().connect(new StdioServerTransport());
