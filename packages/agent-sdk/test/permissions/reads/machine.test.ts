import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../../tools/helpers.ts';
import { decisionIn, makeProject, PLAIN_ENV } from './project.ts';

const { dir } = makeProject();
const decide = decisionIn(dir);

describe('a variable of the environment that steers a program', () => {
  test.each<readonly [Record<string, string>, string, 'yes' | 'ask']>([
    [{ GIT_EXTERNAL_DIFF: 'x' }, 'git diff', 'ask'],
    [{ GIT_DIR: 'x' }, 'git status', 'ask'],
    [{ GIT_CONFIG_COUNT: '1' }, 'git log', 'ask'],
    [{ GIT_TRACE: '/tmp/x' }, 'git log', 'ask'],
    [{ GIT_EXTERNAL_DIFF: 'x' }, 'ls', 'yes'],
    [{ GIT_EDITOR: 'vim', GIT_ASKPASS: 'x', GIT_PAGER: 'less', PAGER: 'less' }, 'git diff', 'yes'],
    [{ RIPGREP_CONFIG_PATH: 'x' }, 'rg foo', 'ask'],
    [{ RIPGREP_CONFIG_PATH: 'x' }, 'grep foo README.md', 'yes'],
    [{ GREP_OPTIONS: '-f /etc/passwd' }, 'grep foo README.md', 'ask'],
    [{ NODE_OPTIONS: '-r ./x' }, 'node --version', 'ask'],
    [{ PYTHONSTARTUP: 'x' }, 'python3 --version', 'ask'],
    [{ PYTHONUNBUFFERED: '1' }, 'python3 --version', 'yes'],
    [{ JAVA_TOOL_OPTIONS: '-javaagent:x' }, 'java -version', 'ask'],
    [{ LD_PRELOAD: '/x.so' }, 'ls', 'ask'],
    [{ LD_LIBRARY_PATH: '/opt/lib' }, 'ls', 'yes'],
    [{ LD_LIBRARY_PATH: '/opt/lib:' }, 'ls', 'ask'],
    [{ LD_LIBRARY_PATH: dir }, 'ls', 'ask'],
    [{ BASH_ENV: 'x' }, 'ls', 'ask'],
    [{ CDPATH: '/etc' }, 'cd src && ls', 'ask'],
    [{ GLOBIGNORE: 'x' }, 'cat src/*', 'ask'],
    [{ POSIXLY_CORRECT: '1' }, 'head README.md', 'ask'],
    [{ 'BASH_FUNC_ls%%': '() { rm x; }' }, 'ls', 'ask'],
    [{ 'BASH_FUNC_ls%%': '() { rm x; }' }, 'pwd', 'yes'],
    [{ LESSOPEN: '| lesspipe %s', LS_COLORS: 'x', TERM: 'xterm' }, 'ls', 'yes'],
    [{ f: '/etc/passwd' }, 'f=README.md; cat $f', 'ask'],
  ])('%j: %s', (more, command, expected) => {
    expect(decide(command).answer).toBe('yes');
    expect(decide(command, { env: { ...PLAIN_ENV, ...more } }).answer).toBe(expected);
  });
});

describe('a program that is not the one that everybody means', () => {
  const bin = join(dir, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'grep'), '#!/bin/sh\n');
  chmodSync(join(bin, 'grep'), 0o755);
  const elsewhere = tempDir();
  symlinkSync(join(bin, 'grep'), join(elsewhere, 'grep'));
  test.each<readonly [string, string, 'yes' | 'ask']>([
    [`${bin}:/usr/bin:/bin`, 'grep foo README.md', 'ask'],
    [`${bin}:/usr/bin:/bin`, 'cat README.md', 'yes'],
    [`/usr/bin:/bin:${bin}`, 'grep foo README.md', 'yes'],
    [`${elsewhere}:/usr/bin:/bin`, 'grep foo README.md', 'ask'],
    ['.:/usr/bin:/bin', 'grep foo README.md', 'ask'],
    [':/usr/bin:/bin', 'grep foo README.md', 'ask'],
    ['bin:/usr/bin', 'ls', 'ask'],
    ['bin:/usr/bin', 'echo hello', 'yes'],
    ['/usr/bin:/bin', 'rg foo', 'yes'],
  ])('PATH=%s: %s', (PATH, command, expected) => {
    expect(decide(command, { env: { ...PLAIN_ENV, PATH } }).answer).toBe(expected);
  });

  test('a program that hands over to another one, by what the project says', () => {
    const home = tempDir();
    for (const place of ['.asdf/shims', '.pyenv/shims', 'lib/corepack/shims']) {
      const shims = join(home, place);
      mkdirSync(shims, { recursive: true });
      writeFileSync(join(shims, 'node'), '#!/bin/sh\n');
      chmodSync(join(shims, 'node'), 0o755);
      const env = { ...PLAIN_ENV, PATH: `${shims}:/usr/bin:/bin` };
      expect(decide('node --version', { env }).answer).toBe('ask');
    }
  });

  test("a project's settings for npm say where it logs and asks", () => {
    const { dir: own } = makeProject();
    expect(decisionIn(own)('npm ls').answer).toBe('yes');
    writeFileSync(join(own, '.npmrc'), 'registry=http://127.0.0.1:1/\n');
    expect(decisionIn(own)('npm ls').answer).toBe('ask');
    expect(decisionIn(own)('cd src && npm ls').answer).toBe('ask');
  });

  test('a project that says which version of a program runs', () => {
    expect(decide('cargo --version').answer).toBe('yes');
    expect(decide('go version').answer).toBe('yes');
    writeFileSync(join(dir, 'rust-toolchain.toml'), '[toolchain]\npath = "x"\n');
    writeFileSync(join(dir, 'go.mod'), 'module x\ntoolchain go1.99\n');
    expect(decide('cargo --version').answer).toBe('ask');
    expect(decide('cd src && go version').answer).toBe('ask');
  });
});
