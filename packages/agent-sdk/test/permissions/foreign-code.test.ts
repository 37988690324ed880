import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../tools/helpers.ts';
import { decisionIn, git, makeProject } from './reads/project.ts';

const { dir } = makeProject();
/** A bare repository that came with the clone, which runs a program when it is looked at. */
const bare = join(dir, 'vendor/lib');
mkdirSync(bare, { recursive: true });
git(bare, 'init', '-q', '--bare');
git(bare, 'config', 'core.bare', 'false');
git(bare, 'config', 'core.fsmonitor', './x');
const inner = join(dir, 'inner');
mkdirSync(inner);
git(inner, 'init', '-q');
const filtered = join(dir, 'filtered');
mkdirSync(filtered);
git(filtered, 'init', '-q');
git(filtered, 'config', 'filter.x.clean', './x');
const hooked = join(dir, 'hooked');
mkdirSync(hooked);
git(hooked, 'init', '-q');
writeFileSync(join(hooked, '.git/hooks/pre-commit'), './x');
const aliased = join(dir, 'aliased');
mkdirSync(aliased);
git(aliased, 'init', '-q');
git(aliased, 'config', 'alias.x', '!./x');
git(inner, 'config', 'remote.origin.url', 'https://example.com/x.git');
for (const [name, value] of Object.entries({
  'package.json': { name: 'x', workspaces: ['packages/*', '!packages/out'] },
  'packages/app/package.json': { name: 'app' },
  'packages/app/src/deep/x.json': {},
  'packages/out/package.json': { name: 'out' },
  'vendor/pkg/package.json': { name: 'pkg', scripts: { test: './x' } },
})) {
  mkdirSync(join(dir, name, '..'), { recursive: true });
  writeFileSync(join(dir, name), JSON.stringify(value));
}
const decide = decisionIn(dir);
const RULES = {
  allow: [
    'Bash(cd *)',
    'Bash(env *)',
    'Bash(export *)',
    'Bash(find *)',
    'Bash(git *)',
    'Bash(npm *)',
    'Bash(pnpm *)',
    'Bash(yarn *)',
    'Bash(npx *)',
    'Bash(node *)',
    'Bash(deno *)',
    'Bash(corepack *)',
  ],
};

describe('a covered command in a place with code of its own asks, and says why', () => {
  test.each([
    ['cd vendor/lib && git status', 'vendor/lib'],
    ['cd vendor/lib; git add .', 'vendor/lib'],
    ['cd vendor && cd lib && git status', 'vendor/lib'],
    ['(cd vendor/lib && git status)', 'vendor/lib'],
    ['cd vendor/lib/refs && git status', 'vendor/lib'],
    ['git -C vendor/lib status', 'vendor/lib'],
    ['git -C vendor -C lib status', 'vendor/lib'],
    ['cd filtered && git status', 'filtered'],
    ['cd hooked && git commit -m x', 'hooked'],
    ['git -C aliased x', 'aliased'],
    ['git --git-dir=vendor/lib status', 'vendor/lib'],
    ['git --git-dir vendor/lib status', 'vendor/lib'],
    ['export GIT_DIR=vendor/lib; git status', 'GIT_DIR'],
    ['env -C vendor/lib git status', 'where'],
    ['find vendor -name HEAD -execdir git status ";"', 'where'],
    ['cd "$X" && git status', 'where'],
    ['cd vendor/pkg && npm test', 'vendor/pkg/package.json'],
    ['cd vendor/pkg && npx x', 'vendor/pkg/package.json'],
    ['cd packages/out && npm test', 'packages/out/package.json'],
    ['npm --prefix vendor/pkg test', 'vendor/pkg/package.json'],
    ['npm --prefix=vendor/pkg test', 'vendor/pkg/package.json'],
    ['npx --prefix vendor/pkg x', 'vendor/pkg/package.json'],
    ['pnpm -C vendor/pkg test', 'vendor/pkg/package.json'],
    ['yarn --cwd vendor/pkg test', 'vendor/pkg/package.json'],
    ['git -C "$PWD/vendor/lib" status', 'vendor/lib'],
    ['git -C vendor/l* status', 'where'],
    ['git "-C" "$X" status', 'where'],
    ['git $X vendor/lib status', 'where'],
    ['for d in vendor/*/; do git -C "$d" status; done', 'where'],
    ['npm -Cvendor/pkg test', 'vendor/pkg/package.json'],
    ['npm test --prefix "$X"', 'where'],
    ['cd vendor/pkg && node --run test', 'vendor/pkg/package.json'],
    ['cd vendor/pkg && deno task test', 'vendor/pkg/package.json'],
    ['cd vendor/pkg && corepack npm test', 'vendor/pkg/package.json'],
    ['cd vendor/pkg && timeout 5 npm test', 'vendor/pkg/package.json'],
  ])('%s', (command, where) => {
    const { answer, why } = decide(command, { rules: RULES });
    expect(answer).toBe('ask');
    expect(why).toContain(where);
  });

  test.each([
    'git status',
    'cd src && git status',
    'cd inner && git status',
    'git -C src status',
    'git -C inner commit -m x',
    'git commit -C "$COMMIT"',
    'git diff -C',
    'cd vendor/pkg && node x.js',
    'npm test',
    'cd src && npm test',
    'cd packages/app && npm test',
    'cd packages/app/src/deep && npm test',
    'npm --prefix packages/app test',
  ])('not %s', (command) => {
    expect(decide(command, { rules: RULES }).answer).toBe('yes');
  });

  test('also where the rest only reads, and where an earlier command has moved', () => {
    const allow = ['Bash(git add *)', 'Bash(git status)', 'Bash(npm test)'];
    const rules = { allow };
    expect(decide('cd vendor/lib && git status', { rules }).answer).toBe('ask');
    expect(decide('cd vendor/pkg && npm test | tail -5', { rules }).answer).toBe('ask');
    expect(decide('git status', { rules, cwd: bare }).answer).toBe('ask');
    expect(decide('git add .', { rules, cwd: bare }).answer).toBe('ask');
    expect(decide('npm test', { rules, cwd: join(dir, 'vendor/pkg') }).answer).toBe('ask');
    expect(decide('cd src && npm test | tail -5', { rules }).answer).toBe('yes');
  });

  test('a rule for this very command, or for every command, holds', () => {
    const command = 'cd vendor/lib && git status';
    for (const rule of [`Bash(${command})`, 'Bash', 'Bash(*)'])
      expect(decide(command, { rules: { allow: [rule] } }).answer).toBe('yes');
  });
});

test('a package.json without end is not read', () => {
  const project = tempDir();
  symlinkSync('/dev/zero', join(project, 'package.json'));
  mkdirSync(join(project, 'sub'));
  writeFileSync(join(project, 'sub/package.json'), '{}');
  const rules = { allow: ['Bash(cd *)', 'Bash(npm *)'] };
  const { why } = decisionIn(project)('cd sub && npm test', { rules });
  expect(why).toContain('sub/package.json is not the project');
});
