import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { delegate, said } from '../../agent-sdk/test/subagent/delegate.ts';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, startWave, wave } from './helpers.ts';

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function open() {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const settings = (hooks: object) => where.write('settings.json', { hooks });
  return { where, server, settings, env: server.env('anthropic') };
}

test('stream-json: a line of a subagent says whose it is, and the user is told once', async () => {
  const { where, server, settings, env } = await open();
  const warns = { type: 'command', name: 'warns', command: `echo '{"systemMessage": "CAREFUL"}'` };
  server.script(delegate(), call('Bash', { command: 'true' }), say('sub'), say('main'));
  const file = settings({ PreToolUse: [{ matcher: 'Bash', hooks: [warns] }] });
  const { stdout, code } = await wave(
    [
      ...['-p', 'PROMPT', '--output-format', 'stream-json', '--include-hook-events'],
      ...['--allowed-tools', 'Bash', '--settings', file],
    ],
    where,
    { env },
  );
  expect(code).toBe(0);
  const lines = linesOf(stdout);
  const id = lines.find((line) => line['agent_id'])?.['agent_id'];
  const own = {
    ...{ agent_id: id, agent_type: 'general', agent_description: 'for general' },
    parent_tool_use_id: expect.any(String),
  };
  expect(lines).toMatchObject([
    { type: 'system', subtype: 'init' },
    { type: 'user', parent_tool_use_id: null },
    { message: { content: [{ name: 'Task' }] } },
    { message: { role: 'user', content: [{ text: 'SUBPROMPT' }] }, ...own },
    { message: { content: [{ name: 'Bash' }] }, ...own },
    { type: 'system', subtype: 'hook_started', agent: id },
    { type: 'system', subtype: 'hook_response', agent: id },
    {
      subtype: 'notice',
      tone: 'warning',
      hook: 'warns',
      text: `Subagent general (${id}): CAREFUL`,
    },
    { message: { content: [{ type: 'tool_result', is_error: false }] }, ...own },
    { message: { content: [{ text: 'sub' }] }, ...own },
    { subtype: 'subagent_end', ended: 'done', ...own },
    { message: { content: [{ type: 'tool_result', content: 'sub' }] } },
    { message: { content: [{ text: 'main' }] } },
    { type: 'result', ended: 'done', num_turns: 4 },
  ]);
  expect(lines.filter((line) => line['agent_id'])).toHaveLength(5);
});

test('text: the answer alone on stdout; --verbose shows what the subagent does', async () => {
  const { where, server, env } = await open();
  server.script(delegate(), call('Bash', { command: 'true' }), say('sub'), say('main'));
  const args = ['-p', 'P', '--verbose', '--allowed-tools', 'Bash'];
  const { stdout, stderr } = await wave(args, where, { env });
  expect(stdout).toBe('main\n');
  expect(stderr).toMatch(/^ {2}\[agent-[\w-]+\] Bash \{"command":"true"\}$/m);
});

test('kill -9 in the middle of a subagent: what it did is kept, and --continue goes on', async () => {
  const { where, server, env } = await open();
  server.script(
    delegate(),
    call('Bash', { command: 'echo INNERRESULT' }),
    say('never', { broken: { how: 'hang', after: 2 } }),
  );
  const args = ['-p', 'PROMPT', '--permission-mode', 'bypassPermissions'];
  const { child, ended } = startWave(args, where, { env });
  await until(() => server.requests.length === 3);
  child.kill('SIGKILL');
  await ended;
  const projects = join(where.home, '.wave/projects');
  const files = readdirSync(projects, { recursive: true }).map(String);
  const sub = files.find((name) => /\.agents\/agent-[\w-]+\.jsonl$/.test(name)) ?? '';
  expect(readFileSync(join(projects, sub), 'utf8')).toMatch(/SUBPROMPT[\s\S]*INNERRESULT/);
  server.script(say('ok'));
  const on = await wave(['-p', 'NEXT', '--continue'], where, { env });
  expect(on).toMatchObject({ code: 0, stdout: 'ok\n' });
  expect(server.faults).toEqual([]);
  const last = said(server.requests[3]);
  expect(last).toMatch(/SUBPROMPT.*[Ii]nterrupted.*NEXT/);
  expect(last).not.toContain('INNERRESULT');
});

test('the practice model delegates, so that guards can be tried on subagents offline', async () => {
  const { where, settings } = await open();
  const guard = `grep -q agent_id && { echo NOTHERE >&2; exit 2; }; exit 0`;
  const file = settings({
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: guard }] }],
  });
  const ask = (prompt: string) =>
    wave(
      ['-p', prompt, '--model', 'practice', '--allowed-tools', 'Bash', '--settings', file],
      where,
    );
  expect((await ask('delegate: run touch inner')).stdout).toContain('NOTHERE');
  expect((await ask('run touch outer')).code).toBe(0);
  expect(existsSync(join(where.project, 'inner'))).toBe(false);
  expect(existsSync(join(where.project, 'outer'))).toBe(true);
});
