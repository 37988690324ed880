import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../../test/processor-time.ts';
import { everyCommandRule, type Held, ruleOver } from '../../src/rules/judge-command.ts';
import { ALLOWED, NOT_ALLOWED, RUNS_NO_RM, RUNS_RM } from './corpus.ts';
import { anyCommandRule } from './held.ts';

const rules = (...patterns: string[]) =>
  patterns.map((pattern) => ({ rule: `Bash(${pattern})`, pattern }));

const ALLOWS = rules('git *', 'npm run test:*', 'pwd', 'sudo systemctl *');

test('the corpus is large, and nothing in it stands twice', () => {
  const all = [...RUNS_RM, ...RUNS_NO_RM, ...ALLOWED, ...NOT_ALLOWED];
  expect(RUNS_RM.length).toBeGreaterThan(120);
  expect(new Set(RUNS_RM).size).toBe(RUNS_RM.length);
  expect(all.length).toBeGreaterThan(300);
});

test.each([
  ['*o bab*', 'for x in "bab o ba" "ba"; do echo "${x}b"; done'],
  ['rm *bab*', 'for x in babba ba; do rm ${x}b; done'],
])('a deny of %s holds surely for every round of %s', (pattern, command) => {
  expect(ruleOver(rules(pattern), command)).toEqual({ rule: `Bash(${pattern})` });
});

describe('a deny of rm', () => {
  test.each(RUNS_RM)('holds for %j', (command) => {
    expect(anyCommandRule(rules('rm *'), command)).toBe('Bash(rm *)');
  });
  test.each(RUNS_NO_RM)('does not hold for %j', (command) => {
    expect(anyCommandRule(rules('rm *'), command)).toBeUndefined();
  });
  test.each(RUNS_RM)('also as rm:* and among others: %j', (command) => {
    expect(anyCommandRule(rules('mkfs *', 'rm:*'), command)).toBeDefined();
  });
  test.each(RUNS_RM)('and nothing that runs rm is allowed by other rules: %j', (command) => {
    expect(everyCommandRule(rules('echo *', 'true', 'cat *', 'ls *'), command)).toBeUndefined();
  });
});

describe('an allow', () => {
  test.each(ALLOWED)('covers %j', (command) => {
    expect(everyCommandRule(ALLOWS, command)).toBeDefined();
  });
  test.each(NOT_ALLOWED)('does not cover %j', (command) => {
    expect(everyCommandRule(ALLOWS, command)).toBeUndefined();
  });
});

describe('patterns', () => {
  const denies = (pattern: string, command: string) =>
    anyCommandRule(rules(pattern), command) !== undefined;

  test.each<readonly [string, string, boolean]>([
    ['git push *', 'git push', true],
    ['git push *', 'git push origin', true],
    ['git push *', 'git -C /x push origin', true],
    ['git push *', 'git -c a=b --no-pager push', true],
    ['git push *', 'git stash push', false],
    ['git push *', 'git $X origin', true],
    ['git push *', 'git commit -m "$X"', false],
    ['git push *', 'git pus? origin', true],
    ['git push *', 'git {push,origin}', true],
    ['git push *', 'git $X push', true],
    ['git push *', 'git "$@" -C d push origin', true],
    ['git push *', 'git $(true) -C d push', true],
    ['git push *', 'git {fd}>/dev/null push', true],
    ['git push *', 'git x* push', true],
    ['git status', 'git status $X', true],
    ['git status', 'git status "$X"', false],
    ['git push *', 'git $X stash', true],
    ['git push *', 'git stash $X push', false],
    ['git push --force', 'git $X push $Y', true],
    ['lsof *', 'ls $X', false],
    ['npm publish *', 'npm --loglevel silent publish', true],
    ['cargo publish *', 'cargo +nightly publish', true],
    ['aws s3 rm *', 'aws --profile a s3 rm b', true],
    ['npm publish *', 'npm --silent run publish', false],
    ['git push --force', 'git push --force', true],
    ['git push --force', 'git push', false],
    ['git status', 'git status', true],
    ['git status', 'git status -s', false],
    ['git * main', 'git push origin main', true],
    ['git * main', 'git push origin other', false],
    ['rm -rf *', 'rm *.o', false],
    ['rm -rf *', 'rm $X', true],
    ['rm precious', 'rm *', true],
    ['*--force*', 'git push --force', true],
    ['curl * | sh', 'curl x | sh', true],
    ['sudo *', 'sudo ls', true],
    ['/bin/rm *', 'rm x', true],
    ['ls*', 'lsof', true],
    ['ls *', 'lsof', false],
    ['git commit -m "a b"', "git commit -m 'a b'", true],
    ['constructor *', 'ls', false],
    ['rm *', 'constructor x', false],
    ['rm *', 'constructor rm x', false],
    ['rm *', '__proto__ -x toString', false],
    ['constructor a', 'constructor -C a', true],
  ])('%j and %j: %j', (pattern, command, expected) => {
    expect(denies(pattern, command)).toBe(expected);
  });

  test('a whole command that is written out in a rule is allowed as it is', () => {
    const command = 'npm run lint && npm test > out';
    expect(everyCommandRule(rules(command), command)).toBe(`Bash(${command})`);
    expect(everyCommandRule(rules(command), `${command} && rm x`)).toBeUndefined();
  });

  test('a rule for a program does not cover what it is told to run', () => {
    const allow = rules('find *', 'xargs *', 'bash *', 'timeout *', 'env *', 'sudo *');
    for (const command of [
      'find . -exec rm {} \\;',
      'ls | xargs rm',
      "bash -c 'rm x'",
      'timeout 5 rm x',
      'env --unheard-of y rm x',
      "sudo sh -c 'rm x'",
      'sudo find . -exec rm {} +',
    ])
      expect(everyCommandRule(allow, command), command).toBeUndefined();
    expect(everyCommandRule(allow, 'sudo rm x')).toBe('Bash(sudo *)');
    expect(everyCommandRule(allow, 'find . -name x')).toBe('Bash(find *)');
  });

  test('a rule for a builtin does not cover variables that steer programs', () => {
    const allow = rules('git *', 'read *', 'printf *', 'mapfile *');
    expect(everyCommandRule(allow, 'read path <<< /tmp; printf -v x a; git status')).toBeDefined();
    for (const set of ['read PATH <<< /tmp', 'printf -v PATH /tmp', 'mapfile -t PATH <<< /tmp'])
      expect(everyCommandRule(allow, `${set}; git status`), set).toBeUndefined();
  });

  test('the rules that cover a command are all named', () => {
    expect(everyCommandRule(ALLOWS, 'git status; pwd; git log')).toBe('Bash(git *), Bash(pwd)');
  });
});

describe('what is long or deep', () => {
  const deny = rules('rm *');
  test.each([
    ['nested', `${'$('.repeat(3000)}rm x${')'.repeat(3000)}`],
    ['subshells', `${'('.repeat(3000)}rm x${')'.repeat(3000)}`],
    ['arithmetic', `echo ${'$(('.repeat(200)}1${'))'.repeat(200)}; rm x`],
    ['open arithmetic', `echo ${'$(('.repeat(300)}; rm x`],
    ['open parentheses', `${'(('.repeat(300)}; rm x`],
    ['open parameters', `echo ${'"${a:-'.repeat(20_000)}; rm x`],
    ['commas', `echo {${','.repeat(200_000)}; rm x`],
    ['a long substitution', `echo \`${'a'.repeat(300_000)}\`; rm x`],
    ['a long subscript', `echo ${'a['.repeat(100_000)}; rm x`],
    ['a here-document of backslashes', `cat <<E\n${'\\'.repeat(100_000)}x\nE\nrm x`],
    ['wrapped', `${'sudo '.repeat(500)}rm x`],
    ['quoted deep', `${'eval '.repeat(200)}rm x`],
    ['long', `${'true; '.repeat(20_000)}rm x`],
    ['long word', `echo ${'a'.repeat(500_000)}; rm x`],
    ['braces', `echo ${'{a,'.repeat(5000)}; rm x`],
    ['backslashes', `echo ${'\\'.repeat(50_000)}; rm x`],
    ['backticks', `echo ${'`\\'.repeat(5000)}; rm x`],
  ])('%s comes to an end, and to the right one', (_, command) => {
    const took = processorTime(() => expect(anyCommandRule(deny, command)).toBe('Bash(rm *)'));
    expect(took).toBeLessThan(5000);
  });
});

describe('a deny of a verb', () => {
  test.each([
    'git push origin',
    'git -C . push origin',
    'x=push; git $x origin',
    'x=push; git -C . $x origin',
    'git --no-pager $v origin main',
    'git -c a=b $(cat v) origin',
    'git -C . {push,origin}',
    'echo push | xargs git -C .',
    'git $none push origin',
    'git -C . $none push origin',
  ])('holds for %j', (command) => {
    expect(anyCommandRule(rules('git push *'), command)).toBeDefined();
  });
});

test('an allow of read covers the names that everybody uses', () => {
  const allows = rules('git *', 'read *', 'echo *');
  for (const names of ['_ _ name', 'REPLY', ''])
    expect(
      everyCommandRule(allows, `git ls-files | while read -r ${names}; do echo "$x"; done`),
      names,
    ).toBeDefined();
  expect(everyCommandRule(allows, 'git log | while read -r PATH; do echo; done')).toBeUndefined();
});

describe('what keeps a command from being read', () => {
  const MAYBE = 'it may be a command that is run';
  const WHICH = 'which program it is shows only when it runs';
  const UNKNOWN = 'what it stands for shows only when it runs';
  test.each<readonly [string, string, Held | undefined]>([
    ['rm a', 'rm "$X"', { rule: 'rm a', unread: { part: '"$X"', why: UNKNOWN } }],
    ['rm *', 'env -i --new y rm x', { rule: 'rm *', unread: { part: 'rm x', why: MAYBE } }],
    ['rm a', 'env -i --new y rm "$X"', { rule: 'rm a', unread: { part: '"$X"', why: MAYBE } }],
    ['/bin/rm a', 'rm "$X"', { rule: '/bin/rm a', unread: { part: '"$X"', why: UNKNOWN } }],
    ['rm *', 'eval "$Y"; $X y', { rule: 'rm *', unread: { part: '$X', why: WHICH } }],
    ['* a', 'ls "$X"', { rule: '* a', unread: { part: '"$X"', why: UNKNOWN } }],
    ['* a', 'echo "$X"', undefined],
    [' * a', 'echo "$X"', undefined],
    ['echo a', 'echo "$X"', { rule: 'echo a', unread: { part: '"$X"', why: UNKNOWN } }],
    [' /bin/rm x', 'rm x', { rule: ' /bin/rm x' }],
    ['a /b c', 'c', undefined],
    ['*/rm c', 'rm c', undefined],
    ['curl * | sh', ' curl x | sh\n', { rule: 'curl * | sh' }],
  ])('%j and %j', (pattern, command, expected) => {
    expect(ruleOver([{ rule: pattern, pattern }], command)).toEqual(expected);
  });

  test('without rules nothing is looked at', () => {
    expect(ruleOver([], 'eval "$X"')).toBeUndefined();
    expect(everyCommandRule([], 'ls')).toBeUndefined();
    expect(everyCommandRule([], 'x=1')).toBeUndefined();
  });

  test('spaces around a whole command do not matter', () => {
    expect(everyCommandRule(rules(' a > b '), '\ta > b\n')).toBe('Bash( a > b )');
    expect(everyCommandRule(rules('git *'), 'x=1; git log')).toBe('Bash(git *)');
    expect(everyCommandRule(rules('git *'), 'git log "$(eval "$X")"')).toBeUndefined();
  });
});
