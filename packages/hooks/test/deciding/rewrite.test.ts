import { expect, test } from 'vitest';
import { mergeRewrites, type Rewrite } from '../../src/deciding/rewrite.ts';

const INPUT = { command: 'ls', timeout: 30 };

const by = (place: number, fields: Record<string, unknown>): Rewrite => ({
  by: place,
  hook: `hook-${place}`,
  fields,
});

/** Maps and sets as plain values, in the order they have. */
function merge(...rewrites: Rewrite[]) {
  const { input, writers, owners, remarks } = mergeRewrites(INPUT, rewrites);
  return { input, writers: [...writers], owners: Object.fromEntries(owners), remarks };
}

test('without a rewrite the input is as it was, and nobody wrote it', () => {
  expect(merge()).toStrictEqual({ input: INPUT, writers: [], owners: {}, remarks: [] });
  expect(mergeRewrites(INPUT, []).input).not.toBe(INPUT);
});

test('fields are replaced and added, the others stay', () => {
  expect(merge(by(3, { command: 'pwd', cwd: '/' }))).toStrictEqual({
    input: { command: 'pwd', timeout: 30, cwd: '/' },
    writers: [3],
    owners: { command: [3], cwd: [3] },
    remarks: [],
  });
});

test('a value is replaced as a whole, not merged', () => {
  const nested = merge(by(0, { options: { a: 1 } }), by(1, { options: { b: 2 } }));
  expect(nested.input).toStrictEqual({ ...INPUT, options: { b: 2 } });
});

test('where two differ the later one wins, alone, and says so once', () => {
  expect(merge(by(0, { command: 'a' }), by(1, { command: 'b' }))).toStrictEqual({
    input: { command: 'b', timeout: 30 },
    writers: [0, 1],
    owners: { command: [1] },
    remarks: [
      {
        by: 1,
        hook: 'hook-1',
        text: 'hooks "hook-0" and "hook-1" rewrote "command" differently; "hook-1" comes later, so its value counts',
      },
    ],
  });
});

test('a third one that differs names the one before it', () => {
  const { remarks } = merge(
    by(0, { command: 'a' }),
    by(1, { command: 'b' }),
    by(2, { command: 'c' }),
  );
  expect(remarks.map(({ by, text }) => [by, text.slice(0, 27)])).toEqual([
    [1, 'hooks "hook-0" and "hook-1"'],
    [2, 'hooks "hook-1" and "hook-2"'],
  ]);
});

test('who writes the same value owns it, too, and there is no conflict', () => {
  const same = { list: [{ a: 1 }] };
  expect(merge(by(0, same), by(1, structuredClone(same)))).toStrictEqual({
    input: { ...INPUT, ...same },
    writers: [0, 1],
    owners: { list: [0, 1] },
    remarks: [],
  });
});

test('who writes what was there already is a writer, and in conflict with a later one', () => {
  expect(merge(by(0, { command: 'ls' }))).toStrictEqual({
    input: INPUT,
    writers: [0],
    owners: { command: [0] },
    remarks: [],
  });
  expect(merge(by(0, { command: 'ls' }), by(1, { command: 'pwd' })).remarks).toHaveLength(1);
});

test.each(['__proto__', 'constructor', 'prototype'])('%s is never written', (name) => {
  const fields = JSON.parse(`{"${name}": {"a": 1}}`) as Record<string, unknown>;
  const { input, writers, owners, remarks } = merge(by(0, fields), by(1, fields));
  expect({ input, writers, owners }).toStrictEqual({ input: INPUT, writers: [], owners: {} });
  const text = (hook: string) =>
    `hook "${hook}": "${name}" is not a field that can be rewritten; it was ignored`;
  expect(remarks).toStrictEqual([
    { by: 0, hook: 'hook-0', text: text('hook-0') },
    { by: 1, hook: 'hook-1', text: text('hook-1') },
  ]);
});
