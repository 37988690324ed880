import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decisionIn, makeProject } from './project.ts';

const { dir } = makeProject();
writeFileSync(join(dir, '.env'), 'KEY=1\n');
mkdirSync(join(dir, 'secrets'));
writeFileSync(join(dir, 'secrets/key'), 'k\n');
mkdirSync(join(dir, 'tree/deep'), { recursive: true });
writeFileSync(join(dir, 'tree/deep/key.pem'), 'k\n');
symlinkSync('.env', join(dir, 'settings'));
const decide = decisionIn(dir);

describe.each(['deny', 'ask'] as const)('a rule of Read in %s', (list) => {
  test.each<readonly [string, string, 'yes' | 'ask']>([
    ['Read(.env)', 'cat .env', 'ask'],
    ['Read(.env)', 'cat ./src/../.env', 'ask'],
    ['Read(.env)', 'cat settings', 'ask'],
    ['Read(.env)', 'cat < .env', 'ask'],
    ['Read(.env)', 'cat .e*', 'ask'],
    ['Read(.env)', 'head -1 src/index.ts .env', 'ask'],
    ['Read(.env)', 'cd src && cat ../.env', 'ask'],
    ['Read(.env)', 'f=.env; cat "$f"', 'ask'],
    ['Read(.env)', 'for f in README.md .env; do cat $f; done', 'ask'],
    ['Read(.env)', 'stat .env', 'ask'],
    ['Read(.env)', 'grep -r KEY .', 'ask'],
    ['Read(.env)', 'grep -r KEY', 'ask'],
    ['Read(.env)', 'grep -rn KEY src', 'yes'],
    ['Read(.env)', 'rg KEY', 'ask'],
    ['Read(.env)', 'rg KEY src', 'yes'],
    ['Read(.env)', 'diff -r . src', 'ask'],
    ['Read(.env)', 'cat README.md', 'yes'],
    ['Read(.env)', 'cat src/*', 'yes'],
    ['Read(.env)', 'ls -la', 'yes'],
    ['Read(.env)', 'find . -type f', 'yes'],
    ['Read(.env)', 'git status', 'yes'],
    ['Read(.env)', 'git log --oneline', 'yes'],
    ['Read(.env)', 'git log -p', 'ask'],
    ['Read(.env)', 'git log -U3', 'ask'],
    ['Read(.env)', 'git diff', 'ask'],
    ['Read(.env)', 'git show HEAD:.env', 'ask'],
    ['Read(.env)', 'git grep KEY', 'ask'],
    ['Read(.env)', 'git blame .env', 'ask'],
    ['Read(.env)', 'git cat-file -p HEAD', 'ask'],
    ['Read(.env)', 'git status -v', 'ask'],
    ['Read(.env)', 'git stash show -p', 'ask'],
    ['Read(secrets/**)', 'ls secrets', 'ask'],
    ['Read(secrets/**)', 'cat secrets/*', 'ask'],
    ['Read(secrets/**)', 'grep -r k secrets', 'ask'],
    ['Read(secrets/**)', 'find secrets -type f', 'ask'],
    ['Read(secrets/**)', 'grep -r k tree', 'yes'],
    ['Read(secrets/**)', 'grep -r k .', 'ask'],
    ['Read(*.pem)', 'grep -r k tree', 'ask'],
    ['Read(*.pem)', 'grep -r k src', 'yes'],
    ['Read(~/.ssh/**)', 'git diff', 'yes'],
    ['Read(//etc/**)', 'grep -r k .', 'yes'],
    ['Read', 'cat README.md', 'ask'],
    ['Read(*)', 'cat README.md', 'ask'],
    ['Read(', 'cat README.md', 'ask'],
    ['Read', 'echo hello', 'yes'],
    ['Edit(README.md)', 'cat README.md', 'yes'],
  ])('%s: %s', (rule, command, expected) => {
    expect(decide(command).answer).toBe(/diff -r/.test(command) ? 'ask' : 'yes');
    const { answer } = decide(command, { rules: { [list]: [rule] } });
    // A deny of a file that the command names is a no.
    expect(answer === 'no' && list === 'deny' ? 'ask' : answer).toBe(expected);
  });
});

test('a directory of more than can be looked at asks', () => {
  const many = join(dir, 'many');
  mkdirSync(many);
  for (let at = 0; at < 10_001; at++) writeFileSync(join(many, String(at)), '');
  expect(decide('grep -r x many').answer).toBe('yes');
  expect(decide('grep -r x many', { rules: { deny: ['Read(.env)'] } }).answer).toBe('ask');
});
