import { createServer as createPlain } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CERTIFICATE, KEY } from '../../agent-sdk/test/wire/certificate.ts';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { type Place, place, wave } from './helpers.ts';

async function listen(server: Server & { closeAllConnections(): void }): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** One fetch of `wave -p`; what the model got of it. */
async function fetched(where: Place, url: string, args: string[], env: Record<string, string>) {
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(call('WebFetch', { url }), say('done'));
  const { code, stdout } = await wave(['-p', 'PROMPT', ...args], where, {
    env: { ...server.env('anthropic'), NO_PROXY: '127.0.0.1', ...env },
  });
  expect({ code, stdout, faults: server.faults }).toEqual({
    ...{ code: 0, stdout: 'done\n', faults: [] },
  });
  return JSON.stringify(server.requests.at(-1)?.body.messages);
}

test('wave -p fetches over TLS where a rule says so, and past every proxy', async () => {
  const where = place();
  const NODE_EXTRA_CA_CERTS = where.write('ca.pem', CERTIFICATE);
  const port = await listen(
    createServer({ cert: CERTIFICATE, key: KEY }, (_, to) => {
      to.writeHead(200, { 'content-type': 'text/html' }).end('<h2>ZZPAGE</h2>');
    }),
  );
  const proxied: unknown[] = [];
  const proxy = createPlain(({ url }, to) => {
    proxied.push(url);
    to.end('proxied');
  });
  proxy.on('connect', ({ url }, socket) => {
    proxied.push(url);
    socket.destroy();
  });
  const address = `http://127.0.0.1:${await listen(proxy)}`;
  const url = `https://localhost:${port}/`;
  const rule = `WebFetch(domain:localhost:${port})`;
  const env = { NODE_EXTRA_CA_CERTS, HTTPS_PROXY: address, NODE_USE_ENV_PROXY: '1' };
  expect(await fetched(where, url, ['--allowed-tools', rule], env)).toContain('## ZZPAGE');
  expect(proxied).toEqual([]);
  // By a rule of the user's settings just as well; without one nothing is fetched.
  where.write('home/.wave/settings.json', { permissions: { allow: [rule] } });
  expect(await fetched(where, url, [], env)).toContain('## ZZPAGE');
  where.write('home/.wave/settings.json', {});
  const refused = await fetched(where, url, ['--permission-mode', 'bypassPermissions'], env);
  expect(refused).toContain('on this machine or in a private network');
});

test("a project's own rule opens nothing until it is approved", async () => {
  const where = place();
  const port = await listen(createPlain((_, to) => void to.end('ZZPAGE')));
  where.write('project/.wave/settings.json', {
    permissions: { allow: ['WebFetch(domain:localhost)'] },
  });
  const seen = await fetched(where, `http://localhost:${port}/`, [], {});
  expect(seen).not.toContain('ZZPAGE');
  expect(seen).toContain('This call needs permission');
});
