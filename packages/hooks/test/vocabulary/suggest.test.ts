import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EVENT_NAMES } from '../../src/vocabulary/events.ts';
import { commandMeant, optionFault, suggest } from '../../src/vocabulary/suggest.ts';
import { EVENTS_ELSEWHERE, wrongEvent } from '../../src/vocabulary/wrong-event.ts';

describe('one name against one that is known', () => {
  test.each<readonly [name: string, known: string, isNear: boolean]>([
    // Of two letters none may differ, of eight one, of nine two.
    ['ab', 'ac', false],
    ['AB', 'ab', true],
    ['abc', 'abd', true],
    ['ab', 'abc', false],
    ['abc', 'ab', false],
    ['abcdefgh', 'abcdefgx', true],
    ['abcdefgh', 'abcdefxy', false],
    ['abcdefghi', 'abcdefgxy', true],
    ['abcdefghi', 'abcdefxyz', false],
    ['abcdefghi', 'abcdefghijk', true],
    ['abcdefghijk', 'abcdefghi', true],
    ['abcdefghi', 'abcdefghijkl', false],
    // The shorter one says how much may differ.
    ['abcdefgh', 'abcdefghij', false],
    // A swap of neighbours is one edit, at the beginning, in the middle and at the end.
    ['bacd', 'abcd', true],
    ['acbd', 'abcd', true],
    ['abdc', 'abcd', true],
    ['cbad', 'abcd', false],
    ['badc', 'abcd', false],
    ['badcefghi', 'abcdefghi', true],
    ['abxcd', 'abcd', true],
    ['abd', 'abcd', true],
    ['xabcd', 'abcd', true],
    ['bcd', 'abcd', true],
    ['bxad', 'abcd', false],
    ['axxd', 'abcd', false],
    ['aabb', 'bbaa', false],
    // Case, blanks and strokes do not count.
    ['UPDATED-input', 'updatedInput', true],
    ['updated_input', 'updatedInput', true],
    ['updated input', 'updatedInput', true],
  ])('%s and %s', (name, known, isNear) => {
    expect(suggest(name, [known])).toBe(isNear ? known : undefined);
  });
});

test('the nearest one is suggested, the first of equals, and never the name itself', () => {
  expect(suggest('abcdefghx', ['abcdefgyz', 'abcdefghi'])).toBe('abcdefghi');
  expect(suggest('abcx', ['abcd', 'abce'])).toBe('abcd');
  expect(suggest('abcd', ['abcd', 'abce'])).toBeUndefined();
  expect(suggest('abcd', [])).toBeUndefined();
});

test('of a name without end only the beginning is looked at', () => {
  const long = 'x'.repeat(64);
  expect(suggest(`${long}${'y'.repeat(1_000)}`, [long])).toBe(long);
});

/** Edits by the definition: what is left after the first letters, or after two that are swapped. */
function edits(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const swap =
    a.length > 1 && a[0] === b[1] && a[1] === b[0]
      ? 1 + edits(a.slice(2), b.slice(2))
      : Number.POSITIVE_INFINITY;
  return Math.min(
    swap,
    edits(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
    edits(a.slice(1), b) + 1,
    edits(a, b.slice(1)) + 1,
  );
}

test('near is by the number of edits', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 6 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const isNear = a !== b && edits(a, b) <= 1;
      expect(suggest(a, [b])).toBe(isNear ? b : undefined);
    }),
    { numRuns: 300 },
  );
});

test.each<readonly [name: string, meant: string | undefined]>([
  ['lst', 'list'],
  ['Ls', 'list'],
  ['doc', 'doctor'],
  ['d', undefined],
  ['di', 'disable'],
  ['en', 'enable'],
  ['claude', 'claude-code'],
  // Two begin so.
  ['re', undefined],
  ['zzz', undefined],
  ['constructor', undefined],
  // By what it is called elsewhere, also where another is near.
  ['tests', 'run'],
])('a command %s is probably meant to be %s', (name, meant) => {
  const known = ['list', 'doctor', 'disable', 'enable', 'claude-code', 'replay', 'record', 'test'];
  expect(commandMeant(name, known, { ls: 'list', tests: 'run' })).toBe(meant);
});

test.each([
  [
    "Unknown option '--jsn'. To specify more, write more",
    `Unknown option '--jsn'; did you mean "--json"?`,
  ],
  ["Unknown option '-jso'", `Unknown option '-jso'; did you mean "--json"?`],
  ["An Unknown option '--jsn'", "An Unknown option '--jsn'"],
  ["Unknown option '--jsn' there", "Unknown option '--jsn' there"],
  ["Unknown option '-j'", "Unknown option '-j'"],
  ["Unknown option '--zzz'", "Unknown option '--zzz'"],
  ["Option '--json' does not take an argument", "Option '--json' does not take an argument"],
])('%s', (message, fault) => {
  expect(optionFault(message, ['json', 'all'])).toBe(fault);
});

test.each(EVENT_NAMES)('a slip in the name of %s is told with what was meant', (event) => {
  const known = EVENT_NAMES.map((name) => `"${name}"`);
  const expected = `expected ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
  const slip = `${event}x`;
  expect(wrongEvent(slip)).toBe(`did you mean "${event}"? ${expected}, got "${slip}"`);
  expect(wrongEvent('preTool')).toMatch(/^did you mean "PreToolUse"\? expected /);
  expect(wrongEvent('Other')).toBe(`${expected}, got "Other"`);
  expect(wrongEvent(7)).toBe(`${expected}, got 7`);
});

test('an event of another agent is told as that, and stops being one when Wave gets it', () => {
  for (const name of EVENTS_ELSEWHERE)
    expect(wrongEvent(name)).toBe(`${name} is an event of Claude Code; Wave has no such moment`);
  expect(EVENTS_ELSEWHERE.filter((name) => EVENT_NAMES.some((own) => own === name))).toEqual([]);
});
