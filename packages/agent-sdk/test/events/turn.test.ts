import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAgent } from '../open-agent.ts';
import { KEEPS_INPUT } from '../subagent/delegate.ts';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { call, fail, say } from '../wire/reply.ts';
import { heard, hook, keeping, on } from './events.ts';

const ended = { Notification: [{ matcher: 'turn_ended', hooks: [hook(KEEPS_INPUT)] }] };

test('turn_ended comes once a turn, after the last Stop, however often that held it', async () => {
  const twice =
    'n=$(cat n 2>/dev/null || echo 0); [ $n -ge 2 ] && exit 0; echo $((n+1)) > n; echo more >&2; exit 2';
  const { agent, dir } = await talk({
    hooks: { ...ended, ...on('Stop', twice) },
    script: [say('one'), say('two'), say('three')],
  });
  await agent.close();
  expect(heard(dir, 'Notification')).toMatchObject([{ notification_type: 'turn_ended' }]);
});

test('turn_ended reaches only a hook whose matcher names it', async () => {
  const { agent, dir } = await talk({ hooks: keeping('Notification'), script: [say('one')] });
  await agent.close();
  expect(heard(dir)).toEqual([]);
});

test('no turn has ended where the user ended it, or a hook kept the prompt', async () => {
  const blocked = await talk({
    hooks: { ...ended, ...on('UserPromptSubmit', 'exit 2') },
    script: [],
  });
  await blocked.agent.close();
  expect(heard(blocked.dir)).toEqual([]);
});

test.each([
  [fail(401), 'authentication_failed'],
  [fail(404), 'model_not_found'],
  [fail(400, { message: 'bad' }), 'invalid_request'],
] as const)('StopFailure names the error of the model: %#', async (reply, error) => {
  const { dir, result } = await talk({ hooks: keeping('StopFailure', 'Stop'), script: [reply] });
  expect(result.ended).toBe('failed');
  expect(heard(dir)).toMatchObject([
    { hook_event_name: 'StopFailure', error, error_details: result.error },
  ]);
});

test('UserPromptExpansion sees the typed line, adds context, and can block it', async () => {
  const home = tempDir();
  mkdirSync(join(home, '.wave/commands'), { recursive: true });
  writeFileSync(join(home, '.wave/commands/greet.md'), 'Say hello to $ARGUMENTS');
  const open = (hooks: object) =>
    openAgent({ home, settingSources: ['user'], hooks: hooks as Record<string, unknown> });
  const first = await open({
    UserPromptExpansion: [{ matcher: 'greet', hooks: [hook(KEEPS_INPUT), hook('echo POLITELY')] }],
  });
  const prompt = await first.agent.expand('/greet Kim and Bo');
  expect(prompt).toBe('Say hello to Kim and Bo');
  expect(heard(first.dir)).toMatchObject([
    {
      expansion_type: 'slash_command',
      command_name: 'greet',
      command_args: 'Kim and Bo',
      command_source: 'user',
      prompt: '/greet Kim and Bo',
    },
  ]);
  first.server.script(say('hi'));
  await first.agent.sendMessage(prompt ?? '');
  expect(first.sent()).toContain('POLITELY');
  const second = await open(on('UserPromptExpansion', 'echo NOT TODAY >&2; exit 2'));
  await expect(second.agent.expand('/greet Kim')).rejects.toThrow(
    '/greet was not sent: the hook thehook blocked it',
  );
  expect(JSON.stringify(blocksOf(second.agent.messages, 'error'))).toContain('NOT TODAY');
});

test('ConfigChange hears of a file that changed, and can keep it from being announced', async () => {
  const home = tempDir();
  const file = join(home, '.wave/settings.json');
  const write = (text: string) =>
    writeFileSync(file, JSON.stringify({ hooks: on('Stop', `echo ${text}`) }));
  mkdirSync(join(home, '.wave'));
  write('one');
  const { agent, dir, send } = await talk({
    home,
    settingSources: ['user'],
    hooks: {
      ConfigChange: [
        { matcher: 'user_settings', hooks: [hook(KEEPS_INPUT), hook('echo QUIET >&2; exit 2')] },
      ],
    },
    script: [say('one')],
  });
  write('two');
  await send('again', say('two'));
  expect(heard(dir)).toMatchObject([{ source: 'user_settings', file_path: file }]);
  expect(JSON.stringify(blocksOf(agent.messages, 'notice'))).not.toContain('changed on disk');
  expect(agent.hooks.held).toMatchObject([{ file, reason: expect.stringContaining('QUIET') }]);
});

test('prompt_id is the same for all events of one prompt, and another for the next', async () => {
  const { dir, send } = await talk({
    hooks: keeping('UserPromptSubmit', 'PreToolUse', 'Stop'),
    script: [call('Bash', { command: 'true' }), say('one')],
  });
  await send('again', say('two'));
  const ids = heard(dir).map(({ prompt_id }) => prompt_id);
  expect(new Set(ids.slice(0, 3)).size).toBe(1);
  expect(ids[0]).toBeTypeOf('string');
  expect(ids[3]).not.toBe(ids[0]);
});
