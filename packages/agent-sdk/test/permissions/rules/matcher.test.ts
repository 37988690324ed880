import { expect, test } from 'vitest';
import * as z from 'zod';
import { resolverFor } from '../../../src/files/paths.ts';
import { hiddenBy, matcherFor, matchRules } from '../../../src/permissions/rules/match.ts';
import type { Tool } from '../../../src/vocabulary/tool.ts';

const place = { projectDir: '/project', cwd: '/project' };
const NONE = { allow: [], ask: [], deny: [] };

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: '',
  input: z.record(z.string(), z.unknown()),
  effect: 'run',
  run: async () => ({ success: true, text: '' }),
  ...more,
});
const shell = tool('Bash', { subject: ({ command }) => String(command) });
const matched = (rules: object, one: Tool, input = {}) =>
  matchRules({ ...NONE, ...rules }, one, input, place);

test('without rules nothing matches', () => {
  expect(matched({}, shell, { command: 'ls' })).toStrictEqual({});
});

test('a rule that might match what cannot be read is told apart, with why', () => {
  const input = { command: '$X' };
  expect(matched({ deny: ['Bash(rm *)'], ask: ['Bash(curl *)'] }, shell, input)).toStrictEqual({
    mayAsk: { rule: 'Bash(curl *)', what: expect.stringContaining('`$X`') },
    mayDeny: { rule: 'Bash(rm *)', what: expect.stringContaining('`$X` does (') },
  });
  expect(matched({ allow: ['Bash(rm *)'] }, shell, input)).toStrictEqual({});
});

test('the first rule that matches is named, in each list', () => {
  const rules = ['Read', 'Bash(git *)', 'Bash(git push *)', 'Bash'];
  const input = { command: 'git push' };
  const lists = { allow: rules, ask: rules, deny: rules };
  // A rule for the whole tool goes first.
  expect(matched(lists, shell, input)).toStrictEqual({ allow: 'Bash', ask: 'Bash', deny: 'Bash' });
  const some = rules.slice(0, 3);
  expect(matched({ allow: some, ask: some, deny: some }, shell, input)).toStrictEqual({
    allow: 'Bash(git *)',
    ask: 'Bash(git *)',
    deny: 'Bash(git *)',
  });
});

test('a list that was changed in place is read anew', () => {
  const deny = ['Bash(rm *)'];
  const match = matcherFor({
    tool: shell,
    input: { command: 'curl x' },
    place,
    resolve: resolverFor(place),
  });
  expect(match({ ...NONE, deny })).toStrictEqual({});
  deny[0] = 'Bash(curl *)';
  expect(match({ ...NONE, deny })).toStrictEqual({ deny: 'Bash(curl *)' });
  deny.push('Bash');
  expect(match({ ...NONE, deny })).toStrictEqual({ deny: 'Bash' });
});

test('a list that is the same as before is not gone through again', () => {
  let looked = 0;
  const counting = tool('Bash', {
    subject: () => {
      looked += 1;
      return 'ls';
    },
  });
  const match = matcherFor({ tool: counting, input: {}, place, resolve: resolverFor(place) });
  const rules = { ...NONE, allow: ['Bash(ls)'] };
  expect(match(rules)).toStrictEqual({ allow: 'Bash(ls)' });
  const once = looked;
  expect(match(structuredClone(rules))).toStrictEqual({ allow: 'Bash(ls)' });
  expect(looked).toBe(once);
  expect(match({ ...rules, allow: ['Bash(pwd)'] })).toStrictEqual({});
  expect(looked).toBeGreaterThan(once);
});

test.each<readonly [string, string, boolean]>([
  ['Edit', 'Write', true],
  ['Edit', 'Edit', true],
  ['Read', 'Glob', true],
  ['Read', 'Grep', true],
  ['Read', 'Write', false],
  ['Edit', 'Read', false],
  ['Write', 'Edit', false],
  ['mcp__a', 'mcp__a', true],
  ['mcp__a', 'mcp__a__b', true],
  ['mcp__a', 'mcp__ab', false],
  ['mcp__*', 'mcp__a__b', true],
  ['Own', 'Own__x', false],
])('the name %s stands for %s: %j', (rule, name, expected) => {
  const lists = { allow: [rule], ask: [rule], deny: [rule] };
  const all = { allow: rule, ask: rule, deny: rule };
  expect(matched(lists, tool(name))).toStrictEqual(expected ? all : {});
});

test('a text of a tool is matched by its pattern, and one without a text by none', () => {
  const task = tool('Task', { subject: ({ type }) => String(type) });
  expect(matched({ allow: ['Task(exp*)'] }, task, { type: 'explore' })).toStrictEqual({
    allow: 'Task(exp*)',
  });
  expect(matched({ allow: ['Task(exp*)'] }, task, { type: 'plan' })).toStrictEqual({});
  expect(matched({ allow: ['Own(x)'], deny: ['Own(x)'] }, tool('Own'))).toStrictEqual({});
  const all = matched({ allow: ['Own( * )'], deny: ['Own(*)'] }, tool('Own'));
  expect(all).toStrictEqual({ allow: 'Own( * )', deny: 'Own(*)' });
});

test('to permit, one rule must mean every file; to deny, one file is enough', () => {
  const files = tool('Own', { files: ({ at }) => at as string[], effect: 'read' });
  const rules = { allow: ['Own(src/**)'], deny: ['Own(src/**)'] };
  const both = { allow: 'Own(src/**)', deny: 'Own(src/**)' };
  expect(matched(rules, files, { at: ['src/a', 'src/b'] })).toStrictEqual(both);
  expect(matched(rules, files, { at: ['src/a', 'b'] })).toStrictEqual({ deny: both.deny });
  expect(matched(rules, files, { at: ['b'] })).toStrictEqual({});
  expect(matched(rules, files, { at: [] })).toStrictEqual({});
  const known = matcherFor({
    tool: files,
    input: {},
    place,
    resolve: resolverFor(place),
    files: [resolverFor(place)('src/a')],
  });
  expect(known({ ...NONE, ...rules })).toStrictEqual(both);
});

test('only what a deny for Read names is hidden', () => {
  const hides = (...deny: string[]) => hiddenBy({ ...NONE, deny }, place)('/project/src/a');
  expect(hides()).toBe(false);
  expect(hides('Read(src/**)')).toBe(true);
  expect(hides('Edit(src/**)')).toBe(false);
  expect(hides('Read(lib/**)', 'Read(src/**)')).toBe(true);
  expect(hides('Read')).toBe(false);
});

test('a rule for files holds for what a command writes, unless one for the command is sure', () => {
  const command = 'echo x > secrets/key';
  const edit = 'Edit(secrets/**)';
  expect(matched({ allow: [edit], ask: [edit], deny: [edit] }, shell, { command })).toStrictEqual({
    ask: edit,
    deny: edit,
  });
  expect(matched({ deny: [edit, 'Bash(echo *)'] }, shell, { command })).toStrictEqual({
    deny: 'Bash(echo *)',
  });
  // What might match a command gives way to what surely matches a file, not to what might.
  const unread = { command: '$X > secrets/key' };
  expect(matched({ deny: ['Bash(rm *)', edit] }, shell, unread)).toStrictEqual({ deny: edit });
  const both = { command: '$X > "$Y"' };
  expect(matched({ deny: ['Bash(rm *)', edit] }, shell, both)).toMatchObject({
    mayDeny: { rule: 'Bash(rm *)' },
  });
  // Only a shell redirects.
  const task = tool('Task', { subject: () => command });
  expect(matched({ deny: [edit] }, task)).toStrictEqual({});
});

test('whatever was matched before, the lists of one call do not push each other out', () => {
  let looked = 0;
  const counting = tool('Bash', {
    subject: () => {
      looked += 1;
      return 'ls';
    },
  });
  const match = matcherFor({ tool: counting, input: {}, place, resolve: resolverFor(place) });
  match(NONE);
  for (let n = 0; n < 7; n++) match({ ...NONE, allow: [`Bash(${n})`] });
  const rules = { ...NONE, allow: ['Bash(ls)'] };
  match(rules);
  const once = looked;
  match(structuredClone(rules));
  expect(looked).toBe(once);
});
