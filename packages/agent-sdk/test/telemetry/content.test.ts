import { makeRedactor } from '@wavehooks/settings/log';
import { expect, test } from 'vitest';
import { createContent } from '../../src/telemetry/content.ts';
import { NO_USAGE } from '../../src/usage/add-usage.ts';
import type { Message } from '../../src/vocabulary/messages.ts';

const REQUEST = {
  is: 'request',
  at: 0,
  ms: 1,
  model: 'm',
  usage: NO_USAGE,
  ended: 'done',
  reason: 'stop',
} as const;

const message = (id: string, role: Message['role'], content: string): Message => ({
  id,
  role,
  blocks: [{ type: 'text', content }],
});

const opened = () => {
  const content = createContent(makeRedactor({ MY_TOKEN: 'a-very-secret-value' }));
  const add = (id: string, role: Message['role'], text: string) =>
    content.hear({ is: 'added', message: message(id, role, text) }, undefined);
  const asked = () => {
    const { 'gen_ai.input.messages': input, 'gen_ai.output.messages': output } = content.ofRequest(
      REQUEST,
      undefined,
    );
    return {
      input: JSON.parse(String(input)) as { role: string; parts: { content?: string }[] }[],
      output: output === undefined ? undefined : JSON.parse(String(output)),
    };
  };
  return { content, add, asked };
};

const texts = ({ input }: ReturnType<ReturnType<typeof opened>['asked']>) =>
  input.map(({ parts }) => parts[0]?.content);

test('what was said before the answer, and the answer', () => {
  const { add, asked } = opened();
  add('1', 'user', 'hello');
  add('2', 'assistant', 'there');
  expect(asked()).toEqual({
    input: [{ role: 'user', parts: [{ type: 'text', content: 'hello' }] }],
    output: [
      { role: 'assistant', parts: [{ type: 'text', content: 'there' }], finish_reason: 'stop' },
    ],
  });
});

test('what was taken back, or stands in a summary, is no part of it', () => {
  const { content, add, asked } = opened();
  for (const id of ['1', '2', '3', '4']) add(id, 'user', `text ${id}`);
  content.hear({ is: 'rewound', to: '4' }, undefined);
  expect(texts(asked())).toEqual(['text 1', 'text 2', 'text 3']);
  const compaction = { tail: '3', before: 9, after: 3, by: 'model' } as const;
  content.hear(
    { is: 'compacted', message: { ...message('5', 'user', 'summary'), compaction } },
    undefined,
  );
  expect(texts(asked())).toEqual(['summary', 'text 3']);
});

test('what is only shown, and what is for the user alone, is left out', () => {
  const { content, add, asked } = opened();
  add('1', 'user', 'hello');
  content.hear({ is: 'added', passing: true, message: message('2', 'user', 'ERASED') }, undefined);
  const notice = { type: 'notice', tone: 'info', content: 'NOTICE' } as const;
  content.hear({ is: 'added', message: { id: '3', role: 'user', blocks: [notice] } }, undefined);
  expect(texts(asked())).toEqual(['hello']);
});

test('secrets are taken out, and of too much only the end is sent', () => {
  const { add, asked } = opened();
  add('1', 'user', 'x'.repeat(150_000));
  add('2', 'user', 'y'.repeat(150_000));
  add('3', 'user', 'it is a-very-secret-value');
  expect(texts(asked()).map((text) => text?.slice(0, 40))).toEqual([
    'y'.repeat(40),
    'it is [redacted]',
  ]);
});
