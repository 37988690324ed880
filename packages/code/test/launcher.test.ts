import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { groupRuns } from '../../agent-sdk/test/open-agent.ts';
import { call, type Reply, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { place, startWave } from './helpers.ts';

const MAX_CALLS = 300;

test('wave -p starts hooks and commands by its launcher, and kill -9 leaves nothing of them', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const settings = where.write('settings.json', {
    hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo $PPID > hook' }] }] },
  });
  const numberIn = (name: string) => {
    const file = join(where.project, name);
    return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  };
  // Goes on until the launcher is ready, which nobody waits for.
  const reply = (): Reply =>
    [0, child.pid].includes(numberIn('hook')) || numberIn('hook') !== numberIn('tool')
      ? call('Bash', { command: 'echo $PPID > tool' })
      : call('Bash', { command: 'trap "" TERM HUP; echo $$ > group; sleep 60 & sleep 60' });
  server.script(...Array.from({ length: MAX_CALLS }, () => reply));
  const { child } = startWave(
    ['-p', 'go', '--settings', settings, '--permission-mode', 'bypassPermissions'],
    where,
    { env: server.env('anthropic') },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await until(() => numberIn('group') > 0);
  const [launcher, group] = [numberIn('tool'), numberIn('group')];
  expect([groupRuns(launcher), groupRuns(group)]).toEqual([true, true]);
  child.kill('SIGKILL');
  await until(() => !groupRuns(launcher) && !groupRuns(group));
});

test('when wave -p is done its launcher is, too', async () => {
  const where = place();
  const server = await startWire();
  onTestFinished(() => server.close());
  const command = 'ps -A -o ppid=,pid=,pgid= | grep "^ *$PPID " > children';
  const settings = where.write('settings.json', {
    hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] },
  });
  server.script(say('ok'));
  const { code } = await startWave(['-p', 'go', '--settings', settings], where, {
    env: server.env('anthropic'),
  }).ended;
  expect(code).toBe(0);
  const groups = readFileSync(join(where.project, 'children'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Number(line.trim().split(/\s+/)[2]));
  expect(groups.length).toBeGreaterThan(0);
  await until(() => groups.every((group) => !groupRuns(group)));
});

test('wave hooks run does without one', async () => {
  const where = place();
  const hook = { type: 'command', command: 'echo $PPID' };
  const settings = where.write('settings.json', {
    hooks: { UserPromptSubmit: [{ hooks: [hook] }] },
  });
  const { child, ended } = startWave(
    ['hooks', 'run', 'UserPromptSubmit', '--settings', settings, '--only', '--json'],
    where,
    { stdin: '{"prompt":"p"}' },
  );
  const { stdout } = await ended;
  expect(JSON.parse(stdout).context[0].text).toBe(String(child.pid));
});
