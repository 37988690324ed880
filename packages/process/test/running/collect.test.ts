import { expect, test } from 'vitest';
import { collect } from '../../src/running/collect.ts';

const printed = (head: string, tail: string) => {
  const { keep, ending } = collect();
  keep('stdout', Buffer.from(head));
  const cut = { stdout: { omitted: 1000, tail: Buffer.from(tail).toString('base64') } };
  return ending({ outcome: { is: 'exit', code: 0 }, cut }, 1).stdout;
};

test('head and tail of what was cut stay within the bound together', () => {
  expect(printed('a'.repeat(100), 'b'.repeat(100))).toBe(
    `${'a'.repeat(75)}\n[... 1100 bytes left out ...]\n${'b'.repeat(25)}`,
  );
  expect(printed('a'.repeat(100), 'b'.repeat(10))).toBe(
    `${'a'.repeat(90)}\n[... 1010 bytes left out ...]\n${'b'.repeat(10)}`,
  );
});

test('no character is torn at the bound', () => {
  expect(printed(`${'a'.repeat(74)}ä${'a'.repeat(24)}`, 'ä'.repeat(50))).toBe(
    `${'a'.repeat(74)}\n[... 1100 bytes left out ...]\n${'ä'.repeat(12)}`,
  );
});
