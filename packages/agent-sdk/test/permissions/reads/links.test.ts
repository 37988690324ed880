import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandWritesGuarded } from '../../../src/permissions/facts/guard.ts';
import { tempDir } from '../../tools/helpers.ts';
import { decisionIn, PLAIN_ENV } from './project.ts';

/** A clone with links that were committed, and what lies around it. */
const around = realpathSync(tempDir());
const dir = join(around, 'proj');
for (const [name, text] of [
  ['usr/lib/x', 'far\n'],
  ['etc/passwd', 'OUTSIDE\n'],
  ['proj/secrets/k.txt', 'OUTSIDE\n'],
  ['proj/src/a/deep.ts', 'x\n'],
  ['proj/README.md', 'x\n'],
  ['proj/.wave/settings.json', '{}\n'],
] as const) {
  mkdirSync(join(around, name, '..'), { recursive: true });
  writeFileSync(join(around, name), text);
}
symlinkSync(join(around, 'usr'), join(dir, 'lib64link'));
symlinkSync('../../usr/lib', join(dir, 'src/up'));
symlinkSync('src/a', join(dir, 'near'));
const decide = decisionIn(dir);
const DENY = { rules: { deny: ['Read(secrets/**)'] } };

const shows = (command: string) =>
  spawnSync('/bin/bash', ['-c', command], {
    cwd: dir,
    env: { ...PLAIN_ENV, HOME: around },
    encoding: 'utf8',
    timeout: 120_000,
  }).stdout.includes('OUTSIDE');

describe('a parent behind a link is the parent of what the link leads to', () => {
  test.each([
    'cat lib*/../etc/passwd',
    'cat lib6?link/../etc/passwd',
    'cat l[i]b64link/../etc/passwd',
    'cat lib64link/../etc/passwd',
    'cat */../etc/passwd',
    'cat lib*/./../etc/passwd',
    'cat lib*//..//etc/passwd',
    'cat src/u*/../../etc/passwd',
    'cat src/*/../../etc/passwd',
    'cat s*/u*/../../etc/passwd',
    'cat < lib*/../etc/passwd',
    'grep . lib*/../etc/passwd',
    'head -n 1 lib*/../etc/*',
    'for f in lib*/../etc/passwd; do cat "$f"; done',
    'for d in lib*; do cat $d/../etc/passwd; done',
    'f=lib*/../etc/passwd; cat $f',
    'cd lib64link && cat ../etc/passwd',
    'cd -P lib64link/.. && cat etc/passwd',
    'cat {lib*,x}/../etc/passwd',
    'cat -- lib*/../etc/passwd',
  ])('%s', (command) => {
    expect(decide(command).answer).toBe('ask');
    expect(decide(command, { mode: 'plan' }).answer).toBe('no');
  });

  test.each([
    'cat */../proj/secrets/k.txt',
    'cat lib*/../proj/secrets/k.txt',
    'cat lib64link/../proj/secrets/k.txt',
    'cat < lib64link/../proj/secrets/k.txt',
    'cat near/../../secrets/k.txt',
    'cat n*/../../secrets/k.txt',
  ])('a denied file: %s', (command) => {
    expect(decide(command, DENY).answer).not.toBe('yes');
  });

  test('what stays in the project is read', () => {
    for (const command of [
      'cat near/../a/deep.ts',
      'cat n*/../a/deep.ts',
      'cat src/../README.md',
      'cat s*/../README.md',
      'cd src/a && cat ../../README.md',
    ])
      expect(decide(command).answer, command).toBe('yes');
  });

  test('a guarded file', () => {
    const place = { projectDir: dir, cwd: dir };
    for (const command of [
      'tee lib*/../proj/.wave/settings.json',
      'tee lib64link/../proj/.wave/settings.json',
      'echo x > lib64link/../proj/.wave/settings.json',
      'cp x near/../../.wave/settings.json',
      'cd lib64link/.. ; tee proj/.w*/settings.json',
    ])
      expect(commandWritesGuarded(command, place), command).toBe(true);
  });
});

describe('whatever a path is put together of', () => {
  const start = fc.constantFrom(
    ...['lib64link', 'lib*', '*', 'src/up', 's*/up', 'src/u?', '*/*', 'near', 'n*', 'src/a', '.'],
  );
  const up = fc.array(fc.constantFrom('..', '..', '..', '.', '', 'usr', 'u*', 'proj', 'src'), {
    minLength: 1,
    maxLength: 4,
  });
  const end = fc.constantFrom('etc/passwd', 'e*/p*', 'proj/secrets/k.txt', 'sec*/k.txt', '*/k.txt');
  const path = fc
    .tuple(start, up, end)
    .map(([from, between, to]) => [from, ...between, to].join('/'));
  const command = fc
    .tuple(
      fc.constantFrom('cat P', 'cd D; cat P', 'cat < P', 'for f in P; do cat $f; done', 'head P'),
      fc.constantFrom('lib64link', 'src/up', 'near', 'src', '-P lib64link/..', 'near/..'),
      path,
    )
    .map(([form, to, at]) => form.replace('D', to).replace('P', at));

  test('what shows a file outside, or one that is denied, does not run unasked', () => {
    fc.assert(
      fc.property(command, (text) => {
        if (decide(text, DENY).answer === 'yes') expect(shows(text), text).toBe(false);
      }),
      { numRuns: 600 },
    );
  });
});

describe('names outside of the project', () => {
  test.each([
    'echo ~/.*',
    'echo ~/*',
    'echo /*',
    'printf "%s\\n" ~/.*',
    'for f in ~/.*; do echo "$f"; done',
    'for f in ~/*; do echo "${f##*/}"; done',
    'for f in /etc/*; do echo ${f%x}; done',
    'a=(~/.*); echo "${a[@]}"',
    'f=$(echo ~/.*); echo "$f"',
    'echo .*',
    'echo .*/*',
    'echo "$(echo ~/.*)"',
    ': ~/.*',
    '[ -n ~/.* ]',
    'test -n "$(echo ~/.*)"',
  ])('%s', (command) => {
    expect(decide(command, { env: { ...PLAIN_ENV, HOME: process.env.HOME } }).answer).toBe('ask');
  });
});
