import '../../../test/built.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { isAlive } from '../../hooks/test/worker/helpers.ts';
import { type Place, place, startWave, WAVE } from './helpers.ts';

/** Any MCP client, with `wave mcp serve` as its server. */
async function connect(where: Place, ...args: string[]) {
  const client = new Client({ name: 'any', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [WAVE, 'mcp', 'serve', ...args],
      cwd: where.project,
      env: { ...(process.env as Record<string, string>), HOME: where.home },
    }),
  );
  onTestFinished(() => client.close());
  const call = async (name: string, input: object) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...input } });
    const [{ text = '' } = {}] = content as { text?: string }[];
    return isError ? { isError, text } : JSON.parse(text);
  };
  return { client, call };
}

const hook = (command: string, more: object = {}) => ({
  PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', name: 'guard', command, ...more }] }],
});
const bash = (command: string) => ({ tool: 'Bash', input: { command } });

test('what it offers, and how to use it', async () => {
  const { client } = await connect(place());
  const { tools } = await client.listTools();
  expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
    ['check_call', false],
    ['explain_call', true],
    ['explain_hooks', true],
    ['list_hooks', true],
  ]);
  expect(client.getServerVersion()).toMatchObject({ name: 'wave' });
  expect(client.getInstructions()).toContain('check_call');
});

test('a call through hooks and rules: deny, ask, allow, and a changed input', async () => {
  const where = place();
  const script = `grep -q "rm " && { echo "no deleting here" >&2; exit 2; }; exit 0`;
  where.write('home/.wave/settings.json', {
    hooks: hook(script),
    permissions: { allow: ['Bash(npm test)'], deny: ['Bash(git push *)'] },
  });
  const { call } = await connect(where);
  expect(await call('check_call', bash('rm -r src'))).toMatchObject({
    decision: 'deny',
    why: expect.stringContaining('no deleting here'),
    hooks: { decision: 'block', decidedBy: ['guard'] },
  });
  expect(await call('check_call', bash('git push -f'))).toMatchObject({
    decision: 'deny',
    rule: 'Bash(git push *)',
  });
  expect(await call('check_call', bash('npm test'))).toMatchObject({ decision: 'allow' });
  expect(await call('check_call', bash('make'))).toMatchObject({ decision: 'ask' });
  // Settings are read for each question.
  const changed = {
    hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'npm test' } },
  };
  where.write('home/.wave/settings.json', {
    hooks: hook(`echo '${JSON.stringify(changed)}'`),
    permissions: { allow: ['Bash(npm test)'] },
  });
  expect(await call('check_call', bash('npm run tests'))).toMatchObject({
    decision: 'allow',
    input: { command: 'npm test' },
    hooks: { rewrittenBy: ['guard'] },
  });
});

test('what nobody approved does not run, and the question is not answered with a yes', async () => {
  const where = place();
  const mark = join(where.project, 'ran');
  where.write('project/.wave/settings.json', { hooks: hook(`touch ${mark}`) });
  const { call } = await connect(where);
  expect(await call('check_call', bash('ls'))).toMatchObject({
    isError: true,
    text: expect.stringContaining('waiting for your approval'),
  });
  expect(existsSync(mark)).toBe(false);
});

test('explanations and the list run nothing', async () => {
  const where = place();
  const mark = join(where.project, 'ran');
  where.write('home/.wave/settings.json', {
    hooks: hook(`touch ${mark}`, { if: 'Bash(git *)' }),
    permissions: { deny: ['Bash(git push *)'] },
  });
  const { call } = await connect(where);
  expect(await call('explain_call', bash('git push'))).toMatchObject({
    decision: 'deny',
    rule: 'Bash(git push *)',
  });
  const asked = { event: 'PreToolUse', ...bash('ls') };
  expect((await call('explain_hooks', asked)).hooks).toMatchObject([
    { name: 'guard', fires: false },
  ]);
  expect(await call('explain_hooks', { event: 'PreTool' })).toMatchObject({ isError: true });
  expect((await call('list_hooks', {})).hooks).toMatchObject([{ name: 'guard', state: 'active' }]);
  expect(await call('check_call', { tool: 'Bsh', input: {} })).toMatchObject({
    isError: true,
    text: expect.stringContaining('there is no tool "Bsh"'),
  });
  expect(existsSync(mark)).toBe(false);
});

test('it ends with its input, and says nothing but the protocol', async () => {
  const { ended } = startWave(['mcp', 'serve'], place(), { stdin: 'no message\n' });
  expect(await ended).toMatchObject({ code: 0, stdout: '' });
});

/** A hook that would take a minute, and the number of its process once it runs. */
function slow(where: Place) {
  const file = join(where.project, 'pid');
  where.write('home/.wave/settings.json', {
    hooks: hook(`echo $$ > ${file}.tmp; mv ${file}.tmp ${file}; sleep 60`),
  });
  return async () => {
    await until(() => existsSync(file), 'the hook');
    return Number(readFileSync(file, 'utf8'));
  };
}

test('a question that is called off ends its hooks, and the next one is answered', async () => {
  const where = place();
  const running = slow(where);
  const { client, call } = await connect(where);
  const giveUp = new AbortController();
  const asked = client
    .callTool({ name: 'check_call', arguments: bash('x') }, { signal: giveUp.signal })
    .catch(() => 'called off');
  const pid = await running();
  giveUp.abort();
  expect(await asked).toBe('called off');
  await until(() => !isAlive(pid), 'the end of the hook');
  expect(await call('explain_call', bash('ls'))).toMatchObject({ decision: 'allow' });
});

test.each([
  ['its input ends', 0],
  ['it gets a signal', 143],
])('when %s, no hook runs on', async (_, code) => {
  const where = place();
  const running = slow(where);
  const { child, ended } = startWave(['mcp', 'serve'], where, { typing: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  for (const message of [
    { id: 1, method: 'initialize', params: HELLO },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'check_call', arguments: bash('x') } },
  ])
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const pid = await running();
  if (code === 0) child.stdin?.end();
  else child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code });
  expect(isAlive(pid)).toBe(false);
});

const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'any', version: '1' },
};

test('a session of many questions says nothing on stderr', async () => {
  const where = place();
  where.write('home/.wave/settings.json', { hooks: hook('exit 0') });
  const { child, ended, result } = startWave(['mcp', 'serve'], where, { typing: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  const send = (message: object) =>
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 0, method: 'initialize', params: HELLO });
  send({ method: 'notifications/initialized' });
  // Node warns from the eleventh on that something piles up.
  for (let id = 1; id <= 12; id++) {
    send({ id, method: 'tools/call', params: { name: 'check_call', arguments: bash('x') } });
    await until(() => result.stdout.includes(`"id":${id}}`), `answer ${id}`);
  }
  child.stdin?.end();
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});
