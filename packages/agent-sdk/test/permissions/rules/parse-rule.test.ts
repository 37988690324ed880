import { TOOL_NAMES } from '@wavehooks/hooks/vocabulary';
import { describe, expect, test } from 'vitest';
import { parseRule, readRule } from '../../../src/permissions/rules/parse-rule.ts';

const EMPTY = 'the parentheses are empty; leave them out for the whole tool';
const FORM = 'expected Tool or Tool(pattern)';
const BRACES = 'braces are not supported; write one rule for each';
const NEGATED = 'a pattern cannot be negated; use the deny list';
const OPEN = 'a bracket is not closed';

test.each([...TOOL_NAMES, 'Custom', 'a_1', 'mcp__memory', 'mcp__my-server__x.y*'])(
  '%s is a whole tool',
  (rule) => {
    expect(parseRule(rule)).toStrictEqual({ rule, tool: rule, pattern: undefined });
  },
);

test.each<readonly [string, string, string]>([
  ['Bash(git *)', 'Bash', 'git *'],
  ['Bash(a {b} [c !d)', 'Bash', 'a {b} [c !d'],
  ['Bash(echo "(x)")', 'Bash', 'echo "(x)"'],
  ['Bash(a\nb)', 'Bash', 'a\nb'],
  ['Task(explore)', 'Task', 'explore'],
  ['Custom(any {thing)', 'Custom', 'any {thing'],
  ['Read(src/**)', 'Read', 'src/**'],
  ['Read([ab].ts)', 'Read', '[ab].ts'],
  ['Read(a!)', 'Read', 'a!'],
  ['WebFetch(*)', 'WebFetch', '*'],
  ['WebFetch(domain:example.com)', 'WebFetch', 'domain:example.com'],
  ['WebSearch(domain:*.example.com)', 'WebSearch', 'domain:*.example.com'],
  ['ReadMcpResource(*)', 'ReadMcpResource', '*'],
  ['ReadMcpResource( * )', 'ReadMcpResource', ' * '],
  ['ReadMcpResource(memory:*)', 'ReadMcpResource', 'memory:*'],
  ['ReadMcpResource( memory:memo://a )', 'ReadMcpResource', ' memory:memo://a '],
])('%j is %s with the pattern %j', (rule, tool, pattern) => {
  expect(parseRule(rule)).toStrictEqual({ rule, tool, pattern });
});

test('white space around a rule is dropped', () => {
  expect(parseRule('  Bash(ls) \n')).toStrictEqual({
    rule: 'Bash(ls)',
    tool: 'Bash',
    pattern: 'ls',
  });
});

describe('a rule with a fault has no pattern, and the tool that it is probably for', () => {
  test.each<readonly [string, string | undefined, string]>([
    ['', undefined, FORM],
    ['??', undefined, FORM],
    ['(rm *)', undefined, FORM],
    ['Bash(rm', 'Bash', FORM],
    ['Bash rm', 'Bash', FORM],
    ['x Bash', undefined, FORM],
    ['Bash(rm) x', 'Bash', FORM],
    ['1Bash', undefined, FORM],
    ['bash(rm', 'Bash', FORM],
    ['mcp__my-server.x(', 'mcp__my-server.x', FORM],
    ['MCP__a(', 'MCP__a', FORM],
    ['Custom(', undefined, FORM],
    ['bash', 'Bash', 'expected Bash, got bash'],
    ['TODOWRITE', 'TodoWrite', 'expected TodoWrite, got TODOWRITE'],
    ['bash(rm *)', 'Bash', 'expected Bash, got bash'],
    ['Bash()', 'Bash', EMPTY],
    ['Bash( )', 'Bash', EMPTY],
    ['Custom()', 'Custom', EMPTY],
    ['mcp__a()', 'mcp__a', EMPTY],
    ['mcp__a(x)', 'mcp__a', 'MCP tools have no pattern in parentheses'],
    ['mcp__a*(x)', 'mcp__a', 'MCP tools have no pattern in parentheses'],
    ['TodoWrite(x)', 'TodoWrite', 'TodoWrite has no pattern in parentheses'],
    ['ReadMcpResource(x)', 'ReadMcpResource', 'expected server:address or server:*, got x'],
    ['ReadMcpResource(x:)', 'ReadMcpResource', 'expected server:address or server:*, got x:'],
    ['ReadMcpResource(:x)', 'ReadMcpResource', 'expected server:address or server:*, got :x'],
    ...['Read', 'Edit', 'Write', 'Glob', 'Grep'].flatMap(
      (tool) =>
        [
          [`${tool}(!x)`, tool, NEGATED],
          [`${tool}({a,b})`, tool, BRACES],
          [`${tool}(a})`, tool, BRACES],
          [`${tool}([a)`, tool, OPEN],
          [`${tool}([a][b)`, tool, OPEN],
        ] as const,
    ),
  ])('%j', (rule, tool, fault) => {
    expect(parseRule(rule)).toStrictEqual({ rule, tool, pattern: undefined, fault });
  });
});

test('what somebody hands over may be no text at all', () => {
  expect(readRule(' Bash ')).toMatchObject({ rule: 'Bash' });
  expect(readRule(7)).toStrictEqual({ rule: '', fault: 'expected a text, got 7' });
  expect(readRule(undefined)).toStrictEqual({ rule: '', fault: 'expected a text, got nothing' });
});
