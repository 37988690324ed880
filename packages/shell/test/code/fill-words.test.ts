import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likelyRuns, type Run } from '../../src/runs.ts';
import { literal } from '../../src/text/command.ts';
import { realShells } from '../real-shell.ts';

const variables = {
  WAVE_PROJECT_DIR: '/p',
  HOME: '/h',
  TWO: 'a b',
  EMPTY: '',
  GLOB: '*',
  PWD: '/elsewhere',
  LOST: undefined,
};

const expansion = (raw: string) => (/^\$\(dirname "?\$0"?\)$/.test(raw) ? '/d' : undefined);

/** The words of the last command. */
const words = (text: string) =>
  likelyRuns(text, { variables, expansion }).runs.at(-1)?.command.words.map(literal);

test.each<[string, (string | undefined)[]]>([
  [`sh "a b" 'c d' e\\ f`, ['sh', 'a b', 'c d', 'e f']],
  ['"$WAVE_PROJECT_DIR"/x.sh', ['/p/x.sh']],
  ['${WAVE_PROJECT_DIR}/x.sh', ['/p/x.sh']],
  [`'$WAVE_PROJECT_DIR'/x`, ['$WAVE_PROJECT_DIR/x']],
  ['~/bin/x a~b', ['/h/bin/x', 'a~b']],
  ['sh ~root/x ~ "~"', ['sh', undefined, '/h', '~']],
  ['sh \\\n~/x', ['sh', '/h/x']],
  ['sh --at=~/x a:~', ['sh', undefined, undefined]],
  ['$OTHER/x', [undefined]],
  ['"$OTHER"/x y', [undefined, 'y']],
  ['sh "$LOST" $constructor/x', ['sh', undefined, undefined]],
  ['sh $"a" $\'a\' "a$" x\\$"a"', ['sh', undefined, undefined, 'a$', 'x$a']],
  ['sh "${HOME:-x}" "${HOME%h}"', ['sh', undefined, undefined]],
  // A value that stands unquoted is parted, or a pattern.
  ['sh $TWO/x', ['sh', 'a', 'b/x']],
  ['sh "$TWO"/x', ['sh', 'a b/x']],
  ['sh $EMPTY x $EMPTY', ['sh', 'x']],
  ['sh "$EMPTY" x', ['sh', '', 'x']],
  ['sh $EMPTY"$EMPTY"', ['sh', undefined]],
  ['sh $GLOB/x "$GLOB"/x', ['sh', undefined, '*/x']],
  ['IFS=/; sh $TWO', ['sh', undefined]],
  // What the text or the shell sets itself is not what it was.
  ['HOME=/x; sh ~/y', ['sh', '/x/y']],
  ['HOME=/x; HOME=/y; sh ~/y', ['sh', undefined]],
  ['HOME=/x sh "$HOME"/y', ['sh', undefined]],
  ['read HOME; sh "$HOME"/y', ['sh', undefined]],
  ['unset HOME; sh "$HOME"/y', ['sh', undefined]],
  ['for HOME in a b; do sh "$HOME"/y; done', ['sh', undefined]],
  ['. ./x; sh "$HOME"/y', ['sh', '/h/y']],
  ['sh "$PWD"/y', ['sh', undefined]],
])('%j is %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test.each<[string, (string | undefined)[]]>([
  ['A=a; sh "$A/x"', ['sh', 'a/x']],
  ['A="$(dirname "$0")"; B="$A/b"; sh "$B/x"', ['sh', '/d/b/x']],
  ['export A=$HOME; sh $A/x', ['sh', '/h/x']],
  ['A=a; A=b; sh "$A"', ['sh', undefined]],
  ['A=a sh "$A"', ['sh', undefined]],
  ['A=a; read A; sh "$A"', ['sh', undefined]],
  ['sh A=a "$A"', ['sh', 'A=a', undefined]],
  ['declare A=a; sh "$A"', ['sh', 'a']],
  ['A=$A; sh "$A"', ['sh', undefined]],
  ['A=$B; B=$A; sh "$A"', ['sh', undefined]],
  ['A=(a); sh "$A"', ['sh', undefined]],
  ['sh "$(dirname "$1")"', ['sh', undefined]],
])('what a text sets: %j is %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test('files and variables are filled in as well', () => {
  const text = 'A="$HOME"/a B=~/b C=$TWO sh < "$HOME"/in > $TWO';
  const [{ command }] = likelyRuns(text, { variables }).runs as [Run];
  expect(
    [...command.assigns, ...command.redirects.map(({ target }) => target)].map(literal),
  ).toEqual(['A=/h/a', undefined, undefined, '/h/in', undefined]);
});

const usual = ['a', 'b', ' ', '"', "'", '\\', '$A', '${A}', '"$B"', '$E', '"$E"', '~/'];
const others = [
  ...['\t', '=', 'A=', '#', '\\\n', '\u00a0', '\r', '$', '`', '*', '?', '[', '!', ';', '&', '<'],
  ...['(', '/', '..', '-', ':', '~', '\u00e9', '$C', '$1', '$@', '${A:-x}', '\\$', '\\"', '\\ '],
  ...['$G', '$B'],
];

test.each(realShells)(
  '%s makes those words that are known',
  (shell) => {
    const values = { A: 'v w', B: 'val', C: ' lead trail ', E: '', G: '*', HOME: '/h' };
    const env = { ...values, PATH: process.env['PATH'] };
    let known = 0;
    const part = fc.oneof(fc.constantFrom(...usual), fc.constantFrom(...others));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const text = `printf '%s\\0' - ${parts.join('')}`;
        const { runs, unread } = likelyRuns(text, { variables: values });
        const [one] = runs;
        if (runs.length !== 1 || unread.length + (one?.command.redirects.length ?? 1) > 0) return;
        const own = one?.command.words.slice(2).map(literal) ?? [];
        if (own.includes(undefined)) return;
        const { stdout } = spawnSync(shell, ['-c', text], { env, encoding: 'utf8' });
        // What no shell reads to its end runs nothing.
        if (stdout === '') return;
        known++;
        expect(stdout.split('\0').slice(0, -1)).toEqual(own);
      }),
      { numRuns: 400 },
    );
    expect(known).toBeGreaterThan(40);
  },
  60_000,
);
