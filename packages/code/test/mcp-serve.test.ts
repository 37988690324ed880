import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
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
