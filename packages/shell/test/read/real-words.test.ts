import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ruleOver } from '../../src/rules/judge-command.ts';
import { argumentsOfRm, realShells } from '../real-shell.ts';

const DENY = [{ rule: 'deny', pattern: 'rm -f *' }];
const RUNS = 1500;

/** What may be given to a variable. */
const VALUES = [
  'a',
  '-f',
  '"-f b"',
  "'a -f'",
  '""',
  '-',
  'f',
  '$x',
  '"$y"',
  '"$x$y"',
  '$(echo -f)',
  '"$(echo a)"',
  '$((1-2))',
  '-"$y"',
  '*',
  '$HOME',
  '"$PWD"',
];
const GIVE = [
  'N=V',
  'N+=V',
  'false && N=V',
  'N=V true',
  'declare N=V',
  'declare "N="V',
  'export N=V',
  'export "N=-f"',
  'read N <<< V',
  'for N in V a; do USE; done',
  'for N in a V; do true; done',
  'printf -v N %s V',
  ': ${N:=V}',
  'unset N',
  'f() { local N=V; USE; }; f',
  'set -- V b',
  'N=(V)',
  'mapfile -t N <<< V',
  '(N=V; USE)',
  'IFS=b',
  "eval 'N=-f'",
  '((N=1))',
  'HOME=V',
  'cd /; true',
];
const USES = [
  'rm $N',
  'rm "$N"',
  'rm $N b',
  'rm "$N" b',
  'rm "$x" $y',
  'rm $x $y c',
  'rm -$N',
  'rm -"$N"',
  'rm a"$N"',
  'rm "a $N"',
  'rm "$x$y"',
  'rm $x$y',
  'rm ${N}f',
  'rm "${N}" -f',
  'rm $1',
  'rm "$@"',
  'rm $HOME',
  'rm "$HOME" -f',
  'rm $PWD/a',
  'rm ${N:-a}',
  'rm "${N[@]}"',
  'rm $((1))',
  'rm *',
  'rm $(pwd) -f',
  'rm <(true)',
  'env rm "$N"',
  'timeout 5 rm "$N" b',
  'find . -maxdepth 0 -exec rm {} \\;',
  'find . -maxdepth 0 -exec rm "$N" {} \\;',
  'find . -maxdepth 0 "$N" rm -f {} \\;',
  'echo a | xargs rm "$N"',
];

const name = fc.constantFrom('x', 'y');
const statement = fc
  .tuple(
    fc.oneof(fc.constantFrom(...GIVE), fc.constantFrom(...USES)),
    fc.constantFrom(...USES),
    fc.constantFrom(...VALUES),
    name,
  )
  .map(([form, use, value, variable]) =>
    form
      .replaceAll('USE', () => use)
      .replaceAll('N', variable)
      .replaceAll('V', () => value),
  );
const programs = fc
  .tuple(
    fc.array(statement, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...USES).map((use) => use.replaceAll('N', 'x')),
  )
  .map(([list, use]) => [...list, use].join('; '));

describe.each(realShells)('%s', (shell) => {
  test('is really asked', async () => {
    expect(await argumentsOfRm(shell, 'x="-f b"; rm $x; rm "$x" c')).toEqual(['-f b', '-f b c']);
  });

  test('gives no argument to rm that a rule was not held against', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (command) => {
        if (ruleOver(DENY, command) !== undefined) return;
        const given = await argumentsOfRm(shell, command);
        expect(
          given.filter((one) => /^-f( |$)/.test(one)),
          command,
        ).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
