import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyCommandRule } from '../../src/rules/judge-command.ts';
import { realShells, runsRm } from '../real-shell.ts';
import { anyCommandRule } from '../rules/held.ts';
import { EVERYDAY, EVERYDAY_ASKED, RUNS_DATA } from './hidden-corpus.ts';

const rules = (text: string) =>
  text.split(' ').map((name) => ({ rule: `Bash(${name} *)`, pattern: `${name} *` }));

const DENY = rules('rm');
const ALLOW = rules(
  'echo cat ls true : f [ [[ (( test read printf declare typeset local export readonly unset let set ' +
    'shopt wait sleep mapfile getopts trap jobs hash foo date seq wc grep nproc shift ulimit git npm npx',
);

test.each(RUNS_DATA)('what runs as code is denied, and not allowed: %j', (command) => {
  expect(anyCommandRule(DENY, command)).toBe('Bash(rm *)');
  expect(everyCommandRule(ALLOW, command)).toBeUndefined();
});

test.each(RUNS_DATA)('bash does run it: %j', { tags: 'bash' }, async (command) => {
  expect(await runsRm('/bin/bash', command)).toBe(true);
});

test.each([...EVERYDAY, ...EVERYDAY_ASKED])('the everyday is not denied: %j', (command) => {
  expect(anyCommandRule(DENY, command)).toBeUndefined();
});

test.each(EVERYDAY)('and it is allowed when its commands are: %j', (command) => {
  expect(everyCommandRule(ALLOW, command) ?? command).toMatch(/^Bash\(/);
});

/** What data are, how they get into a variable, and what a shell does with one. N and P are put in. */
const PAYLOADS = [
  "'a[$(rm x)]'",
  "'$(rm x)'",
  "'`rm x`'",
  '"a[\\$(rm x)]"',
  "$'a[\\x24(rm x)]'",
  "'-va[$(rm x)]'",
  "'-v a[$(rm${IFS}x)]'",
  "'PS4=$(rm x)'",
  "'a['",
  "'$(rm x)]'",
  "'x=a[$(rm y)]'",
  'rm',
  '1',
  '5',
  'x',
  'y',
  '$x',
  '"$y"',
  '"$x$y"',
  '$(echo "$x")',
  '$((1+1))',
  '-v',
];
const GIVE = [
  'N=P',
  'N+=P',
  'N=(P)',
  'N[0]=P',
  'for N in 1 P; do true; done',
  'for N in 1 P; do USE; done',
  'read N <<< P',
  'read -r N <<< P',
  'printf -v N %s P',
  'declare N=P',
  'export N=P',
  'f() { local N=$1; USE; }; f P',
  ': ${N:=P}',
  'set -- P',
  'echo P',
  '[[ P =~ .* ]]',
  'N=P true',
  '((N=P))',
  'mapfile -t N <<< P',
  'unset N',
  'echo P > o; N=$(cat o)',
  'date() { echo P; }',
  'N=$(date +%s)',
  'N=$(echo P | wc -l)',
  'declare -n N=x',
];
const USES = [
  'echo $((N))',
  'echo $(( $N + 1 ))',
  'echo "$((1$N))"',
  'echo $((a$N))',
  'echo $(($1)) $((_))',
  'echo $(( $(date +%s) ))',
  'echo ${N@P}',
  'echo ${N@Q} ${N} "$N"',
  'echo ${!N}',
  'echo ${z:N}',
  'echo ${z:$N:1}',
  'echo ${z[N]}',
  'echo ${#z[$N]}',
  'z[N]=1',
  'z=([N]=1)',
  'z[$N]=1',
  '((N))',
  '((N++))',
  'for ((i=N; i<1; i++)); do break; done',
  '[[ N -eq 0 ]]',
  '[[ $N -lt 1 ]]',
  '[[ -v $N ]]',
  '[[ -v N ]]',
  '[ -v $N ]',
  '[ $N ]',
  '[ -f $N ]',
  'test "$x" "$y"',
  'let N',
  'let "z=$N"',
  'declare -i z=N',
  'declare "$N"',
  'export "$N"',
  'read "$N" <<< 1',
  'unset "$N"',
  'printf "$N" hi',
  'printf "$x" "$y"',
  'printf -v "$N" 1',
  'wait $N',
  'case $((N)) in 0) true;; esac',
  'cat <<E\n$((N))\nE\n',
  'echo {z[N]}>/dev/null',
  'set -x; true',
  'PS4=$N; set -x; true',
  'PS4+=$N; set -x; true',
  'RANDOM=$N',
  'trap "$N" EXIT',
  'eval "$N"',
  '$N x',
  'mapfile -C "$N" -c 1 z <<< x',
  'compgen -W "$N"',
  'hash -p "$N" foo; foo',
  'echo $N',
];

const RUNS = 1000;

const name = fc.constantFrom('x', 'y', 'z');
const statement = fc
  .tuple(
    fc.oneof(fc.constantFrom(...GIVE), fc.constantFrom(...USES)),
    fc.constantFrom(...USES),
    fc.constantFrom(...PAYLOADS),
    name,
  )
  .map(([form, use, payload, variable]) =>
    // In this order, since a payload is no place for another.
    form
      .replaceAll('USE', () => use)
      .replaceAll('N', variable)
      .replaceAll('P', () => payload)
      .replaceAll(`@${payload}`, '@P')
      .replaceAll(`${payload}S4`, 'PS4'),
  );
const programs = fc
  .tuple(fc.array(statement, { minLength: 2, maxLength: 5 }), fc.constantFrom('; ', '\n', ' && '))
  .map(([list, join]) => list.join(list.some((one) => one.includes('<<E')) ? '\n' : join));

describe.each(realShells)('%s', (shell) => {
  test('runs no data that were not seen as code', async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (command) => {
        const denied = anyCommandRule(DENY, command) !== undefined;
        const allowed = everyCommandRule(ALLOW, command) !== undefined;
        if (denied && !allowed) return;
        expect(await runsRm(shell, command), command).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});
