import { expect, test } from 'vitest';
import { jsonIn } from '../../src/output/json-answer.ts';

test.each<readonly [text: string, value: unknown]>([
  ['{"a": 1}', { a: 1 }],
  [' \n[1, 2]\n', [1, 2]],
  ['null', null],
  ['"text"', 'text'],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  ['Here it is:\n\n```\n{"a": 1}\n```\nDone.', { a: 1 }],
  ['```sh\nls\n```\nand\n  ```json\n{"a": 2}\n  ```', { a: 2 }],
  ['{"text": "```\\nls\\n```"}', { text: '```\nls\n```' }],
])('%j', (text, value) => {
  expect(jsonIn(text)).toEqual({ ok: true, value });
});

test.each([
  ['', 'the answer is empty'],
  [' \n', 'the answer is empty'],
  ['Hello', 'the answer is not a JSON document: Unexpected token'],
  ['{"a": 1', 'the answer is not a JSON document: Expected'],
  ['It is {"a": 1}.', 'the answer is not a JSON document: Unexpected token'],
  ['```json\n{"a": 1}', 'the answer is not a JSON document: Unexpected token'],
  ['```json\n{"a": 1\n```', 'the answer is not a JSON document: Expected'],
  ['```\n```', 'the answer is empty'],
])('%j is none', (text, fault) => {
  expect(jsonIn(text)).toEqual({ ok: false, fault: expect.stringContaining(fault) });
});

test('a text without end is looked at once', () => {
  const from = process.cpuUsage();
  jsonIn(`\`\`\`\n${' \n'.repeat(500_000)}`);
  expect(process.cpuUsage(from).user).toBeLessThan(2_000_000);
});
