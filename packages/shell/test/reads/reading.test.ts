import { describe, expect, test } from 'vitest';
import { readingOf, STREAM } from '../../src/reads/reading.ts';

const PLAIN = { names: false, below: false, follows: false, here: false, from: [] };

describe('what a command reads', () => {
  test.each<readonly [string, object]>([
    ['cat a b', { ...PLAIN, path: ['cat'], files: ['a', 'b'] }],
    ['cat -', { ...PLAIN, path: ['cat'], files: [] }],
    [`cat ${STREAM}`, { ...PLAIN, path: ['cat'], files: [] }],
    ['cat -- -n', { ...PLAIN, path: ['cat'], files: ['-n'] }],
    ['grep x a', { ...PLAIN, path: ['grep'], files: ['a'] }],
    ['grep -e x a', { ...PLAIN, path: ['grep'], files: ['a'] }],
    ['grep -f l a', { ...PLAIN, path: ['grep'], files: ['l', 'a'] }],
    ['grep -fl a', { ...PLAIN, path: ['grep'], files: ['l', 'a'] }],
    ['grep -r x', { ...PLAIN, path: ['grep'], files: [], below: true, here: true }],
    ['grep -rn x src', { ...PLAIN, path: ['grep'], files: ['src'], below: true }],
    ['grep -R x src', { ...PLAIN, path: ['grep'], files: ['src'], below: true, follows: true }],
    ['rg x', { ...PLAIN, path: ['rg'], files: [], below: true, here: true }],
    ['rg --files src', { ...PLAIN, path: ['rg'], files: ['src'], below: true }],
    ['ls', { ...PLAIN, path: ['ls'], files: [], names: true, here: true }],
    ['ls src', { ...PLAIN, path: ['ls'], files: ['src'], names: true }],
    [
      'find a b -name x -newer c',
      { ...PLAIN, path: ['find'], files: ['a', 'b', 'c'], names: true, below: true },
    ],
    ['diff a b', { ...PLAIN, path: ['diff'], files: ['a', 'b'], below: true, follows: true }],
    ['diff --no-dereference a b', { ...PLAIN, path: ['diff'], files: ['a', 'b'], below: true }],
    ['[ -f a ]', { ...PLAIN, path: ['['], files: ['a'], names: true }],
    ['[ a -nt b ]', { ...PLAIN, path: ['['], files: ['a', 'b'], names: true }],
    ['[ -n a ]', { ...PLAIN, path: ['['], files: [], names: true }],
    [
      'git log',
      { ...PLAIN, path: ['git', 'log'], files: [], names: true, below: true, here: true },
    ],
    ['git log -p', { ...PLAIN, path: ['git', 'log'], files: [], below: true, here: true }],
    ['git log -L1,2:a', { ...PLAIN, path: ['git', 'log'], files: [], below: true, here: true }],
    [
      'git -C a -C b diff c',
      {
        ...PLAIN,
        path: ['git', 'diff'],
        files: ['a', 'b', 'c'],
        below: true,
        here: true,
        from: ['a', 'b'],
      },
    ],
    ['jq --arg a b .x c', { ...PLAIN, path: ['jq'], files: ['c'] }],
    ['node --version', { ...PLAIN, path: ['node'], files: [], names: true }],
    // What every object has is the name of a file here.
    ['cat toString', { ...PLAIN, path: ['cat'], files: ['toString'] }],
  ])('%s', (text, expected) => {
    expect(readingOf(text.split(' '))).toEqual(expected);
  });
});

describe('scripts of sed', () => {
  test.each([
    'p',
    '1p',
    '1,5p',
    '$p',
    '/x/p',
    '/x/,/y/p',
    '/x/I,+3p',
    '0~2p',
    '2q',
    '2q5',
    's/a/b/',
    's/a/b/g',
    's/a/b/2p',
    's|a|b|',
    's#/#_#g',
    'y/abc/xyz/',
    '1!d',
    '/x/{p;d}',
    '/x/{s/a/b/;p}',
    'p;p',
    'p\np',
    '$!N;s/a/b/;P;D',
    ':a;N;ba',
    's/\\/x/y/',
    '\\,x,p',
    '=',
    'n;d',
    's/[0-9]*/N/',
    's/a/\\n/',
    '1,3!d',
    'l',
    '# only a comment'.slice(0, 0),
  ])('%j only prints', (script) => {
    expect(readingOf(['sed', script, 'f'])).toBeDefined();
  });
  test.each([
    'w f',
    '1w f',
    '/x/w f',
    'W f',
    'e',
    'e date',
    '1e',
    's/a/b/e',
    's/a/b/w f',
    's/a/b/gw f',
    's/a/b/pe',
    'r f',
    'R f',
    'p;e',
    'p\ne',
    '{e}',
    '{p;w f\n}',
    '{p',
    'p}',
    'a x',
    'i x',
    'c x',
    'a\\',
    'v',
    's/a/b',
    's/a',
    's',
    's/[/]/w f/',
    's/a\\',
    's\na\nb\n',
    'sxaxbx',
    '/x',
    '\\',
    'M',
    's/a/b/m',
    's/a/b/ e',
    'p e',
    '1,p',
    '#n\nw f',
    'y/a/b/w f',
    'b;e',
    't x;w f',
    ':a w f',
    's/a/b/;# x\nw f',
  ])('%j is not known to', (script) => {
    expect(readingOf(['sed', script, 'f'])).toBeUndefined();
    expect(readingOf(['sed', '-n', '-e', 'p', '-e', script, 'f'])).toBeUndefined();
  });
});

describe('programs of awk', () => {
  test.each([
    '{print}',
    '{print $1}',
    'NR>5',
    'NR==1,NR==3',
    '/x|y/',
    '$1 ~ /a|b/ {print}',
    '{s+=$1} END {print s/NR}',
    '$2 > 3 {print $1}',
    '{if ($1 > 3) print; else print "-"}',
    'BEGIN{FS=":"}{print $1}',
    '{printf "%s\\n", $1}',
    '!seen[$0]++',
    'a || b',
    '{print "a > b"}',
    '{print length($0)}',
    '{gsub(/a|b/, "c"); print}',
    '# > "f"\n{print}',
    '{ x = $1 > 3; print x }',
  ])('%j only prints', (program) => {
    expect(readingOf(['awk', program, 'f'])).toBeDefined();
  });
  test.each([
    '{print > "f"}',
    '{print>"f"}',
    '{print $1 >> "f"}',
    '{printf "x" > "f"}',
    '{print | "sh"}',
    '{print |& "sh"}',
    '{"date" | getline}',
    '{getline < "f"}',
    '{system("x")}',
    '{ system ("x") }',
    '{close("x")}',
    'BEGIN{print ENVIRON["x"]}',
    '{ARGV[1]="x"}',
    '@include "x"',
    '{@f()}',
    '{print "a" "b" > "f"}',
    '{print a,\nb > "f"}',
    '{print \\\n> "f"}',
    '{print (1) > "f"}',
    '{x = 1 / 2 | "sh" / 3}',
    '{print /x/ > "f"}',
    '{print "\\"" > "f"}',
    '{print "#" > "f"}',
    '{print /"/ > "f"} #"',
    '{print a / b > "f"; x = "/"}',
    '/[/]/ {print > "f"}',
    'BEGIN{PROCINFO["x"]=1}',
    '{print "x',
    '/x',
    '{fflush()}',
    'BEGIN { while ((getline l) > 0) print l }',
  ])('%j is not known to', (program) => {
    expect(readingOf(['awk', program, 'f'])).toBeUndefined();
  });
  test('values', () => {
    expect(readingOf(['awk', '-v', 'x=1', '{print x}', 'f'])).toBeDefined();
    expect(readingOf(['awk', '-vx=1', '{print x}', 'f'])).toBeDefined();
    expect(readingOf(['awk', '-v', 'ARGC=5', '{print x}', 'f'])).toBeUndefined();
    expect(readingOf(['awk', '{print}', '-f', 'f'])).toBeUndefined();
  });
});

describe('filters of jq', () => {
  test.each([
    '.',
    '.env',
    '.a.env',
    '.x | keys',
    '.[] | select(.a > 1)',
    '"\\(.a)"',
    'input',
    '.["env"]'.slice(0, 1),
  ])('%j', (filter) => {
    expect(readingOf(['jq', filter, 'f'])).toBeDefined();
  });
  test.each([
    'env',
    'env.X',
    '$ENV',
    '$ENV.X',
    '. | env',
    '"\\(env)"',
    'include "x"; .',
    'import "x" as x; .',
    '[env]',
    '{env}',
    'input_filename',
  ])('%j is not known', (filter) => {
    expect(readingOf(['jq', filter, 'f'])).toBeUndefined();
  });
});
