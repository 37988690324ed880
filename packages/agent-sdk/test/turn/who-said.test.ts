import { expect, test } from 'vitest';
import { blocksOf, hooksOn, printing, talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const late = (hookEventName: string) =>
  printing({ hookSpecificOutput: { hookEventName, additionalContext: 'it is late' } });

test('what hooks told the agent is kept with their names, also where they say the same', async () => {
  const clock = { name: 'clock', command: late('UserPromptSubmit') };
  // Twins of one command would be one run.
  const watch = { name: 'watch', command: `${clock.command}; exit 0` };
  const { agent, sent } = await talk({
    hooks: {
      ...hooksOn('UserPromptSubmit', clock, watch),
      ...hooksOn('PostToolUse', { name: 'bell', command: late('PostToolUse') }),
    },
    script: [call('Bash', { command: 'echo hi' }), say('ok')],
  });
  const told = agent.messages.filter(({ from }) => from === 'hook');
  const ran = { id: 'toolu_0', tool: 'Bash' };
  const prompt = { type: 'text', event: 'UserPromptSubmit', hooks: ['clock', 'watch'] };
  expect(told.map(({ blocks }) => blocks)).toEqual([
    [{ ...prompt, content: 'it is late\n\nit is late' }],
    [{ type: 'text', content: 'it is late', event: 'PostToolUse', hooks: ['bell'], call: ran }],
  ]);
  expect(sent).toContain('clock');
});

test('of all that a hook says, only why it ended the turn is marked as that', async () => {
  const halt = { continue: false, stopReason: 'enough', systemMessage: 'enough', decison: 'block' };
  const { agent, result } = await talk({
    hooks: hooksOn(
      'Stop',
      { name: 'halter', command: printing(halt) },
      { name: 'other', command: printing({ systemMessage: 'enough' }) },
      { name: 'wordless', command: printing({ continue: false }) },
    ),
    script: [say('ok')],
  });
  expect(result).toMatchObject({ ended: 'halted', stopReason: 'enough' });
  expect(
    blocksOf(agent.messages, 'notice').map(({ content, hook, ends }) => [hook, content, ends]),
  ).toEqual([
    ['halter', expect.stringContaining('decison'), undefined],
    ['halter', 'enough', true],
    ['halter', 'enough', undefined],
    ['other', 'enough', undefined],
    ['wordless', 'hook "wordless" ended the turn and gave no reason', undefined],
  ]);
});
