import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place, wave } from '../helpers.ts';

/**
 * Claude Code, as far as a trial goes: it asks the model that the environment names, runs the hooks of the project's
 * settings before a call, and the call if none exits 2.
 */
const CLAUDE = `#!${process.execPath}
const { readFileSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const ask = async (messages) => {
  const answer = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', {
    method: 'POST',
    headers: { 'x-api-key': process.env.ANTHROPIC_API_KEY },
    body: JSON.stringify({ model: 'm', messages, tools: [{ name: 'Bash' }], stream: true }),
  });
  return [...(await answer.text()).matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data));
};
(async () => {
  const events = await ask([{ role: 'user', content: process.argv.at(-1) }]);
  const { partial_json } = events.map(({ delta }) => delta ?? {}).find((one) => one.partial_json);
  const { command } = JSON.parse(partial_json);
  const input = JSON.stringify({
    session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command },
  });
  let hooks = {};
  try { hooks = JSON.parse(readFileSync('.claude/settings.json', 'utf8')).hooks; } catch {}
  const isRefused = (hooks.PreToolUse ?? []).flatMap((group) => group.hooks).some((hook) => {
    const env = { ...process.env, CLAUDE_PROJECT_DIR: process.cwd() };
    const { status, stdout } = spawnSync('/bin/sh', ['-c', hook.command], { input, env });
    return status === 2 || String(stdout).includes('"deny"');
  });
  if (!isRefused) spawnSync('/bin/sh', ['-c', command]);
  await ask([{ role: 'user', content: 'next' }]);
  console.log('done');
})();
`;

/**
 * Gemini CLI, as far as it goes another way: it logs in as its settings say, those of the system first, and reads none
 * where others may write.
 */
const GEMINI = `#!${process.execPath}
const { readFileSync, statSync } = require('node:fs');
const { dirname } = require('node:path');
const { spawnSync } = require('node:child_process');
const file = process.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH;
const open = [dirname(file), dirname(dirname(file))].some((dir) => statSync(dir).mode & 0o022);
const settings = open ? {} : JSON.parse(readFileSync(file, 'utf8'));
if (settings.security?.auth.selectedType !== 'gemini-api-key') {
  console.error('Invalid auth method selected.');
  process.exit(41);
}
(async () => {
  const url = process.env.GOOGLE_GEMINI_BASE_URL + '/v1beta/models/m:streamGenerateContent?alt=sse';
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ tools: [{}] }) });
  const { args } = JSON.parse(/^data: (.*functionCall.*)$/m.exec(await answer.text())[1])
    .candidates[0].content.parts[0].functionCall;
  const input = JSON.stringify({
    session_id: 's', hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: args,
  });
  const { hooks } = JSON.parse(readFileSync('.gemini/settings.json', 'utf8'));
  const env = { ...process.env, GEMINI_PROJECT_DIR: process.cwd() };
  const [{ hooks: [{ command }] }] = hooks.BeforeTool;
  const { status, stdout } = spawnSync('/bin/sh', ['-c', command], { input, env });
  if (status !== 2 && !String(stdout).includes('"deny"')) spawnSync('/bin/sh', ['-c', args.command]);
})();
`;

const BIN = join(import.meta.dirname, '../../bin');

interface Tried {
  where: Place;
  test: () => ReturnType<typeof wave>;
}

function withProgram(agent: string, program: string, text: string): Tried {
  const where = place();
  chmodSync(where.write(`home/bin/${program}`, text), 0o755);
  const PATH = `${where.home}/bin:${BIN}:${process.env['PATH']}`;
  const env = { PATH, WAVE_GUARD_RESIDENT: 'off' };
  return { where, test: () => wave(['guard', 'test', '--agent', agent], where, { env }) };
}

const withClaude = (): Tried => withProgram('claude-code', 'claude', CLAUDE);

test('an agent that must be led to the model by a file', async () => {
  const { where, test: tried } = withProgram('gemini-cli', 'gemini', GEMINI);
  await wave(['guard', 'install', '--agent', 'gemini-cli'], where);
  expect(await tried()).toMatchObject({
    code: 0,
    stdout: 'Gemini CLI: it asked Wave, and the call did not run. It is guarded.\n',
  });
  // Nothing of the trial is left.
  const left = readdirSync(join(where.home, '.wave/guard'));
  expect(left.filter((name) => name.startsWith('trial'))).toEqual([]);
});

test('an agent that asks is guarded, and has asked', async () => {
  const { where, test: tried } = withClaude();
  await wave(['guard', 'install', '--agent', 'claude-code'], where);
  expect(await tried()).toMatchObject({
    code: 0,
    stdout: 'Claude Code: it asked Wave, and the call did not run. It is guarded.\n',
  });
  expect((await wave(['guard', 'status'], where)).stdout).toMatch(/last asked \d+ seconds? ago/);
});

test('one that does not is not', async () => {
  const { test: tried } = withClaude();
  const { code, stdout } = await tried();
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringContaining('it ran the call without asking Wave. It is not guarded'),
  });
});

test('one that is not there was not tried', async () => {
  const where = place();
  const env = { PATH: '/nowhere' };
  const { code, stdout } = await wave(['guard', 'test', '--agent', 'codex'], where, { env });
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: 'Codex: its program is not on the PATH, so nothing was tried.\n',
  });
});

test.each([['cursor'], ['vi']])('%s cannot be tried', async (agent) => {
  const { code, stderr } = await wave(['guard', 'test', '--agent', agent], place());
  expect([code, stderr]).toEqual([1, expect.stringContaining('--agent: expected one of')]);
});
