import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { compileMatcher, matches } from '../../src/entries/match.ts';
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

test.each([
  ['^(a+)+$', `${'a'.repeat(60)}b`],
  ['.*.*=', 'a'.repeat(5_000)],
  [`^${'(a|a)'.repeat(34)}$`, `${'a'.repeat(33)}!`],
  [`^${'(a|a)?'.repeat(34)}$`, `${'a'.repeat(34)}!`],
  [`${'a?'.repeat(40)}b`, 'a'.repeat(40)],
  [`^(${'a?'.repeat(40)}b)$`, 'a'.repeat(40)],
  [`${'[a|]*'.repeat(12)}b`, 'a'.repeat(60)],
  [`${'a*\\|?'.repeat(12)}b`, 'a'.repeat(60)],
])('%s is cut off, and matches if nobody knows by then', (matcher, name) => {
  const { user: before } = process.cpuUsage();
  const found = hits(matcher, name);
  const seconds = (process.cpuUsage().user - before) / 1e6;
  expect(seconds).toBeLessThan(2);
  if (seconds > 0.2) expect(found).toBe(true);
});

test('a pattern that never comes to an end matches', () => {
  expect(hits('^(a+)+$', `${'a'.repeat(60)}b`)).toBe(true);
});

test.each(['x'.repeat(100_000), '(a{9})'.repeat(9_000)])(
  'a pattern that the engine refuses only when it is used matches (%#)',
  (matcher) => expect(hits(`${matcher}.`, 'Bash')).toBe(true),
);

// A process that is stopped for half a second is a busy machine, made on demand.
test('a machine too busy to answer in time changes no answer', async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL('paused.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    if (said === '') {
      child.kill('SIGSTOP');
      await wait(500);
      child.kill('SIGCONT');
    }
    said += chunk;
  }
  expect(said).toBe('now\nfalse\n');
});

test.each(['Bash|Edit|Write|mcp__.*', '^(Bash|Edit)$', '(?:mcp__.*|Edit)', 'mcp__.*__write.*'])(
  '%s needs no engine with a time limit',
  (matcher) => {
    const made = vi.spyOn(process, 'getBuiltinModule');
    hits(matcher, 'mcp__a__b');
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  },
);

test('a hook whose matcher cannot be judged runs, so that a guard does not vanish', async () => {
  const guard = { type: 'command', command: 'echo no >&2; exit 2' } as const;
  const verdict = await fire('PreToolUse', [], {
    input: { tool_name: `${'a'.repeat(60)}b` },
    options: { hooks: { PreToolUse: [{ matcher: '^(a+)+$', hooks: [guard] }] } },
  });
  expect(verdict.decision).toBe('block');
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
