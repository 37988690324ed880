import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyCommandRule } from '../../src/rules/judge-command.ts';
import { realShells, runsRm } from '../real-shell.ts';
import { RUNS_NO_RM, RUNS_RM, SPELLINGS } from './corpus.ts';
import { anyCommandRule } from './held.ts';

/** Pieces that random texts are made of; loops that might not end are left out. */
const SOUP = [
  'rm',
  'rm x',
  ' ',
  ' ',
  ' ',
  ';',
  '&&',
  '||',
  '|',
  '(',
  ')',
  '{ ',
  ';}',
  '$(',
  '`',
  '"',
  "'",
  '\\',
  '\n',
  '<<E\n',
  '\nE\n',
  "<<'E'\n",
  'if ',
  'then ',
  'fi',
  'case x in x) ',
  ';;',
  'esac',
  'for i in 1; do ',
  ';done',
  '$((',
  '))',
  '((',
  '[[ ',
  ' ]]',
  '#',
  'X=',
  'eval ',
  'echo ',
  'true',
  '! ',
  '> o',
  '< o',
  "$'",
  '\\x72m',
  '${a:-',
  '}',
  'f() ',
  'command ',
  'sh -c ',
  '<(',
  '{a,',
  '*',
  '$X',
  '=~',
  'time ',
  '-p',
  '[',
  ']',
  '\\\n',
  'exec ',
  'env ',
  'xargs ',
  'bash -c ',
  '-- ',
  '- ',
  'a[1 + 1]=',
  'b[',
  '<<< ',
  '&> o ',
  '+=',
  '-o posix ',
  '@(',
  '|& ',
  '& ',
  'timeout 1 ',
  'nice ',
  '-n ',
  '-i ',
  'find . -exec ',
  '{} ',
  '+',
  "x='a[$(rm x)]'",
  "x='$(rm x)'",
  'x=1',
  "for x in 'a[$(rm x)]'; do ",
  'read x <<< ',
  'printf -v x %s ',
  '${x@P}',
  '${!x}',
  '${b[x]}',
  '${b:x}',
  '$((x',
  'b[x]=1',
  '{b[x]}> o',
  '[[ x -eq 0 ]]',
  'let x',
  'declare -i b=x',
  '"$x"',
  'a=(b)',
  '[[ x =~ (',
  '@(#)',
  '# ',
  ')#',
  ' ]]; ',
  '{fd}> o ',
  '${a:-<(',
  "alias echo='",
  'alias echo=',
  'shopt -s expand_aliases\n',
  'trap -- ',
  'EXIT',
  'declare -a ',
  "'b=($(rm x))'",
  "x='($(rm x))'",
  'b=$x',
  '\\0',
  '\\x{72}m',
  '. /dev//stdin <<< ',
  'xargs -rI % ',
  '% ',
  'alias true=',
];
const RUNS = 1000;

const soup = fc
  .array(fc.constantFrom(...SOUP), { minLength: 2, maxLength: 12 })
  .map((parts) => parts.join(''));

/** Commands of the corpus with something put in or taken out. None that names the real program. */
const damaged = fc
  .tuple(
    fc.constantFrom(...[...RUNS_RM, ...RUNS_NO_RM].filter((one) => !/\/|~|while|until/.test(one))),
    fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), fc.constantFrom(...SOUP)),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([command, changes]) =>
    changes.reduce((text, [where, less, more]) => {
      const at = Math.floor(where * text.length);
      return text.slice(0, at) + more + text.slice(at + less);
    }, command),
  );

test.each(SPELLINGS)('bash does run it: %j', { tags: 'bash' }, async (command) => {
  expect(await runsRm('/bin/bash', command)).toBe(true);
});

describe.each(realShells)('%s', (shell) => {
  test('is really asked', async () => {
    expect(await runsRm(shell, 'true; rm x')).toBe(true);
    expect(await runsRm(shell, 'true; echo rm x')).toBe(false);
  });

  test.each(RUNS_NO_RM)('runs no rm for %j', async (command) => {
    expect(await runsRm(shell, command)).toBe(false);
  });

  test.each([
    ['random texts', soup],
    ['damaged commands', damaged],
  ])(
    'runs no rm that was not seen in %s',
    async (_, texts) => {
      await fc.assert(
        fc.asyncProperty(texts, async (command) => {
          const deny = anyCommandRule([{ rule: 'deny', pattern: 'rm *' }], command);
          const allow = everyCommandRule(
            [
              { rule: 'allow', pattern: 'echo *' },
              { rule: 'allow', pattern: 'true' },
            ],
            command,
          );
          // What is denied anyway, and not allowed, needs no run.
          if (deny !== undefined && allow === undefined) return;
          expect(await runsRm(shell, command), command).toBe(false);
        }),
        { numRuns: RUNS },
      );
    },
    120_000,
  );
});
