import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LoginRefused, loginWeb } from '../../../src/mcp/web/login-fetch.ts';
import { MAY_NAME, nearest } from '../../../src/mcp/web/nearness.ts';

/** What names stand for here; nobody is asked. */
const NAMES: Record<string, string[]> = {
  'tickets.example': ['93.184.216.34'],
  'login.example': ['93.184.216.35', '2606:2800::1'],
  'inside.example': ['93.184.216.34', '10.0.0.7'],
  'rebound.example': ['127.0.0.1'],
  'corp.example': ['10.1.2.3'],
};
const lookup = async (host: string) => NAMES[host] ?? [];
const webOf = (server: string) => loginWeb({ server: new URL(server), env: {}, lookup });

async function startListener() {
  let calls = 0;
  const server = createServer((_, answer) => {
    calls++;
    answer.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { port, calls: () => calls };
}

describe('a server on the open web', () => {
  const web = webOf('https://tickets.example/mcp');
  test.each([
    'http://127.0.0.1/token',
    'https://127.0.0.1/token',
    'https://localhost/token',
    'https://a.localhost./token',
    'https://[::1]/token',
    'https://[::ffff:127.0.0.1]/token',
    'https://0.0.0.0/token',
    'https://2130706433/token',
    'https://10.0.0.1/token',
    'https://192.168.1.1/token',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/token',
    'https://inside.example/token',
    'https://rebound.example/token',
  ])('sends us nowhere near: %s', async (address) => {
    const why = await web.check(new URL(address));
    expect(why).toMatch(/which is on this machine or in a private network$/);
    await expect(web.fetch(address)).rejects.toThrow(LoginRefused);
  });

  test('nor is anything sent there', async () => {
    const { port, calls } = await startListener();
    for (const host of ['127.0.0.1', 'localhost', 'rebound.example'])
      await expect(web.fetch(`http://${host}:${port}/`)).rejects.toThrow(LoginRefused);
    expect(calls()).toBe(0);
  });

  test('names another one on the open web, by https only, and without a password', async () => {
    expect(await web.check(new URL('https://login.example/a'))).toBeUndefined();
    expect(await web.check(new URL('http://login.example/a'))).toMatch(/logins need https$/);
    expect(await web.check(new URL('javascript:alert(1)'))).toMatch(/logins need https$/);
    expect(await web.check(new URL('https://a:b@login.example/'))).toMatch(/with a user name/);
  });
});

test('a look-up that failed once is made again', async () => {
  let fails = true;
  const web = loginWeb({
    server: new URL('https://tickets.example/mcp'),
    env: {},
    lookup: async (host) => {
      if (fails) throw new Error('no network');
      return lookup(host);
    },
  });
  const there = new URL('https://93.184.216.35/');
  await expect(web.check(there)).rejects.toThrow('no network');
  fails = false;
  expect(await web.check(there)).toBeUndefined();
});

test('a server in a private network names its network and the web, not this machine', async () => {
  const web = webOf('https://corp.example/mcp');
  expect(await web.check(new URL('https://10.9.9.9/'))).toBeUndefined();
  expect(await web.check(new URL('https://login.example/'))).toBeUndefined();
  expect(await web.check(new URL('https://localhost/'))).toMatch(/on this machine/);
});

test('a server on this machine may name this machine', async () => {
  const { port, calls } = await startListener();
  const web = webOf('http://localhost:1/mcp');
  expect((await web.fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect(calls()).toBe(1);
});

test('behind a proxy, what an address says by itself still counts', async () => {
  const env = { https_proxy: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' };
  const web = loginWeb({ server: new URL('https://tickets.example/mcp'), env, lookup });
  expect(await web.check(new URL('https://192.168.1.1/'))).toMatch(/private network$/);
  expect(await web.check(new URL('https://localhost/'))).toMatch(/private network$/);
  expect(await web.check(new URL('https://login.example/'))).toBeUndefined();
});

test('the table, and how near an address is', () => {
  expect(MAY_NAME).toEqual({
    public: ['public'],
    private: ['public', 'private'],
    loopback: ['public', 'private', 'loopback'],
  });
  expect(nearest(['93.184.216.34', '10.0.0.1'])).toBe('private');
  expect(nearest(['10.0.0.1', '::1'])).toBe('loopback');
  expect(nearest(['0.0.0.0'])).toBe('loopback');
  expect(nearest(['93.184.216.34'])).toBe('public');
});

test.each([
  ['nothing', () => {}],
  ['half of it', (answer: ServerResponse) => void answer.write('{"resource":')],
])('an answer of which %s comes in time is refused in words', async (_, begin) => {
  const server = createServer((_, answer) => begin(answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const web = loginWeb({ server: new URL(at), env: {}, timeMs: 500 });
  const asked = web.fetch(`${at}/.well-known/oauth-protected-resource`);
  await expect(asked).rejects.toThrow(new LoginRefused(`${at} did not answer within 0.5 seconds`));
});
