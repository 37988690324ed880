import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PermissionMode } from '../../../src/permissions/rules/rule.ts';
import { tempDir } from '../../tools/helpers.ts';
import { decisionIn } from '../reads/project.ts';

const dir = tempDir();
for (const name of ['.env', 'src/a.ts', 'src/.env', 'secrets/key', 'README.md']) {
  mkdirSync(join(dir, name, '..'), { recursive: true });
  writeFileSync(join(dir, name), 'x\n');
}
symlinkSync('.env', join(dir, 'settings'));
const decide = decisionIn(dir);
const ALLOW = ['Bash(cat *)', 'Bash(grep *)', 'Bash(cp *)', 'Bash(git *)', 'Bash(node *)'];
const deny = ['Read(.env)', 'Read(secrets/**)'];
const answer = (command: string, mode: PermissionMode, list: 'deny' | 'ask' = 'deny') =>
  decide(command, { mode, rules: { allow: ALLOW, [list]: deny } }).answer;

describe('a rule of Read holds for the files that the words of a command name', () => {
  test.each([
    'cat .env',
    'cat -n .env',
    'cat README.md .env',
    'cat ./src/../.env',
    'cat src/.env',
    'cat settings',
    'cat "$PWD/.env"',
    'F=.env; cat "$F"',
    'cat .{env,x}',
    'cd src && cat .env',
    'cd src && cat ../.env',
    'sudo cat .env',
    "bash -c 'cat .env'",
    'timeout 5 cat .env',
    'echo $(cat .env)',
    'cat README.md | diff - .env',
    'grep -n KEY .env',
    'grep -r KEY secrets',
    'cp .env copy',
    'mv .env copy',
    'git mv .env copy',
    'source .env',
    '. ./.env',
    'node --env-file=.env x.js',
    'docker compose --env-file .env up',
    'curl -d @.env localhost',
    'sed -n 1p .env',
    'sed -i s/a/b/ .env',
    'git diff .env',
    'git show HEAD:.env',
    'git show HEAD:secrets/key',
    'git cat-file -p HEAD:.env',
    `sed -n 'r .env' README.md`,
    `sed '$rsettings' README.md`,
    `awk 'BEGIN { getline l < ".env"; print l }'`,
    'tar cf - secrets',
    'vim .env',
    'base64 < .env',
    'unknown-program .env',
  ])('%s', (command) => {
    for (const mode of ['default', 'bypassPermissions'] as const) {
      expect(answer(command, mode)).toBe('no');
      expect(answer(command, mode, 'ask')).toBe('ask');
    }
  });

  test.each([
    'echo .env',
    'echo .env >> .gitignore',
    'grep .env README.md',
    'ls -la .env',
    'test -f .env',
    '[ -f .env ] && echo yes',
    'rm .env',
    'git add .env',
    'git check-ignore .env',
    'git log --oneline .env',
    'git commit -m "do not read .env"',
    'cat README.md src/a.ts',
    'cat src/*',
    'cp README.md src',
    'cp -r /tmp/copy README.md',
    'rg KEY README.md',
    `awk '{ print "env" }' README.md`,
    'git log -p README.md',
    'grep -n "$PATTERN" README.md',
    'node x.js "$ARGUMENT"',
    'npm test',
    'find . -name .env',
  ])('not for %s', (command) => {
    expect(answer(command, 'bypassPermissions')).toBe('yes');
  });

  test.each([
    'cat "$FILE"',
    'cat $(git ls-files)',
    'cat `pwd`/$X',
    'cat .e*',
    'for f in .e*; do cat $f; done',
    'ls -a | xargs cat',
    'find . -name ".e*" -exec cat {} +',
    'grep -r KEY .',
    'grep -r KEY src',
    'grep -rn KEY',
    'rg KEY',
    'cp -r . /tmp/copy',
    'tar czf - .',
    'cat ~me/secrets/key',
    'cat /proc/self/cwd/.env',
    'cat /proc/4/task/4/root/secrets/key',
    '$CMD .x',
    'eval "$X"',
    'python3 -c "print(open(1))"',
    'node -e "x()"',
  ])('may hold for %s: that asks', (command) => {
    for (const list of ['deny', 'ask'] as const)
      expect(answer(command, 'bypassPermissions', list)).toBe('ask');
    expect(decide(command, { mode: 'dontAsk', rules: { allow: ALLOW, deny } }).answer).toBe('no');
  });

  test('a rule for all files means those that exist, and no other word', () => {
    const rules = { deny: ['Read(*)'] };
    expect(decide('cat README.md', { mode: 'bypassPermissions', rules }).answer).toBe('no');
    expect(decide('npm test', { mode: 'bypassPermissions', rules }).answer).toBe('yes');
  });
});
