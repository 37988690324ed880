import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { proxyFor } from '../../../src/model/send/proxy.ts';
import { say } from '../../wire/reply.ts';
import { startWire, type WireServer } from '../../wire/server.ts';
import { failureOf, modelAt, partsOf, textOf } from '../helpers.ts';

const cases: [string, Record<string, string>, string | undefined][] = [
  ['https://a.example', {}, undefined],
  ['https://a.example', { HTTPS_PROXY: 'http://p:8080' }, 'http://p:8080/'],
  ['https://a.example', { https_proxy: 'p:8080', HTTPS_PROXY: 'http://q' }, 'http://p:8080/'],
  ['https://a.example', { HTTP_PROXY: 'http://p' }, 'http://p/'],
  ['http://a.example', { HTTPS_PROXY: 'http://p' }, undefined],
  ['https://a.example', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, undefined],
  ['https://a.b.example', { HTTPS_PROXY: 'http://p', NO_PROXY: 'x, .b.example' }, undefined],
  ['https://b.example', { HTTPS_PROXY: 'http://p', NO_PROXY: 'b.example:80' }, 'http://p/'],
  ['https://b.example', { HTTPS_PROXY: 'http://p', no_proxy: 'b.example:443' }, undefined],
  ['https://cb.example', { HTTPS_PROXY: 'http://p', NO_PROXY: 'b.example' }, 'http://p/'],
];
test.each(cases)('%s with %j goes through %s', (url, env, proxy) => {
  expect(proxyFor(new URL(url), env)?.href).toBe(proxy);
});

let server: WireServer;
let proxy: Server;
const open = new Set<unknown>();
let seen: string[];
let address: string;
beforeEach(async () => {
  seen = [];
  server = await startWire();
  proxy = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['proxy-authorization']}`);
    const headers = { ...request.headers };
    delete headers['proxy-authorization'];
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks);
      const sent = new Headers(headers as Record<string, string>);
      for (const name of ['host', 'connection', 'content-length']) sent.delete(name);
      const answer = await fetch(request.url ?? '', { method: 'POST', headers: sent, body });
      response.writeHead(answer.status, { 'content-type': 'text/event-stream' });
      response.end(await answer.text());
    });
  });
  proxy.on('connect', (request, socket) => {
    seen.push(`${request.method} ${request.url}`);
    // As proxies do, it keeps the connection for another try.
    open.add(socket.on('end', () => open.delete(socket)).resume());
    socket.write('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterEach(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await server.close();
});

test('an http endpoint is spoken to through the proxy, with its credentials', async () => {
  server.script(say('through'));
  const env = { HTTP_PROXY: `http://me:s%20s@${address}` };
  const { model } = modelAt(server, 'chat', { env });
  expect(textOf(await partsOf(model))).toBe('through');
  const credentials = Buffer.from('me:s s').toString('base64');
  const target = `${server.baseUrl.chat}/chat/completions`;
  expect(seen).toEqual([`POST ${target} Basic ${credentials}`]);
  expect(server.faults).toEqual([]);
});

test('an https endpoint gets a tunnel; a proxy that refuses is named', async () => {
  const env = { HTTPS_PROXY: `http://${address}` };
  const baseUrl = 'https://api.example:8443/v1';
  const { error } = await failureOf(modelAt(server, 'anthropic', { env, baseUrl }).model);
  expect(seen[0]).toBe('CONNECT api.example:8443');
  expect(error.message).toContain(`the proxy ${address} refused the connection with 407`);
  await expect.poll(() => open.size).toBe(0);
});

test('NO_PROXY goes directly', async () => {
  server.script(say('direct'));
  const env = { HTTP_PROXY: `http://${address}`, NO_PROXY: '127.0.0.1' };
  expect(textOf(await partsOf(modelAt(server, 'anthropic', { env }).model))).toBe('direct');
  expect(seen).toEqual([]);
});

test.each(['socks5://p:1', 'http://'])('a proxy that is none (%s) is named', async (HTTP_PROXY) => {
  const { error } = await failureOf(modelAt(server, 'chat', { env: { HTTP_PROXY } }).model);
  expect(error.message).toContain(`the proxy "${HTTP_PROXY}" is no address`);
});
