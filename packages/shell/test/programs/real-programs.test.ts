import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAwk } from '../../src/languages/awk.ts';
import { readSed } from '../../src/languages/sed.ts';
import { ruleOver } from '../../src/rules/judge-command.ts';
import { quote } from '../quote.ts';
import { hasPrograms, runsRm } from '../real-shell.ts';

const holds = (command: string): boolean =>
  ruleOver([{ rule: 'deny', pattern: 'rm *' }], command) !== undefined;

/** The programs do run it: by an option, by their own language, or by a variable. */
describe('a program that really runs another is seen', () => {
  test.each([
    ['sed', "printf 'a\\n' | sed '1e rm y'"],
    ['sed', "printf 'a\\n' | sed 's/a/rm y/e'"],
    ['sed', "printf 'rm y\\n' | sed e"],
    ['sed', "printf 'a\\n' | sed -n -e p -e '1e rm y'"],
    ['sed', "printf 'a\\n' | sed '/[/]/!{s,x,y,;e rm y\n}'"],
    ['sed', "printf 'a\\n' | sed 's/[^/]*$/rm y/;s/r/r/e'"],
    ['awk', 'awk \'BEGIN{system("rm y")}\''],
    ['awk', 'awk \'BEGIN{print 1 | "rm y"}\''],
    ['awk', 'awk \'BEGIN{"rm y" | getline x}\''],
    ['awk', 'awk \'BEGIN{c="rm"; system(c " y")}\''],
    ['awk', 'printf \'"\\n\' | awk \'/"/ { system("rm y") } # "\''],
    ['tar', "printf a > f; tar cf t f --checkpoint=1 --checkpoint-action=exec='rm y'"],
    ['tar', "printf a > f; tar cf t f; tar xf t --to-command='rm y'"],
    ['tar', "printf a > f; tar cf t f; tar xfI t 'rm y'"],
    ['tar', "printf a > f; tar cf t -I 'rm y' f"],
    ['split', "printf a > f; split --filter='rm y' f"],
    ['git', "git init -q .; git -c alias.x='!rm y' x"],
    ['git', "git init -q .; git -c core.fsmonitor='rm y' status"],
    [
      'git',
      "git init -q .; git -c core.editor='rm y' -c user.name=a -c user.email=a@b commit --allow-empty",
    ],
    ['git', "git clone --upload-pack='rm y' . d"],
    [
      'git',
      "git init -q .; GIT_EDITOR='rm y' git -c user.name=a -c user.email=a@b commit --allow-empty",
    ],
    ['git', "git -c protocol.ext.allow=always ls-remote 'ext::rm y'"],
  ])('%s: %s', async (program, command) => {
    expect(holds(command)).toBe(true);
    if (hasPrograms(program)) expect(await runsRm('/bin/sh', command)).toBe(true);
  });
});

const SED = [
  's/a/b/',
  's/a/rm y/',
  's/.*/rm y/',
  'e',
  'e rm y',
  '1e rm y',
  'e\n',
  's,a,b,e',
  's/[/]/x/',
  's/[^/]*$//',
  '[',
  ']',
  '/',
  '\\',
  '\\n',
  ';',
  '\n',
  '{',
  '}',
  '!',
  '$',
  '1',
  '2',
  ',',
  '/a/',
  '/[/]/',
  'p',
  'd',
  'g',
  'n',
  'N',
  'h',
  'x',
  'y/a/b/',
  'a\\\n',
  'a text',
  'i\\',
  'c x',
  'b',
  ':a',
  'ba',
  't',
  '#',
  '#n',
  ' ',
  'w out',
  'r f',
  'q',
  '=',
  '~',
  '+',
  'I',
  'M',
  'ge',
  'pe',
  '0,',
  '\\,x,',
  '&',
  '\\1',
  '|',
  '"',
  'rm y',
];

const AWK = [
  'BEGIN',
  'END',
  '{',
  '}',
  '(',
  ')',
  ';',
  '\n',
  ',',
  '"',
  '"rm y"',
  '"rm" ',
  '" y"',
  'system',
  'system(',
  'system("rm y")',
  'print',
  'print ',
  'printf ',
  '|',
  '||',
  '| getline',
  'getline',
  '>',
  '>>',
  '"out"',
  '/',
  '/a/',
  '/"/',
  '/|/',
  '/[/]/',
  '\\',
  '\\"',
  '#',
  '# "',
  'a',
  'b=',
  '=',
  'x="rm y"; ',
  'x',
  '$1',
  '$',
  '1',
  '/2',
  '+',
  '~',
  '!',
  '&&',
  '?',
  ':',
  'if(1)',
  'while(0)',
  'function f() ',
  'f()',
  ' in ',
  '[',
  ']',
  'substr(x,1)',
  ' ',
  '@',
  'close(',
  'return ',
  '++',
  '--',
  '%',
  '"a|b"',
  '{print $1}',
  'next',
  'exit',
  'BEGIN{',
  '{ ',
];

const texts = (parts: readonly string[]) =>
  fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 8 }).map((list) => list.join(''));

/** What is read as harmless is run, with an rm of our own in the place of the real one. */
describe('random programs', { tags: ['sed', 'awk'] }, () => {
  test.each([
    ['sed', texts(SED), readSed],
    ['awk', texts(AWK), readAwk],
  ] as const)(
    '%s runs nothing where nothing was seen',
    async (program, scripts, read) => {
      let tried = 0;
      await fc.assert(
        fc.asyncProperty(scripts, async (script) => {
          const { sure, runs } = read(script);
          if (!sure || runs.length > 0 || script.includes('\0')) return;
          tried += 1;
          const command = `printf 'a\\nrm y\\n' | ${program} ${quote(script)}`;
          expect([script, await runsRm('/bin/sh', command)]).toEqual([script, false]);
        }),
        { numRuns: 400 },
      );
      expect(tried).toBeGreaterThan(30);
    },
    120_000,
  );
});
