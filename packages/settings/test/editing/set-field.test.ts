import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setEntryField } from '../../src/editing/set-field.ts';
import { SettingsError } from '../../src/reading/read.ts';

const AT = ['Stop', 0, 'hooks', 0];
const around = (entry: string) => `{"hooks":{"Stop":[{"hooks":[${entry}]}]}}`;
const set = (entry: string, value: unknown) => setEntryField(around(entry), AT, 'enabled', value);

const cases: { name: string; entry: string; value: unknown; gives: string }[] = [
  {
    name: 'added',
    entry: '{"command":"a"}',
    value: false,
    gives: '{"command":"a","enabled":false}',
  },
  {
    name: 'changed',
    entry: '{"enabled" : true /* c */}',
    value: false,
    gives: '{"enabled" : false /* c */}',
  },
  { name: 'the only one', entry: '{"enabled":false}', value: undefined, gives: '{}' },
  {
    name: 'the first',
    entry: '{ "enabled": false, "a": 1 }',
    value: undefined,
    gives: '{ "a": 1 }',
  },
  {
    name: 'the last',
    entry: '{ "a": 1, "enabled": false }',
    value: undefined,
    gives: '{ "a": 1 }',
  },
  {
    name: 'in the middle, on a line of its own',
    entry: '{\r\n  "a": 1, // one\r\n  "enabled": false,\r\n  "b": 2\r\n}',
    value: undefined,
    gives: '{\r\n  "a": 1, // one\r\n  "b": 2\r\n}',
  },
  {
    name: 'behind a line comment, with more on its line',
    entry: '{ "a": 1, // one\n  "enabled": false, "b": 2 }',
    value: undefined,
    gives: '{ "a": 1, // one\n   "b": 2 }',
  },
  {
    name: 'with comments around it, which stay',
    entry: '{ "a": 1 /* x */, /* y */ "enabled": false /* z */ }',
    value: undefined,
    gives: '{ "a": 1 /* x */ /* y */ /* z */ }',
  },
  { name: 'not there', entry: '{ "a": 1, }', value: undefined, gives: '{ "a": 1, }' },
];

test.each(cases)('a field, $name', ({ entry, value, gives }) => {
  expect(set(entry, value)).toBe(around(gives));
});

test('set and taken away again, every byte is back', () => {
  const parts = fc.constantFrom('', ' ', '\n  ', '\r\n\t', ' // c\n');
  fc.assert(
    fc.property(parts, parts, parts, fc.boolean(), (a, b, c, comma) => {
      const entry = `{${a}"command": "x"${b}${comma ? `,${c}` : ''}}`;
      const there = set(entry, false);
      expect(setEntryField(there, AT, 'enabled', undefined)).toBe(around(entry));
    }),
  );
});

test('a path without a hook is told', () => {
  expect(() => setEntryField(around('1'), AT, 'enabled', true, 's.json')).toThrow(
    new SettingsError('s.json: Stop[0].hooks[0]: expected a hook, got 1'),
  );
  expect(() => setEntryField('{}', AT, 'enabled', true, 's.json')).toThrow(/got nothing/);
});
