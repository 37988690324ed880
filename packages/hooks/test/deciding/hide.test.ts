import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hiding } from '../../src/deciding/hide.ts';

const hidden = (before: unknown, after: unknown, text: string) =>
  hiding(before, after)?.(text) ?? text;

test.each([
  ['pin 123 456 end', 'pin [x] end', 'ctx: pin 123 456 end', 'ctx: pin [redacted] [redacted] end'],
  ['my dog ran', 'it', 'saw my dog', 'saw [redacted] [redacted]'],
  ['key x9! ok', 'key ok', 'said x9!', 'said [redacted]'],
  ['key pw7 ok', 'key ok', '{"a":"one\\npw7"}', '{"a":"one\\n[redacted]"}'],
  ['key hunter22 ok', 'key ok', 'inhunter22side', 'in[redacted]side'],
  // A short piece turns up inside of other words.
  ['a cat', 'a', 'concatenate cat', 'concatenate [redacted]'],
  ['the red car', 'the', 'red car', '[redacted] [redacted]'],
])('%j became %j: %j is told as %j', (before, after, text, told) => {
  expect(hidden(before, after, text)).toBe(told);
});

test('what is still there is told as it is', () => {
  expect(hiding('a b c', 'c b a')).toBeUndefined();
  expect(hidden({ output: 'x 4711' }, { output: 'x' }, 'x and x')).toBe('x and x');
});

test('no word that was taken out stands by itself in what is told', () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,6}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.array(word), (gone, kept) => {
      const told = hidden([...kept, ...gone].join(' '), kept.join(' '), gone.join(' '));
      const left = told.split(' ').filter((one) => gone.includes(one));
      expect(left.filter((one) => !kept.some((other) => other.includes(one)))).toEqual(
        left.filter((one) => one === 'redacted'),
      );
    }),
  );
});

test('texts and numbers are looked for at any depth that an answer can have', () => {
  const nested = (depth: number) =>
    Array.from({ length: depth }).reduce<unknown>((inner) => ({ inner }), 'secret');
  expect(hidden({ pin: 4711, no: null, yes: true }, {}, '4711 null true')).toBe(
    '[redacted] null true',
  );
  expect(hidden(nested(201), {}, 'a secret')).toBe('a [redacted]');
  expect(hiding(nested(202), {})).toBeUndefined();
});

test('of two words the longer one is taken out first', () => {
  expect(hidden('hunter hunter22', '', 'inhunter22')).toBe('in[redacted]');
});

test('a word of four letters is looked for also inside of others', () => {
  expect(hidden('key9', '', 'xkey9x')).toBe('x[redacted]x');
  expect(hidden('ke9', '', 'xke9x ke9')).toBe('xke9x [redacted]');
  expect(hiding('key9', 'xkey9x')).toBeUndefined();
  expect(hidden('ke9', 'xke9x', 'ke9')).toBe('[redacted]');
  expect(hidden('onetwo', { a: 'one', b: 'two' }, 'onetwo')).toBe('[redacted]');
});

test('up to so many words, and in so much text', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${1000 + at}`);
  expect(hidden(words(500), '', 'xw1000x w1000')).toBe('x[redacted]x [redacted]');
  expect(hidden(words(501), '', 'xw1000x w1000')).toBe('xw1000x [redacted]');
  expect(hiding('key9', 'key9'.padEnd(256 * 1024, 'x'))).toBeUndefined();
  expect(hidden('key9', 'key9'.padEnd(256 * 1024 + 1, 'x'), 'key9')).toBe('[redacted]');
});

test('what stands for something that was taken out is no word', () => {
  expect(hiding('[redacted] redacted x', 'x')).toBeUndefined();
});
