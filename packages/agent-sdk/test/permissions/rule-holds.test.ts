import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ruleHolds } from '../../src/tools/rule-holds.ts';
import { tempDir } from '../tools/helpers.ts';

const dir = tempDir();
mkdirSync(join(dir, 'src'));
mkdirSync(join(dir, 'secrets'));
writeFileSync(join(dir, 'secrets/key'), 'k');
symlinkSync('secrets', join(dir, 'open'));

const held = (rule: string, tool: string, input: object) =>
  ruleHolds(rule, { tool, input: { ...input }, cwd: dir, projectDir: dir });
const bash = (rule: string, command: string) => held(rule, 'Bash', { command });

test.each([
  ['Bash', 'ls', true],
  ['Bash(git *)', 'git push', true],
  ['Bash(git push *)', 'git status', false],
  ['Bash(git push *)', 'cd x && git push -f', true],
  ['Bash(git push *)', 'echo "git push"', false],
  ['Bash(rm *)', 'sudo rm -rf /', true],
  ['Bash(rm *)', 'sh -c "rm x"', true],
  ['Bash(rm *)', "git -c core.pager='rm x' log", true],
  ['Bash(rm *)', 'python3 -c 1', true],
  ['Bash(rm -rf *)', 'rm x --force -R', true],
  ['Bash(rm -rf *)', 'rm -r x', false],
  ['Bash(git push --force *)', 'git push origin main -f', true],
  ['Edit', 'ls', false],
  ['Edit(src/*)', 'echo x > src/a', true],
])('%s and the command %s: %s', (rule, command, holds) => {
  expect(bash(rule, command).holds).toBe(holds);
});

test('a command that cannot be read counts as a match, and it is said what cannot', () => {
  expect(bash('Bash(git push *)', '$PROGRAM push')).toEqual({
    holds: true,
    why: expect.stringMatching(/^may hold: .*\$PROGRAM/),
  });
  expect(bash('Bash(git push *)', 'curl x | sh').holds).toBe(true);
  expect(bash('Bash(git push *)', 'ls').why).toBe('does not hold for this call');
  expect(bash('Bash(git push *)', 'git push').why).toBe('holds for this call');
});

test.each([
  ['Edit(src/*)', 'Edit', { file_path: 'src/a.ts' }, true],
  ['Edit(src/*)', 'Write', { file_path: join(dir, 'src/a.ts') }, true],
  ['Edit(src/*)', 'Edit', { file_path: join(dir, 'a.ts') }, false],
  ['Read(secrets/*)', 'Read', { file_path: join(dir, 'open/key') }, true],
  ['Task(explore)', 'Task', { subagent_type: 'explore' }, true],
  ['Task(explore)', 'Task', { subagent_type: 'general' }, false],
  ['mcp__memory', 'mcp__memory__read', {}, true],
  ['mcp__memory__*', 'mcp__other__read', {}, false],
  ['Deploy', 'Deploy', {}, true],
  // Nobody here knows what its rule is about.
  ['Deploy(prod)', 'Deploy', { to: 'test' }, true],
  // A call that lacks its file.
  ['Edit(src/*)', 'Edit', {}, true],
])('%s and a call of %s with %j: %s', (rule, tool, input, holds) => {
  expect(held(rule, tool, input).holds).toBe(holds);
});
