import { chmodSync } from 'node:fs';
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

const BIN = join(import.meta.dirname, '../../bin');

function withClaude(): { where: Place; test: () => ReturnType<typeof wave> } {
  const where = place();
  chmodSync(where.write('home/bin/claude', CLAUDE), 0o755);
  const PATH = `${where.home}/bin:${BIN}:${process.env['PATH']}`;
  const env = { PATH, WAVE_GUARD_RESIDENT: 'off' };
  return { where, test: () => wave(['guard', 'test', '--agent', 'claude-code'], where, { env }) };
}

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
