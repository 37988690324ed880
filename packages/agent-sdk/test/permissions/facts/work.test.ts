import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { analyseShell } from '@wavehooks/shell/rules';
import { describe, expect, test } from 'vitest';
import { realPath, resolverFor } from '../../../src/files/paths.ts';
import { commandWritesGuarded } from '../../../src/permissions/facts/guard.ts';
import { tempDir } from '../../tools/helpers.ts';

const dir = tempDir();
const place = { projectDir: dir, cwd: dir };
mkdirSync(join(dir, '.wave'));
symlinkSync('.wave', join(dir, 'sly'));

/** How often a decision about a command asks the file system for something. */
function looks(command: string): { readonly looks: number; readonly guarded: boolean } {
  let looks = 0;
  const counted =
    <T>(ask: (path: string) => T) =>
    (path: string) => {
      looks += 1;
      return ask(path);
    };
  const there = new Set([dir, join(dir, 'sly'), join(dir, '.wave')]);
  const resolve = resolverFor(place, {
    kind: counted((path) => {
      if (!there.has(path) && !dir.startsWith(path)) return undefined;
      return path.endsWith('sly') ? 'link' : 'directory';
    }),
    isProgram: counted(() => true),
    realPath: counted((path) => realPath(path)),
    names: counted(() => []),
    listing: counted(() => undefined),
  });
  return { guarded: commandWritesGuarded(command, place, resolve), looks };
}

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');

describe('how often the file system is asked', () => {
  test('once a word, however many there are', () => {
    const [few, many] = [looks(`touch ${words(1000)}`), looks(`touch ${words(4000)}`)];
    expect(many.looks - few.looks).toBe(3000);
    expect(few.looks).toBeLessThan(1200);
  });

  test('not at all for the words of a command that only reads', () => {
    expect(looks(`cat ${words(4000)} | grep ${words(10)}`).looks).toBe(0);
  });

  test('once for the directory of wildcards, however many there are', () => {
    const { looks: once } = looks('touch w*');
    expect(looks(`touch ${words(1000).replaceAll(' ', '* ')}*`).looks).toBeLessThan(
      1000 + once + 10,
    );
  });

  test('not again for the same word, nor for options', () => {
    const { looks: once } = looks('touch a -b --c');
    expect(looks(`touch ${'a -b --c '.repeat(1000)}`).looks).toBe(once);
  });

  test.each([
    ['deeper and deeper', (at: number) => `cd d${at} && `],
    ['the same again', () => 'cd a && '],
    ['all over', (at: number) => `cd /d${at} && `],
  ])('a bounded number of times for each change of directory: %s', (_, cd) => {
    const chain = (count: number) =>
      looks(`${Array.from({ length: count }, (_, at) => cd(at)).join('')} touch x`).looks;
    expect(chain(1600) - chain(800)).toBeLessThan(800 * 20);
  });

  test('and a link is found all the same', () => {
    expect(looks(`touch ${words(100)} sly/x`).guarded).toBe(true);
    expect(looks(`touch ${words(100)} sl/x`).guarded).toBe(false);
  });
});

describe('what is made to take long comes to an end at once', () => {
  test.each([
    ['assignments', 'x=1;'.repeat(16_000)],
    ['more than are read', 'x=1;'.repeat(25_000)],
    ['doubling', doubling(60)],
    ['doubling, calculated', `${doubling(60)} echo $((x59))`],
    ['doubling, used', `${doubling(60)} touch $x59`],
    ['here-documents', 'cat <<E\nE\n'.repeat(6000)],
    ['wrapped', `${'sudo '.repeat(10_000)} x`],
    ['choices', `${'x=a;x=$x$x;'.repeat(8)}${'echo $x;'.repeat(6000)}`],
    ['tests of variables', `a='[';${'[ $a ];'.repeat(8000)}`],
    ['changes of directory', 'cd a;'.repeat(1900)],
    ['deeper and deeper', Array.from({ length: 1000 }, (_, at) => `cd d${at} && `).join('')],
    ['wildcards', `touch ${'/usr/*/*a*a*a*b '.repeat(2000)}`],
    ['braces', 'touch {a,b,c}{1,2,3};'.repeat(3000)],
  ])('%s', (_, command) => {
    const from = process.cpuUsage();
    expect(analyseShell(command).source).toBe(command);
    commandWritesGuarded(command, place);
    // The processor's time: a busy machine does not count.
    expect(process.cpuUsage(from).user).toBeLessThan(5_000_000);
  });
});

function doubling(count: number): string {
  const lines = Array.from({ length: count }, (_, at) => `x${at + 1}=$x${at}$x${at};`);
  return `x0=1;${lines.join('')}`;
}

test('a command that is looked at again is not read again', () => {
  const command = 'git status && npm test';
  expect(analyseShell(command)).toBe(analyseShell(command));
});
