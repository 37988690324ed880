import { expect, test } from 'vitest';
import { checkHooks } from '../../src/checking/check.ts';
import { plan } from '../../src/engine/prepare/plan.ts';
import { compileMatcher, MatcherTooSlow, matches } from '../../src/entries/match.ts';
import { fire } from '../helpers.ts';

const hits = (matcher: string | undefined, name: string): boolean | string => {
  const compiled = compileMatcher(matcher);
  return 'error' in compiled ? compiled.error : matches(compiled, name);
};

test.each([
  [undefined, 'Bash', true],
  ['', 'Bash', true],
  ['*', 'Bash', true],
  [' * ', 'Bash', true],
  ['Bash', 'Bash', true],
  ['Bash', 'bash', false],
  ['Bash', 'BashOutput', false],
  ['Edit|Write', 'Write', true],
  ['Edit, Write', 'Write', true],
  ['Edit | Write', 'Edit', true],
  ['Edit|', 'Edit', true],
  ['Edit|', '', false],
  ['mcp__a-b__c', 'mcp__a-b__c', true],
  ['mcp__memory__.*', 'mcp__memory__create', true],
  ['mcp__.*__write.*', 'mcp__fs__read_file', false],
  ['Notebook.*', 'NotebookEdit', true],
  ['.*Edit', 'NotebookEdit', true],
  ['Edit.', 'NotebookEdits', true],
  ['^Edit$', 'NotebookEdit', false],
  ['^(?!Read$)', 'Read', false],
  ['^(?!Read$)', 'Bash', true],
  ['Agent', 'Task', true],
  ['Bash|Agent', 'Task', true],
  ['Agents', 'Task', false],
  ['Task', 'Task', true],
  ['^Agent$', 'Task', true],
  ['\\bAgent\\b', 'Task', true],
  ['^(Bash|Agent)$', 'Task', true],
  ['^(?!Agent$)', 'Task', false],
  ['^(?!Task$)', 'Task', false],
  ['Agent.+', 'Task', false],
  ['mcp__Agent__.*', 'Task', false],
  ['mcp__Agent__.*', 'mcp__Agent__x', true],
  ['Agent', 'Bash', false],
])('matcher %j on %j', (matcher, name, expected) => {
  expect(hits(matcher, name)).toBe(expected);
});

test.each([
  ['general-purpose', 'general', true],
  ['Explore|Plan', 'explore', true],
  ['^(Explore|general-purpose)$', 'general', true],
  ['^(Explore|general-purpose)$', 'explore', true],
  ['^(?!Explore$)', 'explore', false],
  ['Plan', 'explore', false],
  ['general', 'general', true],
  ['Agent', 'Task', false],
])('matcher %j on the agent type %j', (text, type, expected) => {
  const matcher = compileMatcher(text);
  if ('error' in matcher) throw new Error(matcher.error);
  expect(matches(matcher, type, 'agent_type')).toBe(expected);
});

test('one pattern means each of several things by its own other name', () => {
  const matcher = compileMatcher('^(Explore|general-purpose)$');
  if ('error' in matcher) throw new Error(matcher.error);
  const fits = (type: string) => matches(matcher, type, 'agent_type');
  expect(['explore', 'general', 'explore', 'other'].map(fits)).toEqual([true, true, true, false]);
  expect(matches(matcher, 'explore', 'command_name')).toBe(false);
});

test.each(['(', '[a-', '**', 'Edit|*', '?'])('%j is told to be no matcher', (matcher) => {
  expect(hits(matcher, 'x')).toMatch(/not a regular expression/);
});

test('a list without a name is told', () => {
  expect(hits('|,', 'x')).toMatch(/without a name/);
});

test('a pattern that never comes to an end is cut off', () => {
  const began = performance.now();
  expect(() => hits('^(a+)+$', `${'a'.repeat(60)}b`)).toThrow(MatcherTooSlow);
  expect(performance.now() - began).toBeLessThan(2_000);
});

test.each([
  ['.*.*=', 'a'.repeat(5_000)],
  [`^${'(a|a)'.repeat(34)}$`, `${'a'.repeat(33)}!`],
  [`^${'(a|a)?'.repeat(34)}$`, `${'a'.repeat(34)}!`],
])('%s is cut off or quick', (matcher, name) => {
  const began = performance.now();
  try {
    hits(matcher, name);
  } catch (error) {
    expect(error).toBeInstanceOf(MatcherTooSlow);
  }
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('its hook then counts as failed, so that a guard does not vanish', () => {
  const { entries } = checkHooks([
    {
      name: 's',
      hooks: {
        PreToolUse: [{ matcher: '^(a+)+$', hooks: [{ type: 'command', command: 'true' }] }],
      },
    },
  ]);
  expect(plan(entries, 'PreToolUse', `${'a'.repeat(60)}b`)).toMatchObject([
    { handler: { type: 'broken', error: expect.stringContaining('took more than') } },
  ]);
});

test('on events without a tool a matcher is ignored', async () => {
  const verdict = await fire('Stop', [], {
    options: {
      problems: 'report',
      hooks: { Stop: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'exit 2' }] }] },
    },
  });
  expect(verdict.decision).toBe('block');
});
