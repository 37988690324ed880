import { describe, expect, test } from 'vitest';
import { analyseShell, type Part } from '../../src/rules/analyse-shell.ts';
import type { Piece } from '../../src/text/command.ts';

/** Pieces as one text: what is unknown stands in angle brackets. */
const shown = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const choices = piece.choices?.map(shown).join('|');
      return choices === undefined ? `<${piece.unknown}>` : `<${piece.unknown}: ${choices}>`;
    })
    .join('');

const partOf = (text: string): Part => {
  const part = analyseShell(text).parts.find(({ command }) => command.words.length > 0);
  if (part === undefined) throw new Error(`no command in ${text}`);
  return part;
};

const formsOf = (text: string, which: boolean) => [
  ...new Set(
    partOf(text)
      .forms.filter(({ sure }) => sure === which)
      .map((form) => shown(form.text)),
  ),
];

describe('the texts by which a rule may mean a command', () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['git push', ['git push'], []],
    ['/usr/bin/GIT x', ['/usr/bin/GIT x', 'GIT x', 'git x'], []],
    ['git -C d push', ['git -C d push', 'git push'], []],
    ['cargo +nightly publish', ['cargo +nightly publish', 'cargo publish'], []],
    ['git $X push', ['git<words> push'], ['git push']],
    ['git -c $X push', ['git -c<words> push', 'git push'], ['git push']],
    ['git "$X" -C d push', ['git <part> -C d push'], []],
    ['git $((1 + 2)) push', ['git<words:  <number>|> push'], ['git push']],
    ['git "$((1 + 2))" push', ['git <number> push'], []],
    ['ls *.md a', ['ls <glob>.md a'], ['ls a']],
    ['git -C *.d push', ['git -C <glob>.d push', 'git push'], ['git push', 'git -C push', 'git']],
    ['x=1; git "$x" y', ['git <part: 1|> y'], []],
    ['x=1; git $x y', ['git<words:  <any: 1|>|> y'], ['git y']],
    ['echo "a$X" "$X-y" "$X"', ['echo a<rest> <part>-y <part>'], []],
    // Quotes make a word, even around nothing; only text in front makes the rest of one.
    ['echo ""$X b', ['echo <any> b'], []],
    ['echo """$X" b', ['echo <part> b'], []],
    ['"$D/bin/tool" x', ['tool x'], []],
    ['"./a/$N" y', [], ['./a/<part> y', '<part> y']],
    ['"$X/$N" y', [], ['<part>/<part> y']],
    ['"$X" y', [], ['<part> y']],
    ['"a b" c', ['a b c'], []],
  ])('%s', (text, sure, perhaps) => {
    expect({ sure: formsOf(text, true), perhaps: formsOf(text, false) }).toEqual({ sure, perhaps });
  });

  test.each(['x=1', '> f'])('%s has none', (text) => {
    expect(analyseShell(text).parts.map(({ forms }) => forms)).toEqual([[]]);
  });

  test.each<readonly [string, string | undefined]>([
    ['git -C d "$X"', 'git -C d <part>'],
    ['"a b" c', undefined],
    ['"$X" c', undefined],
    ['"$D/bin/tool" x', undefined],
  ])('an allow must cover all of %s', (command, expected) => {
    const { text } = partOf(command);
    expect(text && shown(text)).toBe(expected);
  });
});

describe('what an allow asks of each command', () => {
  const asked = (text: string) =>
    analyseShell(text).parts.map(({ command, must }) => [
      command.words.map(({ raw }) => raw).join(' '),
      must,
    ]);

  test.each<readonly [string, readonly (readonly [string, Part['must']])[]]>([
    [
      'ls; pwd',
      [
        ['ls', 'match'],
        ['pwd', 'match'],
      ],
    ],
    [
      'sudo rm x',
      [
        ['sudo rm x', 'match'],
        ['rm x', 'be pure'],
        ['x', undefined],
      ],
    ],
    [
      'timeout 5 rm x',
      [
        ['timeout 5 rm x', 'be pure'],
        ['rm x', 'match'],
        ['5 rm x', undefined],
        ['x', undefined],
      ],
    ],
    [
      'env --unheard-of y rm x',
      [
        ['env --unheard-of y rm x', 'match'],
        ['y rm x', 'match'],
        ['rm x', undefined],
        ['x', undefined],
      ],
    ],
  ])('%s', (text, expected) => {
    expect(asked(text)).toEqual(expected);
  });
});

test('the last four commands are remembered', () => {
  const first = analyseShell('ls 1');
  const others = ['ls 2', 'ls 3', 'ls 4'].map(analyseShell);
  expect(analyseShell('ls 1')).toBe(first);
  analyseShell('ls 5');
  expect(analyseShell('ls 1')).toBe(first);
  expect(analyseShell('ls 4')).toBe(others[2]);
  expect(analyseShell('ls 2')).not.toBe(others[0]);
});
