import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, hooksOn, printing, talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const section = (fields: object) =>
  printing({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } });

describe('a hook that answers in the place of a tool', () => {
  const answering = (toolResult: unknown, more: object = {}) =>
    hooksOn('PreToolUse', section({ toolResult, ...more }));

  test('the model gets the answer, marked as the hook’s, and the tool does not run', async () => {
    const { agent, dir, server } = await talk({
      hooks: {
        ...answering({ cached: 2 }),
        ...hooksOn('PostToolUse', 'cat > seen'),
      },
      script: [call('Write', { file_path: 'made', content: 'X' }), say('ok')],
    });
    const [block] = blocksOf(agent.messages, 'tool');
    expect([block?.success, block?.result, block?.hooks]).toEqual([
      true,
      '{"cached":2}',
      ['hook0'],
    ]);
    expect(existsSync(join(dir, 'made'))).toBe(false);
    expect(existsSync(join(dir, 'seen'))).toBe(true);
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('cached');
    expect(server.faults).toEqual([]);
  });

  test('nobody is asked, since nothing runs, unless a hook asks', async () => {
    const asked: string[] = [];
    const confirm = async ({ tool }: { tool: string }) => {
      asked.push(tool);
      return 'no' as const;
    };
    const bash = call('Bash', { command: 'touch made' });
    const options = { permissionMode: 'default', confirm } as const;
    const silent = await talk({ ...options, hooks: answering('A'), script: [bash, say('ok')] });
    expect(blocksOf(silent.agent.messages, 'tool')[0]?.result).toBe('A');
    expect(asked).toEqual([]);
    const asking = await talk({
      ...options,
      hooks: answering('A', { permissionDecision: 'ask' }),
      script: [bash, say('ok')],
    });
    expect(blocksOf(asking.agent.messages, 'tool')[0]?.result).not.toBe('A');
    expect(asked).toEqual(['Bash']);
  });

  test('another hook’s block holds', async () => {
    const { agent } = await talk({
      hooks: hooksOn('PreToolUse', section({ toolResult: 'A' }), 'echo no >&2; exit 2'),
      script: [call('Bash', { command: 'touch made' }), say('ok')],
    });
    const [block] = blocksOf(agent.messages, 'tool');
    expect([block?.result, block?.by]).toEqual(['no', 'hook']);
  });
});

test('a whole rewrite takes fields out: the tool, the transcript and the model see the rest', async () => {
  const { agent, server } = await talk({
    hooks: hooksOn('PreToolUse', section({ replacedInput: { command: 'echo PLAIN' } })),
    script: [call('Bash', { command: 'echo X', timeout: 5000 }), say('ok')],
  });
  const [block] = blocksOf(agent.messages, 'tool');
  expect(block?.parameters).toEqual({ command: 'echo PLAIN' });
  expect(block?.original).toEqual({ command: 'echo X', timeout: 5000 });
  expect(block?.result).toContain('PLAIN');
  expect(server.faults).toEqual([]);
});

test('context for the next turn comes with the next prompt, once', async () => {
  const { server, send } = await talk({
    hooks: hooksOn('PreToolUse', section({ nextTurnContext: 'LATER' })),
    script: [call('Bash', { command: 'true' }), say('one')],
  });
  const sent = () => JSON.stringify(server.requests.at(-1)?.body.messages).split('LATER').length - 1;
  expect(sent()).toBe(0);
  await send('again', say('two'));
  expect(sent()).toBe(1);
  await send('and again', say('three'));
  expect(sent()).toBe(1);
  expect(server.faults).toEqual([]);
});
