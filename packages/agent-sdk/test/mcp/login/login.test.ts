import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Agent, type AgentOptions } from '../../../src/index.ts';
import { tempDir } from '../../talk.ts';
import { metadataOf, obedient, startLogin } from './login-server.ts';

const open = async (
  url: string,
  home: string,
  more: Partial<AgentOptions> = {},
  oauth?: object,
) => {
  const agent = await Agent.create({
    ...{ home, workdir: tempDir(), model: 'practice', mcpWaitMs: 20_000 },
    mcpServers: { tickets: { url, ...(oauth ? { oauth } : {}) } },
    ...more,
  });
  return agent;
};
const stateOf = (agent: Agent) => agent.mcp.ready('tickets');
const callOf = (agent: Agent) => agent.mcp.call('tickets', 'count');
const ANSWER = { ok: true, value: { text: 'three tickets', isError: false } };

test('a login: registered, proven, for this server; kept for the next agent, readable by nobody else', async () => {
  const { url, log, base } = await startLogin();
  const home = tempDir();
  const first = await open(url, home, { mcpLogin: obedient });
  expect(await stateOf(first)).toMatchObject({ state: 'ready' });
  expect(await callOf(first)).toEqual(ANSWER);
  await first.close();
  expect(log).toEqual([
    'registered',
    'page read S256',
    'token authorization_code for /mcp',
    'called with access-2',
  ]);
  const file = join(home, '.wave', 'mcp-logins.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    version: 1,
    logins: {
      [url]: {
        issuer: base,
        client: {
          client_id: 'wave-1',
          token_endpoint_auth_method: 'none',
          redirectUrl: 'http://127.0.0.1:41420/callback',
        },
        tokens: {
          access_token: 'access-2',
          refresh_token: 'refresh-2',
          scope: 'read',
          client_id: 'wave-1',
        },
      },
    },
  });
  const second = await open(url, home);
  expect(await callOf(second)).toEqual(ANSWER);
  await second.close();
  expect(log.slice(4)).toEqual(['called with access-2']);
});

test('without anybody to ask, the server waits for a login, and nothing is registered', async () => {
  const { url, log } = await startLogin();
  const agent = await open(url, tempDir());
  expect(await stateOf(agent)).toMatchObject({
    state: 'needs login',
    reason: expect.stringContaining('it needs a login (wave mcp login tickets)'),
  });
  await agent.close();
  expect(log).toEqual([]);
});

test("a project's server that nobody approved is not even called", async () => {
  const { url, seen } = await startLogin();
  const workdir = tempDir();
  mkdirSync(join(workdir, '.wave'));
  writeFileSync(
    join(workdir, '.wave', 'settings.json'),
    JSON.stringify({ mcpServers: { tickets: { url } } }),
  );
  const agent = await open(url, tempDir(), {
    workdir,
    settingSources: ['project'],
    mcpServers: {},
    mcpLogin: obedient,
  });
  expect(await stateOf(agent)).toMatchObject({ state: 'needs approval' });
  await agent.close();
  expect(seen).toEqual([]);
});

test('what is over is refreshed, once, however many want it', async () => {
  const { url, log, good } = await startLogin();
  const home = tempDir();
  const first = await open(url, home, { mcpLogin: obedient });
  await stateOf(first);
  const second = await open(url, home);
  await stateOf(second);
  good.clear();
  expect(await Promise.all([callOf(first), callOf(second), callOf(first)])).toEqual([
    ANSWER,
    ANSWER,
    ANSWER,
  ]);
  await Promise.all([first.close(), second.close()]);
  expect(log.filter((line) => line.startsWith('token refresh'))).toEqual([
    'token refresh_token for /mcp',
  ]);
});

test('a refresh that is refused asks the user again', async () => {
  const { url, log, good } = await startLogin({
    token: (body) =>
      body.get('grant_type') === 'refresh_token' ? { error: 'invalid_grant' } : undefined,
  });
  const agent = await open(url, tempDir(), { mcpLogin: obedient });
  await stateOf(agent);
  good.clear();
  expect(await callOf(agent)).toEqual(ANSWER);
  await agent.close();
  expect(log.filter((line) => line.startsWith('page'))).toHaveLength(2);
  // The client is registered already.
  expect(log.filter((line) => line === 'registered')).toHaveLength(1);
});

test('a call that needs more steps up, and keeps what was there; without a user it says how', async () => {
  const how = { callScope: 'read write' };
  const { url, log } = await startLogin(how);
  const home = tempDir();
  const agent = await open(url, home, { mcpLogin: obedient });
  expect(await callOf(agent)).toEqual(ANSWER);
  await agent.close();
  expect(log.filter((line) => line.startsWith('page'))).toEqual([
    'page read S256',
    'page read write S256',
  ]);
  const other = await startLogin(how);
  const asked = await open(other.url, home, { mcpLogin: obedient });
  await stateOf(asked);
  await asked.close();
  const alone = await open(other.url, home);
  expect(await callOf(alone)).toEqual({
    ok: false,
    text: 'it wants more than the login allows; log in again: wave mcp login tickets --scopes "read write"',
  });
  await alone.close();
});

test('the command that it says runs nothing of what the server wrote', async () => {
  const callScope = "$(id) `id` it's";
  const { url } = await startLogin({ callScope });
  const home = tempDir();
  const asked = await open(url, home, { mcpLogin: obedient });
  await stateOf(asked);
  await asked.close();
  const alone = await open(url, home);
  onTestFinished(() => alone.close());
  const { text = '' } = (await callOf(alone)) as { text?: string };
  const [command = ''] = /wave mcp login .*/.exec(text) ?? [];
  const words = execFileSync('sh', ['-c', command.replace('wave', 'printf "%s\\n"')]);
  expect(`${words}`.split('\n')).toEqual(['mcp', 'login', 'tickets', '--scopes', callScope, '']);
});

test('a client of your own, its secret and its login server', async () => {
  const secrets: (string | undefined)[] = [];
  const { url, log, base, seen } = await startLogin({
    metadata: () => ({ token_endpoint_auth_methods_supported: ['client_secret_basic'] }),
  });
  const oauth = { clientId: 'mine', clientSecret: 's3cret', scopes: 'all', issuer: base };
  const agent = await open(url, tempDir(), { mcpLogin: obedient }, oauth);
  expect(await callOf(agent)).toEqual(ANSWER);
  await agent.close();
  secrets.push(...seen.filter(({ path }) => path === '/token').map((one) => one.authorization));
  expect(secrets).toEqual([`Basic ${Buffer.from('mine:s3cret').toString('base64')}`]);
  expect(log.slice(0, 2)).toEqual(['page all S256', 'token authorization_code for /mcp']);
});

test('client credentials need nobody', async () => {
  const { url, log } = await startLogin({
    metadata: () => ({ token_endpoint_auth_methods_supported: ['client_secret_post'] }),
  });
  const oauth = { clientId: 'mine', clientSecret: 's', grant: 'client_credentials' };
  const agent = await open(url, tempDir(), {}, oauth);
  expect(await callOf(agent)).toEqual(ANSWER);
  await agent.close();
  expect(log).toEqual(['token client_credentials for /mcp', 'called with access-1']);
});

test('a client that a document describes, where the login server takes one', async () => {
  const oauth = { clientIdUrl: 'https://wave.example/client.json' };
  const takes = await startLogin({
    metadata: () => ({ client_id_metadata_document_supported: true }),
  });
  const first = await open(takes.url, tempDir(), { mcpLogin: obedient }, oauth);
  expect(await stateOf(first)).toMatchObject({ state: 'ready' });
  await first.close();
  expect(takes.log).not.toContain('registered');
  const other = await startLogin();
  const second = await open(other.url, tempDir(), { mcpLogin: obedient }, oauth);
  expect(await stateOf(second)).toMatchObject({ state: 'ready' });
  await second.close();
  expect(other.log).toContain('registered');
});

test('a key of your own is never replaced', async () => {
  const { url, log } = await startLogin();
  const agent = await open(url, tempDir(), {
    mcpServers: { tickets: { url, headers: { Authorization: 'Bearer mine' } } },
    mcpLogin: obedient,
  });
  expect(await stateOf(agent)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('"headers" can hold a key'),
  });
  await agent.close();
  expect(log).toEqual([]);
});

test('the settings of the server go to the server, not to its login server', async () => {
  const { url, seen } = await startLogin({ metadata: metadataOf });
  const agent = await open(url, tempDir(), {
    mcpServers: { tickets: { url, headers: { 'X-Key': 'secret' } } },
    mcpLogin: obedient,
  });
  expect(await callOf(agent)).toEqual(ANSWER);
  await agent.close();
  const withKey = seen.filter(({ key }) => key === 'secret').map(({ path }) => path);
  expect(new Set(withKey)).toEqual(new Set(['/mcp']));
  const without = seen.filter(({ key }) => key === undefined).map(({ path }) => path);
  expect(without).toEqual(expect.arrayContaining(['/register', '/token']));
  expect(without).not.toContain('/mcp');
});

test('logging out forgets it', async () => {
  const { url } = await startLogin();
  const home = tempDir();
  const agent = await open(url, home, { mcpLogin: obedient });
  await stateOf(agent);
  expect(await agent.mcp.logout('tickets')).toEqual({ ok: true, value: true });
  expect(await agent.mcp.logout('tickets')).toEqual({ ok: true, value: false });
  await agent.close();
  expect(readFileSync(join(home, '.wave', 'mcp-logins.json'), 'utf8')).not.toContain('access');
});
