import { describe, expect, test } from 'vitest';
import { rowOptions } from '../../src/look-up/row-options.ts';
import type { Program } from '../../src/programs/program.ts';
import { PROGRAMS } from '../../src/programs/table.ts';
import type { Reader } from '../../src/readers/reader.ts';
import { READERS } from '../../src/readers/readers.ts';
import { asked } from '../../src/readers/versions.ts';
import { readingOf } from '../../src/reads/reading.ts';

/** Every row with its verbs. */
function* rowsOf(path: readonly string[], row: Reader): Iterable<readonly [string, Reader]> {
  if (row.verbs === undefined || row.reads) yield [path.join(' '), row];
  for (const [names, inner] of Object.entries(row.verbs ?? {}))
    for (const name of names.split('|')) yield* rowsOf([...path, name], inner);
}
const ROWS = [...READERS].flatMap(([name, row]) => [...rowsOf([name], row)]);

/** What a command must have beside the option that is tried. */
const NEEDS: Readonly<Record<string, string>> = {
  printenv: 'HOME',
  cd: 'src',
  command: '-v ls',
  'git config': 'user.name',
  set: '-e',
  'git branch': '--list x',
  'git tag': '--list x',
  '[': ']',
};
/** Values that an option wants. */
const VALUES: Readonly<Record<string, string>> = {
  'grep -A': '3',
  'grep -B': '3',
  'grep -C': '3',
  'grep -m': '3',
  'egrep -A': '3',
  'egrep -B': '3',
  'egrep -C': '3',
  'egrep -m': '3',
  'fgrep -A': '3',
  'fgrep -B': '3',
  'fgrep -C': '3',
  'fgrep -m': '3',
  'sed -e': 'p',
  'gsed -e': 'p',
  'set -o': 'pipefail',
};
/** Options that only stand with others, or alone. */
const WITH: Readonly<Record<string, string>> = {
  'git config -l': 'git config -l --local',
  'git config --list': 'git config --list --local',
};

const HARMLESS = ['nothing', 'reads'];

describe.each(ROWS)('%s', (name, row) => {
  const options = [...rowOptions(row)].filter(([spelling]) => spelling !== '-#');
  const words = (more: readonly string[]) => [
    ...name.split(' '),
    ...more,
    ...(NEEDS[name]?.split(' ') ?? []),
  ];

  test('reads with each option that the row allows, and with none that does more', () => {
    for (const [spelling, { name: first, value, does, language }] of options) {
      const given =
        value === 'next'
          ? [VALUES[`${name} ${first}`] ?? (language === 'awk' ? '{print}' : 'x=1')]
          : [];
      const command = WITH[`${name} ${spelling}`]?.split(' ') ?? words([spelling, ...given]);
      const may = HARMLESS.includes(does) || (does === 'code' && language !== undefined);
      expect({ command, reads: readingOf(command) !== undefined }).toEqual({ command, reads: may });
    }
  });

  test('an option that it does not name is not reading, nor one that is cut short', () => {
    const text =
      /^(echo|true|false|:|expr|\[\[|\(\(|test|\[|exit|break|continue|return|sleep|seq)$/.test(
        name,
      );
    if (text) return;
    expect(readingOf(words(['--no-such-option']))).toBeUndefined();
    expect(readingOf(words(['-\u00e9']))).toBeUndefined();
    for (const [spelling] of options)
      if (/^--\w{3}/.test(spelling)) {
        const cut = spelling.slice(0, -1);
        if (!options.some(([other]) => other === cut))
          expect(readingOf(words([cut]))).toBeUndefined();
      }
  });
});

test('the table of programs calls nothing of it more than reading', () => {
  const wrong = ROWS.flatMap(([name, row]) => {
    const [program = '', ...verbs] = name.split(' ');
    let other: Program | undefined = PROGRAMS.get(program);
    for (const verb of verbs) {
      const found = Object.entries(other?.verbs ?? {}).find(([names]) =>
        names.split('|').includes(verb),
      );
      other = found?.[1];
    }
    if (other === undefined) return [];
    const theirs = rowOptions(other);
    return [...rowOptions(row)].flatMap(([spelling, { does, value }]) => {
      const same = theirs.get(spelling);
      if (same === undefined || !HARMLESS.includes(does)) return [];
      const takes = (one: string) => one === 'next';
      const differs = !HARMLESS.includes(same.does) || takes(same.value) !== takes(value);
      return differs ? [`${name} ${spelling}: ${does}/${value}, ${same.does}/${same.value}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});

test.each(asked())('%s %s', (program, option) => {
  expect(readingOf([program, option])).toMatchObject({ path: [program], files: [] });
  if (!READERS.has(program) && option !== 'version')
    expect(readingOf([program, option, 'x'])).toBeUndefined();
});

test('what is no bare name of a row is not reading', () => {
  for (const name of [
    './ls',
    '/bin/ls',
    'LS',
    'l s',
    '',
    'nothing',
    'ls\n',
    'rm',
    'constructor',
    '__proto__',
  ])
    expect(readingOf([name])).toBeUndefined();
  expect(readingOf([])).toBeUndefined();
});
