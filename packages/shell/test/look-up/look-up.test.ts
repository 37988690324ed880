import { expect, test } from 'vitest';
import { parseShell } from '../../src/code/parse-shell.ts';
import { lookUpAny } from '../../src/look-up/any-program.ts';
import { lookUp, rowOf } from '../../src/look-up/look-up.ts';
import type { Command } from '../../src/text/command.ts';

const first = (text: string): Command => {
  const [command] = parseShell(text).commands;
  if (command === undefined) throw new Error(`no command in ${text}`);
  return command;
};

/** Each option and operand in short: its name, its value, what it does, and a mark where it is open. */
const uses = (text: string) =>
  lookUp(first(text))?.uses.map(({ is, name, value, does, language, open }) =>
    [
      is === 'operand' ? '' : is === 'unknown' ? `${name}?` : name,
      value?.pieces.map((piece) => (typeof piece === 'string' ? piece : '*')).join('') ?? '',
      language === undefined ? does : `${does}.${language}`,
      open ? 'open' : '',
    ].join(' '),
  );

test.each<readonly [string, readonly string[]]>([
  ['rm -rf a b', ['-r  nothing ', '-f  nothing ', ' a writes ', ' b writes ']],
  ['rm a -r', [' a writes ', '-r  nothing ']],
  ['rm --recurs a', ['-r  nothing ', ' a writes ']],
  ['rm -- -r', [' -r writes ']],
  ['rm -z --odd=1', ['-z?  nothing ', '--odd? 1 nothing ']],
  ['rm {-r,a}', ['-r  nothing ', ' a writes ']],
  ['rm "$X" $Y', [' * writes open', ' * writes open']],
  ['sort -ofile -k 2 x', ['-o file writes ', '-k 2 nothing ', ' x reads ']],
  ['sort -uo file', ['-u  nothing ', '-o file writes ']],
  ['sort --output=file --output file', ['-o file writes ', '-o file writes ']],
  ['sort -o"$X" -o', ['-o * writes ', '-o  writes ']],
  ['sort -u"$X" --com"$Y"', ['-u  nothing ', '-? -u* nothing open', '--com? --com* nothing open']],
  ['sed -i.bak p x', ['-i .bak writes ', ' p code.sed ', ' x reads ']],
  ['sed -i p x', ['-i  writes ', ' p code.sed ', ' x reads ']],
  ['sed -ne p x', ['-n  nothing ', '-e p code.sed ', ' x reads ']],
  ['tar xzf a b', ['-x  writes ', '-z  nothing ', '-f a writes ', ' b reads ']],
  ['tar xfI a b c', ['-x  writes ', '-f a writes ', '-I b runs ', ' c reads ']],
  ['git -C d push -f o', ['-C d nothing ', '-f  nothing ', ' o sends.remote ']],
  ['ssh -p 1 h ls -l', ['-p 1 nothing ', ' h sends ', ' ls line ']],
  ['docker run -it a b -c', ['-i  nothing ', '-t  nothing ', ' a nothing ', ' b command ']],
  ['python -m a -c', ['-m a loads ', ' -c rest ']],
  ['gcc -I"$X" -o"$Y"', ['-I * nothing ', '-o * writes ']],
  ['gcc -wrapper a,b -O2', ['-wrapper a,b runs.commas ', '-O2  nothing ']],
])('%s', (text, expected) => {
  expect(uses(text)).toEqual(expected);
});

test('the verbs of a program, and whether the table knows them', () => {
  const verbs = (text: string) => {
    const { path, strange } = lookUp(first(text)) ?? {};
    return [path, strange];
  };
  expect(verbs('git -C d remote add x y')).toEqual([['git', 'remote', 'add'], false]);
  expect(verbs('git unheard x')).toEqual([['git', 'unheard'], true]);
  expect(verbs('git $X')).toEqual([['git', ''], true]);
  expect(verbs('npm run x --prefix d')).toEqual([['npm', 'run'], false]);
});

test('a program by its name, its path, its capitals and its version', () => {
  const python = rowOf('python');
  expect(python).toBeDefined();
  expect(rowOf('python3')).toBe(python);
  expect(rowOf('python3.12')).toBe(python);
  expect(lookUp(first('/usr/bin/RM x'))?.path).toEqual(['rm']);
  expect(lookUp(first('unheard x'))).toBe(undefined);
  expect(lookUpAny(first('unheard -ab=1 x')).uses.map(({ is, name }) => [is, name])).toEqual([
    ['unknown', '-ab'],
    ['operand', ''],
  ]);
});
