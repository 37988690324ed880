import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { obedient, startLogin } from '../../agent-sdk/test/mcp/login/login-server.ts';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, startWave, wave } from './helpers.ts';

const pageIn = (text: string) => /^ {2}(http\S+)$/m.exec(text)?.[1];

/** `wave mcp login tickets`, up to the page that it prints. */
async function begin(url: string, where = place()) {
  where.write('home/.wave/settings.json', { mcpServers: { tickets: { url } } });
  const started = startWave(['mcp', 'login', 'tickets'], where, { typing: true });
  onTestFinished(() => void started.child.kill('SIGKILL'));
  await until(() => pageIn(started.result.stderr) !== undefined, 'the page');
  return { where, ...started, page: pageIn(started.result.stderr) ?? '' };
}

test('a browser on this machine: it comes back to where Wave listens, and to nobody else', async () => {
  const { url, log } = await startLogin();
  const { where, page, ended } = await begin(url);
  const back = await obedient({ url: page });
  expect(new URL(back).hostname).toBe('127.0.0.1');
  // A page that guesses gets nothing, and ends nothing.
  const forged = new URL(back);
  forged.searchParams.set('state', 'guessed');
  expect((await fetch(forged)).status).toBe(404);
  expect((await fetch(new URL('/other', back))).status).toBe(404);
  const answer = await fetch(back);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('You can close this page');
  expect(await ended).toMatchObject({ code: 0, stdout: 'You are logged in to tickets.\n' });
  expect(log).toEqual(['registered', 'page read S256', 'token authorization_code for /mcp']);
  const file = join(where.home, '.wave', 'mcp-logins.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await wave(['mcp', 'login', 'tickets'], where);
  expect(again).toMatchObject({
    code: 0,
    stdout: 'tickets is ready. It asks for no login, or you are logged in already.\n',
  });
  const tested = await wave(['mcp', 'test', 'tickets'], where);
  expect(tested.stdout).toContain('tickets: ready');
  expect(`${again.stdout}${again.stderr}${tested.stdout}${tested.stderr}`).not.toMatch(
    /access-|refresh-/,
  );
  expect((await wave(['mcp', 'logout', 'tickets'], where)).stdout).toBe(
    'Forgot the login to tickets.\n',
  );
  expect((await wave(['mcp', 'logout', 'tickets'], where)).stdout).toBe(
    'There is no login to tickets.\n',
  );
  expect(readFileSync(file, 'utf8')).not.toContain('access-');
});

const LOGIN = {
  issuer: 'https://login.example',
  tokens: { access_token: 'access-1', client_id: 'x' },
};
const ADDRESS = 'https://tickets.example/mcp';

test.each([
  ['that is off', { url: ADDRESS, enabled: false }, 'home/.wave/settings.json'],
  [
    'with a mistake',
    { url: ADDRESS, headers: { 'X-Key': '${NOT_SET}' } },
    'home/.wave/settings.json',
  ],
  ['that waits for approval', { url: ADDRESS }, 'project/.mcp.json'],
])('the login to a server %s can be forgotten', async (_, server, file) => {
  const where = place();
  where.write(file, { mcpServers: { tickets: server } });
  const kept = where.write('home/.wave/mcp-logins.json', {
    version: 1,
    logins: { [ADDRESS]: LOGIN },
  });
  const { stdout } = await wave(['mcp', 'logout', 'tickets'], where);
  expect(stdout).toBe('Forgot the login to tickets.\n');
  expect(readFileSync(kept, 'utf8')).not.toContain('access-1');
});

test('a server that is removed leaves its login, and the address to forget it by', async () => {
  const where = place();
  where.write('home/.wave/settings.json', { mcpServers: { tickets: { url: ADDRESS } } });
  const kept = where.write('home/.wave/mcp-logins.json', {
    version: 1,
    logins: { [ADDRESS]: LOGIN },
  });
  const removed = await wave(['mcp', 'remove', 'tickets'], where);
  expect(removed.stdout).toContain(`To forget it: wave mcp logout ${ADDRESS}\n`);
  expect(await wave(['mcp', 'logout', ADDRESS], where)).toMatchObject({ code: 0 });
  expect(readFileSync(kept, 'utf8')).not.toContain('access-1');
});

test('whether there is a login to an address that is not known nobody can tell', async () => {
  const where = place();
  where.write('home/.wave/settings.json', { mcpServers: { tickets: { url: '${NOT_SET}/mcp' } } });
  const { code, stderr } = await wave(['mcp', 'logout', 'tickets'], where);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('NOT_SET') });
});

test('a browser elsewhere: the address that it ended at is pasted', async () => {
  const { url } = await startLogin();
  const { page, child, ended } = await begin(url);
  child.stdin?.write('what is this?\n');
  child.stdin?.write(`${await obedient({ url: page })}\n`);
  expect(await ended).toMatchObject({ code: 0, stdout: 'You are logged in to tickets.\n' });
});

test('a no at the login page is told, and nothing is kept', async () => {
  const { url } = await startLogin({
    back: (said) => {
      said.delete('code');
      said.set('error', 'access_denied');
    },
  });
  const { where, page, ended } = await begin(url);
  await fetch(await obedient({ url: page }));
  expect(await ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No login to tickets: the login server refused: access_denied'),
  });
  expect(existsSync(join(where.home, '.wave', 'mcp-logins.json'))).toBe(false);
});

test('the browser opens because you asked for it: never from an agent, never without a terminal', async () => {
  const { url } = await startLogin();
  const where = place();
  const mark = join(where.home, 'opened');
  const browser = where.write('browser', `#!/bin/sh\necho "$1" > ${mark}\n`);
  writeFileSync(browser, readFileSync(browser), { mode: 0o755 });
  where.write('home/.wave/settings.json', { mcpServers: { tickets: { url } } });
  const env = { BROWSER: browser, DISPLAY: ':0' };
  const { stderr } = await wave(['-p', 'hi', '--model', 'practice'], where, { env });
  expect(stderr).toContain('it needs a login (wave mcp login tickets)');
  expect(existsSync(mark)).toBe(false);
});

test("a project's server is approved before anybody logs in", async () => {
  const { url, seen } = await startLogin();
  const where = place();
  where.write('project/.mcp.json', { mcpServers: { tickets: { url } } });
  expect(await wave(['mcp', 'login', 'tickets'], where)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('nobody has approved it'),
  });
  expect(seen).toEqual([]);
});

test('more than the login allows: --scopes asks for it', async () => {
  const { url, log } = await startLogin({ callScope: 'read write' });
  const { where, page, ended } = await begin(url);
  await fetch(await obedient({ url: page }));
  await ended;
  const more = startWave(['mcp', 'login', 'tickets', '--scopes', 'read write'], where, {
    typing: true,
  });
  onTestFinished(() => void more.child.kill('SIGKILL'));
  await until(() => pageIn(more.result.stderr) !== undefined, 'the page');
  await fetch(await obedient({ url: pageIn(more.result.stderr) ?? '' }));
  expect(await more.ended).toMatchObject({ code: 0 });
  expect(log.filter((line) => line.startsWith('page'))).toEqual([
    'page read S256',
    'page read write S256',
  ]);
  // The same client, which is registered for the port it had.
  expect(log.filter((line) => line === 'registered')).toHaveLength(1);
});

test('as the manual has it: wave -p says what is missing, and after the login the tool answers', async () => {
  const { url, log } = await startLogin();
  const model = await startWire();
  onTestFinished(() => model.close());
  const env = model.env('anthropic');
  const where = place();
  await wave(['mcp', 'add', 'tickets', '--url', url], where);
  model.script(say('nothing to count with'));
  const before = await wave(['-p', 'count the tickets'], where, { env });
  expect(before.stderr).toContain('it needs a login (wave mcp login tickets)');
  const { page, ended } = await begin(url, where);
  await fetch(await obedient({ url: page }));
  expect(await ended).toMatchObject({ code: 0 });
  model.script(call('mcp__tickets__count', {}), say('There are three.'));
  const allowed = ['-p', 'count the tickets', '--allowed-tools', 'mcp__tickets'];
  expect(await wave(allowed, where, { env })).toMatchObject({
    code: 0,
    stdout: 'There are three.\n',
  });
  expect(log.at(-1)).toMatch(/^called with access-/);
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('three tickets');
});
