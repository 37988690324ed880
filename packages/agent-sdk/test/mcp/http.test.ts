import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { linesOf, startHttp } from './servers.ts';

type Talk = Awaited<ReturnType<typeof talk>>;
const one = (tool: string, input: object = {}) => [call(`mcp__memory__${tool}`, input), say('ok')];
const results = ({ agent }: Talk) =>
  blocksOf(agent.messages, 'tool').map(({ success, result }) => ({ success, result }));
const errors = ({ agent }: Talk) => blocksOf(agent.messages, 'error').map(({ content }) => content);

test('a server over HTTP: its tools, its header, its session ended with the agent', async () => {
  const log = join(tempDir(), 'log');
  const { url } = await startHttp({ TOKEN: 'secret', LOG: log });
  const t = await talk({
    mcpServers: { memory: { type: 'http', url, headers: { Authorization: 'Bearer secret' } } },
    script: one('create_entities', { names: ['a'] }),
  });
  expect(results(t)).toEqual([{ success: true, result: 'kept a' }]);
  await t.agent.close();
  expect(linesOf(log)).toEqual(['create a', 'closed s1']);
});

test('list changes, time-outs and aborts are the same as over stdio', async () => {
  const log = join(tempDir(), 'log');
  const { url } = await startHttp({ LOG: log });
  const t = await talk({
    mcpServers: { memory: { type: 'streamable-http', url, timeout: 1 } },
    script: [...one('grow').slice(0, 1), ...one('sleep')],
  });
  expect(results(t)).toEqual([
    { success: true, result: 'growing' },
    {
      success: false,
      result: 'sleep of the MCP server memory failed: it did not answer within 1 s',
    },
  ]);
  await until(() => linesOf(log).includes('cancelled'), 'the cancellation');
  await until(
    () => t.agent.mcp.servers()[0]?.tools.includes('mcp__memory__grown') ?? false,
    'the new tool',
  );
});

test('a server that went away costs one call, and is there again when it is', async () => {
  const first = await startHttp();
  const port = new URL(first.url).port;
  const t = await talk({
    mcpServers: { memory: { url: first.url } },
    script: one('read_graph'),
  });
  first.child.kill('SIGKILL');
  await until(() => first.child.signalCode !== null, 'its end');
  await t.send('GONE', ...one('read_graph'));
  await startHttp({ PORT: port });
  await t.send('BACK', ...one('read_graph'));
  expect(results(t)).toEqual([
    { success: true, result: 'the graph' },
    {
      success: false,
      result: expect.stringContaining('read_graph of the MCP server memory failed'),
    },
    { success: true, result: 'the graph' },
  ]);
});

test('who wants another key says so', async () => {
  const { url } = await startHttp({ TOKEN: 'secret' });
  const t = await talk({ mcpServers: { memory: { url } }, script: [say('ok')] });
  expect(errors(t)).toEqual([
    expect.stringMatching(/not available: HTTP 401: .*"headers" can hold a key/),
  ]);
});

test('a proxy that is named for an address is used', async () => {
  const { url } = await startHttp();
  const seen: string[] = [];
  const proxy = createServer((incoming, to) => {
    seen.push(incoming.url ?? '');
    const { method = 'GET', headers } = incoming;
    const there = (incoming.url ?? '').replace('localhost', '127.0.0.1');
    const on = request(there, { method, headers, agent: false }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    on.on('error', () => to.destroy());
    to.on('close', () => on.destroy());
    incoming.pipe(on);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  process.env['http_proxy'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  process.env['no_proxy'] = '127.0.0.1';
  onTestFinished(() => {
    delete process.env['http_proxy'];
    delete process.env['no_proxy'];
    proxy.closeAllConnections();
    proxy.close();
  });
  const named = url.replace('127.0.0.1', 'localhost');
  const t = await talk({ mcpServers: { memory: { url: named } }, script: one('read_graph') });
  expect(errors(t)).toEqual([]);
  expect(results(t)).toEqual([{ success: true, result: 'the graph' }]);
  expect(seen).toContain(named);
});

test('a handshake that hangs half-way ends in time', async () => {
  const half = createServer(async (incoming, to) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    if (method !== 'initialize') return;
    const result = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      serverInfo: { name: 'h', version: '0' },
    };
    to.writeHead(200, { 'content-type': 'application/json' });
    to.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    half.closeAllConnections();
    half.close();
  });
  const url = `http://127.0.0.1:${(half.address() as AddressInfo).port}/mcp`;
  const t = await talk({
    mcpServers: { half: { url, startTimeout: 0.5 } },
    mcpWaitMs: 20_000,
    script: [say('ok')],
  });
  expect(errors(t)).toEqual([
    'MCP server "half": it is not available: it was not ready within 0.5 s.',
  ]);
});

test('nobody there, and a flood, are told', async () => {
  const flood = createServer((_, to) => {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = () => {
      while (to.write('data: y'.repeat(10_000)));
      to.once('drain', more);
    };
    more();
  });
  await new Promise<void>((resolve) => flood.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    flood.closeAllConnections();
    flood.close();
  });
  const { port } = flood.address() as AddressInfo;
  const t = await talk({
    mcpServers: {
      nobody: { url: 'http://127.0.0.1:1/mcp' },
      flood: { url: `http://127.0.0.1:${port}/mcp` },
    },
    mcpWaitMs: 20_000,
    script: [say('ok')],
  });
  expect(errors(t).sort()).toEqual([
    expect.stringMatching(/^MCP server "flood": it is not available: it sent more than 32 MiB/),
    expect.stringMatching(/^MCP server "nobody": it is not available: fetch failed/),
  ]);
});
