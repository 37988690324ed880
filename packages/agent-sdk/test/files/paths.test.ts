import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolvePath } from '../../src/files/paths.ts';
import { tempDir } from '../tools/helpers.ts';

const dir = tempDir();
const outside = tempDir();
mkdirSync(join(dir, 'src'));
mkdirSync(join(dir, '.wave'));
symlinkSync(outside, join(dir, 'out'));
symlinkSync(join(outside, 'missing'), join(dir, 'dangling'));
symlinkSync('src/new', join(dir, 'inner'));
symlinkSync('circle', join(dir, 'circle'));
symlinkSync('.wave/x', join(dir, 'sly'));
symlinkSync('dangling', join(dir, 'twice'));
symlinkSync(dir, join(outside, 'back'));
symlinkSync('out/../new', join(dir, 'over'));

test.each<readonly [string, string, boolean]>([
  ['a', join(dir, 'a'), true],
  ['src/../b', join(dir, 'b'), true],
  ['.', dir, true],
  ['..', join(dir, '..'), false],
  ['../x', join(dir, '../x'), false],
  [`${dir}-other/x`, `${dir}-other/x`, false],
  ['/etc', '/etc', false],
  ['~/x', join(homedir(), 'x'), false],
  ['new/deep/file', join(dir, 'new/deep/file'), true],
  ['out/x', join(outside, 'x'), false],
  ['out/new/deep', join(outside, 'new/deep'), false],
  ['dangling', join(outside, 'missing'), false],
  ['over', join(outside, '../new'), false],
  ['dangling/x', join(outside, 'missing/x'), false],
  ['twice', join(outside, 'missing'), false],
  ['inner', join(dir, 'src/new'), true],
  ['out/back/src', join(dir, 'src'), true],
  ['circle', join(dir, 'circle'), false],
  ['circle/x', join(dir, 'circle/x'), false],
])('%s is %s, inside: %j', (named, real, inside) => {
  expect(resolvePath({ projectDir: dir, cwd: dir }, named)).toMatchObject({ real, inside });
});

test('a relative path starts in the current directory', () => {
  expect(resolvePath({ projectDir: dir, cwd: join(dir, 'src') }, 'a').path).toBe(
    join(dir, 'src/a'),
  );
});

test('a project that is named by a link is the same project', () => {
  const link = join(outside, 'link');
  symlinkSync(dir, link);
  expect(resolvePath({ projectDir: link, cwd: link }, 'src/a')).toMatchObject({
    path: join(link, 'src/a'),
    inside: true,
  });
});

describe('what guards the agent', () => {
  test.each<readonly [string, boolean]>([
    ['.wave', true],
    ['.wave/settings.json', true],
    ['src/.wave/settings.json', true],
    ['.git', true],
    ['.git/hooks/pre-commit', true],
    ['.mcp.json', true],
    ['~/.wave/settings.json', true],
    ['sly', true],
    ['src/../.wave/x', true],
    ['out/back/.wave/x', true],
    ['.gitignore', false],
    ['.github/x', false],
    ['src/a', false],
    ['mcp.json', false],
    ['.wavelet', false],
  ])('%s: %j', (named, guarded) => {
    expect(resolvePath({ projectDir: dir, cwd: dir }, named).guarded).toBe(guarded);
  });

  test('case counts as the file system has it', () => {
    expect(resolvePath({ projectDir: dir, cwd: dir }, '.WAVE/x').guarded).toBe(
      process.platform === 'darwin',
    );
  });

  test('the directories that a worktree points to, and their links, count', () => {
    const tree = tempDir();
    const store = tempDir();
    mkdirSync(join(store, 'bare/worktrees/w'), { recursive: true });
    writeFileSync(join(store, 'bare/worktrees/w/commondir'), '../..\n');
    writeFileSync(join(tree, '.git'), `gitdir: ${join(store, 'bare/worktrees/w')}\n`);
    mkdirSync(join(tree, 'sub'));
    for (const project of [tree, join(tree, 'sub')]) {
      expect(
        resolvePath({ projectDir: project, cwd: project }, join(store, 'bare/worktrees/w/HEAD'))
          .guarded,
      ).toBe(true);
      expect(
        resolvePath({ projectDir: project, cwd: project }, join(store, 'bare/hooks/pre-commit'))
          .guarded,
      ).toBe(true);
      expect(resolvePath({ projectDir: project, cwd: project }, join(store, 'else')).guarded).toBe(
        false,
      );
    }
  });

  test('a .wave that is a link is guarded where it leads to', () => {
    const project = tempDir();
    const kept = tempDir();
    symlinkSync(kept, join(project, '.wave'));
    expect(
      resolvePath({ projectDir: project, cwd: project }, join(kept, 'settings.json')).guarded,
    ).toBe(true);
  });
});
