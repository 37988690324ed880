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
