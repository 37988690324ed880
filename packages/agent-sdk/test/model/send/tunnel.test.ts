import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CERTIFICATE, KEY } from '../../wire/certificate.ts';
import { say } from '../../wire/reply.ts';
import { startWire, type WireServer } from '../../wire/server.ts';

let server: WireServer;
let secure: NetServer;
let proxy: Server;
let dir: string;
const tunnels: string[] = [];
const portOf = (of: NetServer) => (of.address() as AddressInfo).port;
const listening = (of: NetServer) => new Promise<void>((r) => of.listen(0, '127.0.0.1', () => r()));

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'wave-tunnel-'));
  writeFileSync(join(dir, 'ca.pem'), CERTIFICATE);
  server = await startWire();
  const behind = Number(new URL(server.baseUrl.anthropic).port);
  secure = createTls({ key: KEY, cert: CERTIFICATE }, (socket) => {
    socket
      .pipe(connect(behind, '127.0.0.1'))
      .on('error', () => {})
      .pipe(socket);
    socket.on('error', () => {});
  });
  proxy = createServer().on('connect', (request, socket) => {
    tunnels.push(request.url ?? '');
    const through = connect(portOf(secure), '127.0.0.1');
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket
      .pipe(through)
      .on('error', () => {})
      .pipe(socket)
      .on('error', () => {});
  });
  await Promise.all([listening(secure), listening(proxy)]);
});
afterAll(async () => {
  await server.close();
  secure.close();
  proxy.close();
  rmSync(dir, { recursive: true });
});

/** NODE_EXTRA_CA_CERTS is read when Node starts, so the request is made by a process of its own. */
async function askFrom(host: string, env: Record<string, string>): Promise<string> {
  const module = fileURLToPath(new URL('../../../src/model/resolve.ts', import.meta.url));
  const script = `
    const { resolveModel } = await import(${JSON.stringify(module)});
    const model = resolveModel({ model: 'claude-sonnet-4-5', env: { ...process.env,
      ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'https://${host}:${portOf(secure)}' } });
    const request = { system: '', tools: [], messages: [{ role: 'user', content: 'hi' }] };
    try {
      const { signal } = new AbortController();
      for await (const part of model.stream(request, { signal })) process.stdout.write(part.text ?? '');
    } catch (error) { process.stdout.write(error.message); }`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
  return (await run).stdout;
}

test.each(['localhost', '127.0.0.1'])('a tunnel to %s, with an extra certificate', async (host) => {
  server.script(say('through the tunnel'));
  const HTTPS_PROXY = `http://127.0.0.1:${portOf(proxy)}`;
  const ca = join(dir, 'ca.pem');
  expect(await askFrom(host, { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: ca })).toBe('through the tunnel');
  expect(tunnels.at(-1)).toBe(`${host}:${portOf(secure)}`);
});

test('directly, with an extra certificate', async () => {
  server.script(say('directly'));
  const answer = await askFrom('localhost', { NODE_EXTRA_CA_CERTS: join(dir, 'ca.pem') });
  expect(answer).toBe('directly');
});

test.each([true, false])('a certificate that is not trusted (proxy: %s)', async (proxied) => {
  const env = proxied ? { HTTPS_PROXY: `127.0.0.1:${portOf(proxy)}` } : {};
  const answer = await askFrom('localhost', env as Record<string, string>);
  expect(answer).toMatch(/certificate of localhost:\d+ is not trusted.*NODE_EXTRA_CA_CERTS/);
});
