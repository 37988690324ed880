import { describe, expect, test } from 'vitest';
import { fieldsGivenTwice, stringEnd } from '../../src/reading/duplicates.ts';
import { readStdout, tidy } from '../../src/reading/stdout.ts';

const AMONG = 'stdout holds an answer among other lines, so it was not read: print the JSON alone';
const nested = (depth: number, inside = '1') =>
  `{"reason":${'['.repeat(depth - 1)}${inside}${']'.repeat(depth - 1)}}`;

describe('what is an answer', () => {
  test.each<readonly [string, object]>([
    ['{"decision":"deny"}', { decision: 'deny' }],
    [' \uFEFF\n{"decision":"deny"}\n ', { decision: 'deny' }],
    ['\uFEFF{}', {}],
    ['{"reason":"a } \\" { b"}', { reason: 'a } " { b' }],
  ])('%j', (stdout, value) => {
    expect(readStdout(stdout)).toStrictEqual({ is: 'answer', value, twice: [] });
  });

  test('what it gives twice comes with it', () => {
    expect(readStdout('{"reason":"a","reason":"b"}')).toStrictEqual({
      is: 'answer',
      value: { reason: 'b' },
      twice: [['reason']],
    });
  });

  test('200 levels are read, one more is not', () => {
    expect(readStdout(nested(200)).is).toBe('answer');
    expect(readStdout(nested(201))).toMatchObject({
      is: 'text',
      misread: 'stdout was not read as an answer: nested deeper than 200 levels',
    });
    // Brackets that close, or stand in a text, are no levels.
    expect(readStdout(`{"reason":[${'[],'.repeat(300)}[]]}`).is).toBe('answer');
    expect(readStdout(`{"reason":${JSON.stringify(`"${'['.repeat(300)}`)}}`).is).toBe('answer');
    expect(readStdout(`{"reason":[${'{},'.repeat(300)}{}]}`).is).toBe('answer');
    expect(readStdout(nested(199, '{"a":{"b":{}}}')).is).toBe('text');
  });
});

describe('what is text', () => {
  test.each([
    '',
    'plain',
    '"deny"',
    '[{"decision":"deny"}]',
    'use {x} here',
    'use } and { here',
    'a {"x":1} b',
    'a {} b',
    'a\n{\n}\nb',
    'a\n{\n "x": 1\n}\nb',
    'a\n{\n "decision": "deny"\n',
    'a\n{ "decision": \n',
  ])('%j says nothing of an answer', (stdout) => {
    expect(readStdout(stdout)).toStrictEqual({ is: 'text', text: tidy(stdout) });
  });

  test.each([
    'log {"decision":"deny"}',
    'log\n{"decision":"deny"}',
    '} log\n{"decision":"deny"} x',
    'log {\n"decision":"deny"}',
    'log\n{\n  "decision": "deny"\n}\nmore }',
    'log }\n \t{ \t\r\n  "decision": "deny"\n}\nmore }',
    'log\n{\n "x": {}\n}\n{\n "decision": "deny"\n}\n}',
    'log\n{\n "x": "}"\n}\n{\n "reason": "} \\" {"\n}\n}',
    'log\n{\n "reason": ["}"]\n}\n}',
    `log\n${'{\n "x": 1\n}\n'.repeat(31)}{\n "decision": "deny"\n}\n}`,
    'log {\n{\n "decision": "deny"\n}\n}',
    'log\n{\n{\n "decision": "deny"\n}\n',
  ])('%j holds an answer among other lines', (stdout) => {
    expect(readStdout(stdout)).toStrictEqual({ is: 'text', text: tidy(stdout), misread: AMONG });
  });

  test('it is not looked for without end', () => {
    const many = `log\n${'{\n "x": 1\n}\n'.repeat(32)}{\n "decision": "deny"\n}\n}`;
    expect(readStdout(many)).not.toHaveProperty('misread');
  });

  test('an object without a known field is foreign', () => {
    expect(readStdout(' {"x":1}')).toStrictEqual({
      is: 'text',
      text: ' {"x":1}',
      foreign: { x: 1 },
    });
  });

  test('JSON that is broken says how, and not at any length', () => {
    const { misread } = readStdout('{"decision":') as { misread: string };
    expect(misread).toMatch(/^stdout was not read as an answer: .*JSON/);
    const long = readStdout(`{${'x'.repeat(5_000)}`) as { misread: string };
    expect(long.misread.length).toBeLessThanOrEqual(234);
  });
});

test.each([
  ['\uFEFFa', 'a'],
  ['a\uFEFF', 'a'],
  ['a\uFEFFb', 'a\uFEFFb'],
  ['\n \n  a\n b \n', '  a\n b'],
  ['a\n\nb', 'a\n\nb'],
  ['  a', '  a'],
  ['', ''],
])('%j is tidied to %j', (text, tidied) => {
  expect(tidy(text)).toBe(tidied);
});

describe('fields that are given twice', () => {
  test.each<readonly [string, string[][]]>([
    ['{}', []],
    ['{"a":1,"b":"a","c":["a","a"]}', []],
    ['{"a":1,"a":2}', [['a']]],
    ['{"a":1,"a":2,"a":3}', [['a'], ['a']]],
    ['{"a":{"b":1},"b":{"b":1}}', []],
    ['{"a":{"b":1,"b":2}}', [['a', 'b']]],
    ['{"a":[{"b":1,"b":2},{"b":1}],"c":1}', [['a', '*', 'b']]],
    ['[{"b":1,"b":2}]', [['*', 'b']]],
    ['{"a":[1,"b"],"b":1}', []],
    ['{"a":[1],"a":1}', [['a']]],
    ['{"a":{},"a":1}', [['a']]],
    ['{"\\u0061":1,"a":2}', [['a']]],
    ['{"a\\"":1,"a":2,"a\\\\":3}', []],
    ['{"a\\\\":"\\\\\\"","a\\\\":2}', [['a\\']]],
    ['{"x":"a\\",\\"x","y":1}', []],
    ['"a"', []],
    ['1', []],
  ])('%s', (json, ways) => {
    expect(fieldsGivenTwice(json)).toEqual(ways);
  });

  test('however deep the text is, each level costs the same', () => {
    const deep = 100_000;
    const json = `${'{"a":'.repeat(deep)}{"b":1,"b":2}${'}'.repeat(deep)}`;
    expect(fieldsGivenTwice(json)).toEqual([[...Array(64).fill('a'), 'b']]);
  });

  test.each([
    ['"a"', 0, 2],
    ['"a\\"b"', 0, 5],
    ['"a\\\\"b"', 0, 4],
    ['"\\\\\\"" x"', 0, 5],
    ['x"a"', 1, 3],
    ['"a', 0, 2],
    ['"a\\"', 0, 4],
  ])('the text in %s from %i ends at %i', (json, start, end) => {
    expect(stringEnd(json, start)).toBe(end);
  });
});
