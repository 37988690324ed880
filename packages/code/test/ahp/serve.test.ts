import '../../../../test/built.ts';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { createEngine } from '@wavehooks/hooks';
import { expect, onTestFinished, test } from 'vitest';
import { place, WAVE, wave } from '../helpers.ts';

const GUARD = `input=$(cat); case "$input" in *secret*) echo 'not that one' >&2; exit 2;; esac`;
const HOOKS = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: GUARD }] }] };

const OFFERED = { effects: ['deny', 'message'] };

function request(command: string, more: object = {}) {
  const event = {
    ...{
      id: `e-${command}`,
      source: 'urn:test',
      type: 'tool.before',
      time: '2026-01-01T00:00:00Z',
    },
    ...{ session: { id: 's' }, call: { id: 'c' }, path: 'native' },
    tool: { name: 'run', kind: 'shell', origin: 'native', input: { command } },
    ...more,
  };
  return {
    ...{ jsonrpc: '2.0', id: event.id, method: 'hooks/intercept' },
    params: { protocolVersion: 'draft', event, capabilities: OFFERED },
  };
}

/** A place with a guard of the user's, and `wave ahp serve` there. */
function serving(...args: string[]) {
  const where = place();
  where.write('home/.wave/settings.json', { hooks: HOOKS });
  const env = { ...process.env, HOME: where.home };
  const words = [WAVE, 'ahp', 'serve', ...args];
  const child = spawn(process.execPath, words, { cwd: where.project, env });
  onTestFinished(() => void child.kill());
  return { where, child, env };
}

/** What it says when it is ready. */
const firstWords = ({ stdout, stderr }: { stdout: Readable; stderr: Readable }) =>
  new Promise<string>((resolve, reject) => {
    stdout.once('data', (text) => resolve(String(text)));
    stderr.once('data', (text) => reject(new Error(String(text))));
  });

function asking(input: Readable, output: Writable) {
  const lines = createInterface({ input })[Symbol.asyncIterator]();
  return async (text: string | object) => {
    output.write(`${typeof text === 'string' ? text : JSON.stringify(text)}\n`);
    return JSON.parse((await lines.next()).value ?? '');
  };
}

const result = (effects: object[]) => ({ protocolVersion: 'draft', effects });
const denied = result([{ type: 'deny', reason: 'not that one' }]);

test('on stdio: a guard holds for the host’s own names, and what is wrong is an error in words', async () => {
  const { child } = serving();
  const ask = asking(child.stdout, child.stdin);
  expect(await ask(request('cat secret'))).toEqual({
    ...{ jsonrpc: '2.0', id: 'e-cat secret' },
    result: denied,
  });
  expect(await ask(request('ls'))).toMatchObject({ result: result([]) });
  const bad: [string | object, number][] = [
    ['hello', -32700],
    ['[]', -32600],
    [{ ...request('ls'), jsonrpc: '1.0' }, -32600],
    [{ ...request('ls'), id: 'another' }, -32600],
    [JSON.stringify(request('ls')).replace('"command":', '"command":"x","command":'), -32600],
    [{ ...request('ls'), method: 'hooks/other' }, -32601],
    [request('ls', { type: 'task.change.before' }), -32002],
  ];
  for (const [message, code] of bad)
    expect(await ask(message)).toMatchObject({ error: { code, message: expect.any(String) } });
  const old = request('ls');
  const version = { ...old, params: { ...old.params, protocolVersion: '0.1' } };
  expect(await ask(version)).toMatchObject({ error: { code: -32001 } });
  const mute = { ...old, params: { ...old.params, capabilities: { effects: ['message'] } } };
  expect(await ask(mute)).toMatchObject({ result: result([]) });
  const secret = request('cat secret');
  const silenced = { ...secret, params: { ...secret.params, capabilities: { effects: [] } } };
  expect(await ask(silenced)).toMatchObject({
    error: { code: -32003, message: expect.stringContaining('not that one') },
  });
  const known = await ask({
    ...{ jsonrpc: '2.0', id: 'caps', method: 'hooks/capabilities' },
    params: { protocolVersion: 'draft' },
  });
  expect(known.result.manifest.events).toContainEqual(
    expect.objectContaining({ event: 'tool.before', modes: ['observe', 'intercept'] }),
  );
});

test('what a host only tells reaches hooks, and gets no answer', async () => {
  const { child, where } = serving();
  const seen = { type: 'command', command: 'cat > "$HOME/seen"' };
  where.write('home/.wave/settings.json', { hooks: { PostToolUse: [{ hooks: [seen] }] } });
  const { id: _, ...told } = { ...request('ls', { type: 'tool.after' }), method: 'hooks/observe' };
  const ask = asking(child.stdout, child.stdin);
  child.stdin.write(`${JSON.stringify(told)}\n`);
  expect(await ask(request('ls'))).toMatchObject({ id: 'e-ls' });
  child.stdin.end();
  await new Promise((resolve) => child.once('close', resolve));
  expect(existsSync(join(where.home, 'seen'))).toBe(true);
});

test('over HTTP, on this machine alone, and not for a page in a browser', async () => {
  const { child } = serving('--port', '0');
  const [url = ''] = (await firstWords(child)).split('\n');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const post = (body: string, type = 'application/json') =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
  const answered = await post(JSON.stringify(request('cat secret')));
  expect([answered.status, (await answered.json()).result]).toEqual([200, denied]);
  expect((await post('{}', 'text/plain')).status).toBe(415);
  expect((await fetch(url)).status).toBe(405);
  const { id: _, ...told } = { ...request('ls'), method: 'hooks/observe' };
  const seen = await post(JSON.stringify(told));
  expect([seen.status, await seen.text()]).toEqual([202, '']);
});

test('on a socket that only its user reaches', async () => {
  const { child, where } = serving('--socket', '../ahp.sock');
  await firstWords(child);
  const socket = connect(join(where.project, '../ahp.sock'));
  const ask = asking(socket, socket);
  expect(await ask(request('cat secret'))).toMatchObject({ result: denied });
  socket.end();
});

test('Wave as the host of Wave: a hook of type ahp asks wave ahp serve', async () => {
  const { where, env } = serving();
  const args = [WAVE, 'ahp', 'serve'];
  const hook = { type: 'ahp', command: process.execPath, args, timeout: 60, onError: 'block' };
  const engine = await createEngine({
    projectDir: where.project,
    env,
    hooks: { PreToolUse: [{ hooks: [hook] }] } as never,
  });
  onTestFinished(() => engine.close());
  const fire = (command: string) =>
    engine.fire({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } });
  expect(await fire('cat secret')).toMatchObject({
    decision: 'block',
    toAgent: [{ text: 'not that one' }],
  });
  expect((await fire('ls')).decision).toBe('none');
});

test.each([
  [['ahp'], 0, /wave ahp serve/],
  [['ahp', 'server'], 1, /serve/],
  [['ahp', 'serve', '--port', 'x'], 1, /--port: expected a number/],
])('%j', async (args, code, words) => {
  const ran = await wave(args, place());
  expect(ran.code).toBe(code);
  expect(ran.stdout + ran.stderr).toMatch(words);
});
