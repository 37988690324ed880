import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConfirmRequest } from '../../src/permissions/confirm.ts';
import { hooksOn, printing, talk, tempDir } from '../talk.ts';
import { call, type Reply, say } from '../wire/reply.ts';

/** What is asked about each call, answered with the rule that is offered. */
async function asked(calls: Reply[], hooks?: Record<string, unknown>, dir = tempDir()) {
  const requests: Pick<ConfirmRequest, 'tool' | 'rule' | 'by'>[] = [];
  const { agent } = await talk({
    workdir: dir,
    permissionMode: 'default',
    script: [...calls, say('done')],
    ...(hooks ? { hooks } : {}),
    confirm: async ({ tool, rule, by }) => {
      requests.push({ tool, by, ...(rule ? { rule } : {}) });
      return rule ? { answer: 'always', rule } : { answer: 'yes' };
    },
  });
  return { requests, rules: agent.rules.allow };
}

test('a command: the rule is that command, and the same is not asked again', async () => {
  const { requests, rules } = await asked([
    call('Bash', { command: 'touch a' }),
    call('Bash', { command: 'touch a' }),
    call('Bash', { command: 'touch b' }),
  ]);
  expect(requests.map(({ rule }) => rule)).toEqual(['Bash(touch a)', 'Bash(touch b)']);
  expect(rules).toEqual(['Bash(touch a)', 'Bash(touch b)']);
});

test('a file: inside of the project by its path there, outside by its whole path', async () => {
  const out = join(tempDir(), 'far.txt');
  const { requests } = await asked([
    call('Write', { file_path: 'sub/a.txt', content: 'x' }),
    call('Edit', { file_path: 'sub/a.txt', old_string: 'x', new_string: 'y' }),
    call('Write', { file_path: out, content: 'x' }),
  ]);
  expect(requests.map(({ rule }) => rule)).toEqual(['Edit(sub/a.txt)', `Edit(/${out})`]);
});

test('where a hook asks, no rule could spare the question, so none is offered', async () => {
  const ask = printing({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' },
  });
  const { requests } = await asked(
    [call('Bash', { command: 'touch a' })],
    hooksOn('PreToolUse', ask),
  );
  expect(requests).toEqual([{ tool: 'Bash', by: expect.stringContaining('hook') }]);
});

test('what guards the agent is asked each time', async () => {
  const { requests } = await asked([
    call('Write', { file_path: '.wave/settings.json', content: '{}' }),
  ]);
  expect(requests).toEqual([{ tool: 'Write', by: 'writes to files that guard the agent' }]);
});
