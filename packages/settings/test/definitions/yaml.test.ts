import { describe, expect, test } from 'vitest';
import { readYaml } from '../../src/definitions/yaml.ts';
import { YamlFault } from '../../src/definitions/yaml-lines.ts';

const read = (...lines: string[]) => readYaml(lines.join('\n'), 2);

const faultOf = (...lines: string[]) => {
  try {
    read(...lines);
  } catch (error) {
    if (error instanceof YamlFault) return `${error.line}: ${error.message}`;
    throw error;
  }
  return undefined;
};

describe('what people write in front matter', () => {
  test.each<[string, string[], unknown]>([
    [
      'plain texts',
      ['name: a-b', 'description: one: two'],
      { name: 'a-b', description: 'one: two' },
    ],
    [
      'flags and numbers',
      ['a: true', 'b: false', 'c: 30', 'd: 1.5', 'e: ~', 'f:'],
      { a: true, b: false, c: 30, d: 1.5, e: null, f: null },
    ],
    [
      'quotes',
      [`a: "x \\"y\\" \\n"`, `b: 'it''s'`, 'c: "#no" # remark'],
      { a: 'x "y" \n', b: "it's", c: '#no' },
    ],
    [
      'remarks and empty lines',
      ['# top', '', 'a: b # c', '', '  # far', 'd: e#f'],
      { a: 'b', d: 'e#f' },
    ],
    ['a list', ['a:', '  - x', '  - "y"', 'b:', '- z'], { a: ['x', 'y'], b: ['z'] }],
    [
      'lists and maps in a line',
      ['a: [x, "y, z"]', 'b: { c: d, e: [1] }', 'f: []'],
      { a: ['x', 'y, z'], b: { c: 'd', e: [1] }, f: [] },
    ],
    ['a text that begins like a list', ['hint: [file] [range]'], { hint: '[file] [range]' }],
    [
      'a block of text',
      ['a: |', '  one', '', '    two', 'b: >-', '  three', '  four', '', '  five'],
      { a: 'one\n\n  two\n', b: 'three four\nfive' },
    ],
    [
      'a text that goes on below',
      ['a: one', '  two', '  three', 'b: c'],
      { a: 'one two three', b: 'c' },
    ],
    [
      'hooks',
      [
        'hooks:',
        '  PreToolUse:',
        '    - matcher: "Bash"',
        '      hooks:',
        '        - type: command',
        '          command: "./check.sh $X"',
        '          timeout: 5',
        '  Stop:',
        '  - hooks:',
        '    - type: command',
        '      command: echo "a: b"',
      ],
      {
        hooks: {
          PreToolUse: [
            {
              matcher: 'Bash',
              hooks: [{ type: 'command', command: './check.sh $X', timeout: 5 }],
            },
          ],
          Stop: [{ hooks: [{ type: 'command', command: 'echo "a: b"' }] }],
        },
      },
    ],
    ['nothing', [''], {}],
  ])('%s', (_, lines, value) => {
    expect(read(...lines).value).toEqual(value);
  });

  test('every piece has its line', () => {
    const { lineOf } = read('a: b', 'hooks:', '  Stop:', '    - hooks:', '        - command: x');
    expect(lineOf(['a'])).toBe(2);
    expect(lineOf(['hooks', 'Stop', 0])).toBe(5);
    expect(lineOf(['hooks', 'Stop', 0, 'hooks', 0, 'command'])).toBe(6);
    expect(lineOf(['hooks', 'Stop', 7, 'x'])).toBe(4);
    expect(lineOf(['none'])).toBe(2);
  });
});

test.each<[string[], string]>([
  [['a: b', '\tc: d'], '3: expected spaces at the start of the line, got a tab'],
  [['a: b', 'a: c'], '3: "a" is given twice'],
  [['a: b', 'just words'], '3: expected "name: value", got "just words"'],
  [['a: "open'], '2: expected a closing "'],
  [['a: [x'], '2: expected "]" on the same line'],
  [['matcher: *'], '2: expected quotes around a text that begins with "*"'],
  [['a: &x b'], '2: expected quotes around a text that begins with "&"'],
  [['a: "b" c'], '2: expected nothing behind the quotes, got "b" c'],
  [['- a'], '2: expected "name: value" lines, got a list'],
  [['a:', '  b: c', '   d: e'], '4: expected 2 spaces in front of it'],
])('%j is not read', (lines, fault) => {
  expect(faultOf(...lines)).toBe(fault);
});

test('what is nested without end is refused, not followed', () => {
  const deep = Array.from({ length: 200 }, (_, at) => `${' '.repeat(at)}a:`);
  expect(faultOf(...deep)).toContain('nested too deeply');
  expect(faultOf(`a: ${'['.repeat(5000)}`)).toContain('nested too deeply');
});
