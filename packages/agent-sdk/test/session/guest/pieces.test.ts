import { expect, test } from 'vitest';
import { newsIn } from '../../../src/session/guest/news.ts';
import { piecesOf } from '../../../src/session/guest/pieces.ts';
import type { Block, Message, ToolBlock } from '../../../src/vocabulary/messages.ts';

const message = (role: Message['role'], blocks: readonly Block[], id = 'm'): Message => ({
  id,
  role,
  blocks,
});
const text = (content: string): Block => ({ type: 'text', content });
const tool = (more: Partial<ToolBlock> = {}): ToolBlock => ({
  type: 'tool',
  id: 't',
  name: 'Bash',
  parameters: { command: 'ls' },
  stage: 'pending',
  ...more,
});
const image = { type: 'image', mediaType: 'image/png', content: 'AAAA' } as const;
const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
const contents = (one: Message) => piecesOf(one).map(({ content }) => content);

test('each part of an answer is a piece; its thoughts keep their signature', () => {
  const blocks: Block[] = [
    { type: 'reasoning', content: 'hm', metadata: { anthropic: { signature: 'SIG' } } },
    { type: 'reasoning', content: 'so', metadata: { openai: { itemId: 'x' } } },
    text('said'),
    tool(),
  ];
  expect(contents(message('assistant', blocks))).toEqual([
    [{ type: 'thinking', thinking: 'hm', signature: 'SIG' }],
    [{ type: 'thinking', thinking: 'so', signature: '' }],
    [{ type: 'text', text: 'said' }],
    [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }],
  ]);
});

test('a prompt is one piece, with its pictures', () => {
  expect(contents(message('user', [text('look'), image]))).toEqual([
    [
      { type: 'text', text: 'look' },
      { type: 'image', source },
    ],
  ]);
});

test('a result comes once the call has ended, with its pictures and whether it failed', () => {
  const ended = tool({ stage: 'end', result: 'r', success: false, images: [image] });
  expect(contents(message('assistant', [ended])).slice(1)).toEqual([
    [
      {
        type: 'tool_result',
        tool_use_id: 't',
        content: [
          { type: 'text', text: 'r' },
          { type: 'image', source },
        ],
        is_error: true,
      },
    ],
  ]);
  expect(contents(message('assistant', [tool({ stage: 'running', result: 'r' })]))).toHaveLength(1);
});

test('what is for the user alone is in none', () => {
  const told: Block[] = [
    { type: 'error', content: 'e' },
    { type: 'notice', tone: 'info', content: 'n' },
  ];
  expect(contents(message('assistant', told))).toEqual([]);
});

test('an input that cannot be written costs itself', () => {
  const parameters: Record<string, unknown> = {};
  parameters['self'] = parameters;
  expect(contents(message('assistant', [tool({ parameters })]))).toEqual([
    [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }],
  ]);
});

const keys = (before: readonly Message[], now: readonly Message[]) =>
  newsIn(before, now)?.map(([{ key }, { id }]) => `${id} ${key}`);

test('news are the messages and the results that came since', () => {
  const asked = message('assistant', [tool()]);
  const ended = message('assistant', [tool({ stage: 'end', result: 'r' })]);
  const next = message('user', [text('n')], 'n');
  expect(keys([], [asked])).toEqual(['m 0']);
  expect(keys([asked], [asked])).toEqual([]);
  expect(keys([asked], [ended, next])).toEqual(['m result t', 'n ']);
});

test('there are none to add to what is no longer so', () => {
  const one = message('user', [text('1')], 'one');
  const two = message('user', [text('2')], 'two');
  const result = (text: string) => message('assistant', [tool({ stage: 'end', result: text })]);
  expect(keys([one, two], [one])).toBeUndefined();
  expect(keys([one, two], [one, message('user', [text('2')], 'three')])).toBeUndefined();
  expect(keys([message('user', [image])], [message('user', [text('gone')])])).toBeUndefined();
  expect(keys([result('SECRET')], [result('redacted')])).toBeUndefined();
});
