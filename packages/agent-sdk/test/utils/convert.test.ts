import { expect, test } from 'vitest';
import { convertMessagesForAPI } from '../../src/utils/convertMessagesForAPI.ts';
import type { Block, Message } from '../../src/vocabulary/messages.ts';

const user = (...texts: string[]): Message => ({
  id: 'u',
  role: 'user',
  blocks: texts.map((content) => ({ type: 'text', content })),
});
const assistant = (...blocks: Block[]): Message => ({ id: 'a', role: 'assistant', blocks });
const tool = (id: string, rest: Partial<Extract<Block, { type: 'tool' }>> = {}): Block => ({
  type: 'tool',
  id,
  name: 'Bash',
  parameters: { command: 'ls' },
  stage: 'end',
  result: 'ok',
  success: true,
  ...rest,
});
const call = (toolCallId: string) => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'Bash',
  input: { command: 'ls' },
});
const result = (toolCallId: string, value: string, type = 'text') => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'Bash',
  output: { type, value },
});
const hookText = (content: string) => ({
  ...text(content),
  providerOptions: { wave: { from: 'hook' } },
});
const text = (content: string) => ({ type: 'text', text: content });

test('calls and their results, feedback of hooks behind them', () => {
  const messages = [
    user('go'),
    assistant(
      { type: 'reasoning', content: 'hm', metadata: { anthropic: { signature: 's' } } },
      { type: 'text', content: 'I run two.' },
      tool('1'),
      tool('2', { result: 'denied', success: false }),
      { type: 'error', content: 'blocked by a hook' },
    ),
    { ...user('hook says no'), from: 'hook' } as const,
    user('and now?'),
  ];
  expect(convertMessagesForAPI(messages)).toEqual([
    { role: 'user', content: [text('go')] },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 's' } } },
        text('I run two.'),
        call('1'),
        call('2'),
      ],
    },
    { role: 'tool', content: [result('1', 'ok'), result('2', 'denied', 'error-text')] },
    {
      role: 'user',
      content: [hookText('<wave-hook>\nhook says no\n</wave-hook>'), text('and now?')],
    },
  ]);
});

test('a call without a result gets one that says so', () => {
  const { result: _, success: __, ...bare } = tool('1') as Extract<Block, { type: 'tool' }>;
  const stages = (['pending', 'running'] as const).map((stage) =>
    convertMessagesForAPI([user('x'), assistant({ ...bare, stage })]).at(-1),
  );
  expect(JSON.stringify(stages[0])).toContain('was not run');
  expect(JSON.stringify(stages[1])).toContain('interrupted while it ran');
});

test('ids are made unique and plain, names too', () => {
  const messages = [user('x'), assistant(tool('a.b'), tool('a.b', { name: 'my tool' })), user('y')];
  const [, answer] = convertMessagesForAPI(messages);
  expect(answer?.content).toEqual([call('a_b'), { ...call('a_b_2'), toolName: 'my_tool' }]);
});

test('what is only for the user, blank or a lone thought vanishes', () => {
  const blank = assistant(
    { type: 'text', content: ' \n' },
    { type: 'reasoning', content: 'cut off' },
    { type: 'notice', tone: 'info', content: 'n' } as Block,
  );
  expect(convertMessagesForAPI([user('', ' '), blank])).toEqual([]);
  expect(convertMessagesForAPI([assistant({ type: 'text', content: 'hi' })])[0]?.role).toBe('user');
});
