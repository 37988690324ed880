import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../../tools/helpers.ts';
import { decisionIn, git, makeProject, PLAIN_ENV } from './project.ts';

/** A program that leaves a mark when it runs, and passes on what it gets. */
function marking(dir: string): { readonly program: string; readonly ran: () => boolean } {
  const at = tempDir();
  const program = join(at, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch ${at}/ran\ncat "$@" 2>/dev/null\nexit 0\n`);
  chmodSync(program, 0o755);
  appendFileSync(join(dir, '.git/info/exclude'), '');
  return { program, ran: () => existsSync(join(at, 'ran')) };
}

function linkInPlace(path: string, target: string): void {
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
}

/** Settings of a repository by which git runs a program for a verb that only reads. */
const RUNS: readonly (readonly [
  name: string,
  command: string,
  set: (dir: string, program: string) => void,
])[] = [
  [
    'core.fsmonitor',
    'git status',
    (dir, program) => void git(dir, 'config', 'core.fsmonitor', program),
  ],
  [
    'core.fsmonitor',
    'git ls-files',
    (dir, program) => void git(dir, 'config', 'core.fsmonitor', program),
  ],
  [
    'core.fsmonitor',
    'git diff',
    (dir, program) => void git(dir, 'config', 'core.fsmonitor', program),
  ],
  [
    'diff.external',
    'git diff',
    (dir, program) => void git(dir, 'config', 'diff.external', program),
  ],
  [
    'a driver of diff',
    'git diff',
    (dir, program) => {
      writeFileSync(join(dir, '.gitattributes'), '*.md diff=x\n');
      git(dir, 'config', 'diff.x.command', program);
    },
  ],
  [
    'textconv',
    'git log -p',
    (dir, program) => {
      writeFileSync(join(dir, '.gitattributes'), '*.md diff=x\n');
      git(dir, 'config', 'diff.x.textconv', program);
    },
  ],
  [
    'textconv',
    'git blame README.md',
    (dir, program) => {
      writeFileSync(join(dir, '.gitattributes'), '*.md diff=x\n');
      git(dir, 'config', 'diff.x.textconv', program);
    },
  ],
  [
    'a filter',
    'git status',
    (dir, program) => {
      writeFileSync(join(dir, '.gitattributes'), '* filter=x\n');
      git(dir, 'config', 'filter.x.clean', program);
    },
  ],
  [
    'a filter in an included file',
    'git diff',
    (dir, program) => {
      writeFileSync(join(dir, '.gitattributes'), '* filter=x\n');
      writeFileSync(join(dir, 'more'), `[filter "x"]\n\tclean = ${program}\n`);
      git(dir, 'config', 'include.path', '../more');
    },
  ],
  [
    'one line of section and key',
    'git status',
    (dir, program) => appendFileSync(join(dir, '.git/config'), `[core] fsmonitor = ${program}\n`),
  ],
  [
    'capitals',
    'git status',
    (dir, program) => appendFileSync(join(dir, '.git/config'), `[CORE]\n FSMonitor=${program}\n`),
  ],
  [
    'settings of a worktree',
    'git status',
    (dir, program) => {
      git(dir, 'config', 'extensions.worktreeConfig', 'true');
      git(dir, 'config', '--worktree', 'core.fsmonitor', program);
    },
  ],
  [
    'a hook that runs when the index is written',
    'git status',
    (dir, program) => {
      mkdirSync(join(dir, '.git/hooks'), { recursive: true });
      writeFileSync(join(dir, '.git/hooks/post-index-change'), `#!/bin/sh\n${program}\n`);
      chmodSync(join(dir, '.git/hooks/post-index-change'), 0o755);
    },
  ],
  [
    'such a hook elsewhere',
    'git status',
    (dir, program) => {
      mkdirSync(join(dir, '.husky'));
      writeFileSync(join(dir, '.husky/post-index-change'), `#!/bin/sh\n${program}\n`);
      chmodSync(join(dir, '.husky/post-index-change'), 0o755);
      git(dir, 'config', 'core.hooksPath', '.husky');
    },
  ],
];

describe('a repository whose settings run a program', () => {
  test.each(RUNS)('%s: %s', (_, command, set) => {
    const { dir } = makeProject();
    const decide = decisionIn(dir);
    expect(decide(command).answer).toBe('yes');
    const { program, ran } = marking(dir);
    set(dir, program);
    // A file that git must look at, and an index that it writes anew.
    writeFileSync(join(dir, 'README.md'), 'foo\nother\n');
    utimesSync(join(dir, 'src/index.ts'), 1, 1);
    expect(decide(command).answer).toBe('ask');
    expect(decide(command, { mode: 'plan' }).answer).toBe('no');
    spawnSync('/bin/sh', ['-c', command], {
      cwd: dir,
      env: { ...PLAIN_ENV, GIT_CONFIG_NOSYSTEM: '1' },
    });
    expect(ran()).toBe(true);
  });
});

describe('where git finds its settings', () => {
  test('a directory that is a repository by itself', () => {
    const { dir } = makeProject();
    const bare = join(dir, 'vendor/bare');
    mkdirSync(dirname(bare), { recursive: true });
    git(dir, 'init', '-q', '--bare', bare);
    const decide = decisionIn(dir);
    expect(decide('git log').answer).toBe('yes');
    expect(decide('cd vendor/bare && git log').answer).toBe('ask');
    expect(decide('git -C vendor/bare log').answer).toBe('ask');
  });

  test('one whose HEAD is a link that leads nowhere, or whose parts are elsewhere', () => {
    const { dir } = makeProject();
    const { program } = marking(dir);
    const config = `[core]\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${program}\n`;
    const linked = join(dir, 'linked');
    for (const part of ['objects', 'refs']) mkdirSync(join(linked, part), { recursive: true });
    writeFileSync(join(linked, 'config'), config);
    symlinkSync('refs/heads/nope', join(linked, 'HEAD'));
    const apart = join(dir, 'apart');
    for (const part of ['objects', 'refs']) mkdirSync(join(apart, 'c', part), { recursive: true });
    writeFileSync(join(apart, 'c/config'), config);
    writeFileSync(join(apart, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(apart, 'commondir'), 'c\n');
    const decide = decisionIn(dir);
    for (const at of ['linked', 'apart']) {
      expect(decide(`git -C ${at} status`).answer).toBe('ask');
      expect(decide(`cd ${at} && git diff`).answer).toBe('ask');
    }
  });

  test('a link .git, which may lead anywhere', () => {
    const { dir } = makeProject();
    renameSync(join(dir, '.git'), join(dir, 'elsewhere'));
    symlinkSync('elsewhere', join(dir, '.git'));
    expect(decisionIn(dir)('git status').answer).toBe('ask');
  });

  test.each<readonly [string, (at: string, other: string) => void]>([
    [
      'objects/info/alternates',
      (at, other) => writeFileSync(join(at, 'objects/info/alternates'), `${other}/objects\n`),
    ],
    ['a link objects', (at, other) => linkInPlace(join(at, 'objects'), join(other, 'objects'))],
    ['a link objects/pack', (at, other) => linkInPlace(join(at, 'objects/pack'), other)],
    ['a link logs', (at, other) => linkInPlace(join(at, 'logs'), join(other, 'logs'))],
  ])('%s shows what is kept elsewhere', (_, set) => {
    const { dir } = makeProject();
    const decide = decisionIn(dir);
    expect(decide('git log').answer).toBe('yes');
    set(join(dir, '.git'), join(makeProject().dir, '.git'));
    for (const command of ['git log', 'git show', 'git cat-file -p HEAD', 'git status'])
      expect(decide(command).answer, command).toBe('ask');
  });

  test.each<readonly [string, (dir: string, other: string) => void]>([
    [
      'a file .git that leads to another repository',
      (dir, other) => {
        rmSync(join(dir, '.git'), { recursive: true });
        writeFileSync(join(dir, '.git'), `gitdir: ${other}\n`);
      },
    ],
    ['a commondir', (dir, other) => writeFileSync(join(dir, '.git/commondir'), `${other}\n`)],
    [
      'both, one behind the other',
      (dir, other) => {
        renameSync(join(dir, '.git'), join(dir, 'data'));
        writeFileSync(join(dir, '.git'), 'gitdir: data\n');
        writeFileSync(join(dir, 'data/commondir'), `${other}\n`);
      },
    ],
  ])('%s shows what is kept elsewhere', (_, set) => {
    const { dir } = makeProject();
    set(dir, join(makeProject().dir, '.git'));
    for (const isolates of [true, false])
      for (const command of ['git log', 'git log -p', 'git status'])
        expect(decisionIn(dir)(command, { isolates }).answer, command).toBe('ask');
  });

  test('a hook where your own settings may have git look for it', () => {
    const { dir } = makeProject();
    const decide = decisionIn(dir);
    expect(decide('git status').answer).toBe('yes');
    mkdirSync(join(dir, '.githooks'));
    writeFileSync(join(dir, '.githooks/post-index-change'), '#!/bin/sh\n');
    expect(decide('git status').answer).toBe('ask');
  });

  test('a home directory within the project has settings for git', () => {
    const { dir } = makeProject();
    const env = { ...PLAIN_ENV, HOME: dir };
    expect(decisionIn(dir)('git status', { env }).answer).toBe('ask');
    expect(decisionIn(dir)('ls', { env }).answer).toBe('yes');
  });

  test('describe looks at the files of other repositories within, and a diff may go into them', () => {
    const { dir } = makeProject();
    const commit = git(dir, 'rev-parse', 'HEAD').trim();
    git(dir, 'update-index', '--add', '--cacheinfo', `160000,${commit},sub`);
    expect(decisionIn(dir)('git describe --dirty').answer).toBe('ask');
    const other = makeProject();
    git(other.dir, 'config', 'diff.submodule', 'diff');
    expect(decisionIn(other.dir)('git log -p').answer).toBe('ask');
  });

  test('a file .git that points elsewhere', () => {
    const { dir } = makeProject();
    const other = join(dir, 'other');
    git(dir, 'worktree', 'add', '-q', '--detach', other);
    const decide = decisionIn(other);
    expect(decide('git status').answer).toBe('yes');
    git(dir, 'config', 'core.fsmonitor', './x');
    expect(decide('git status').answer).toBe('ask');
  });

  test('a repository within is another one', () => {
    const { dir } = makeProject();
    const inner = join(dir, 'inner');
    mkdirSync(inner);
    git(inner, 'init', '-q');
    git(inner, 'config', 'core.fsmonitor', './x');
    const decide = decisionIn(dir);
    expect(decide('git log').answer).toBe('yes');
    expect(decide('git -C inner log').answer).toBe('ask');
    expect(decide('cd inner && git log').answer).toBe('ask');
    expect(decide('git status', { cwd: inner }).answer).toBe('ask');
  });

  test('a commit of another repository in the index: git looks at that, too', () => {
    const { dir } = makeProject();
    git(
      dir,
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${git(dir, 'rev-parse', 'HEAD').trim()},sub`,
    );
    const decide = decisionIn(dir);
    expect(decide('git status').answer).toBe('ask');
    expect(decide('git diff').answer).toBe('ask');
    expect(decide('git log').answer).toBe('yes');
  });

  test('an index whose parts are in other files, and a .git with nothing in it', () => {
    const { dir } = makeProject();
    const decide = decisionIn(dir);
    expect(decide('git status').answer).toBe('yes');
    git(dir, 'update-index', '--split-index');
    expect(decide('git status').answer).toBe('ask');
    expect(decide('git log').answer).toBe('yes');
    rmSync(join(dir, '.git'), { recursive: true });
    mkdirSync(join(dir, '.git'));
    expect(decide('git status').answer).toBe('yes');
  });

  test('a project that is part of a larger repository: what is outside stays outside', () => {
    const { dir } = makeProject();
    const decide = decisionIn(join(dir, 'src'));
    expect(decide('git status').answer).toBe('yes');
    expect(decide('git log --oneline').answer).toBe('yes');
    expect(decide('git diff').answer).toBe('ask');
    expect(decide('git show HEAD').answer).toBe('ask');
    expect(decide('git log -p').answer).toBe('ask');
  });

  test('settings are read anew when they change', () => {
    const { dir } = makeProject();
    const decide = decisionIn(dir);
    const config = join(dir, '.git/config');
    expect(decide('git status').answer).toBe('yes');
    appendFileSync(config, '[alias]\n\tst = status\n[remote "o"]\n\turl = x\n');
    expect(decide('git status').answer).toBe('yes');
    appendFileSync(config, '[core]\n\tsshCommand = x\n');
    expect(decide('git status').answer).toBe('ask');
    rmSync(config);
    mkdirSync(config);
    expect(decide('git status').answer).toBe('ask');
    rmSync(join(dir, '.git'), { recursive: true });
    expect(decide('git status').answer).toBe('yes');
  });
});
