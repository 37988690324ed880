import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandsIn } from '../../src/commands-in.ts';
import { runsIn } from '../../src/runs/every-run.ts';
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

/** The words of the last command. */
const words = (text: string) => {
  const last = commandsIn(text, { variables }).commands.at(-1);
  return last && [last.path, ...last.args];
};

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
  ['HOME=/x; sh ~/y', ['sh', undefined]],
  ['HOME=/x sh "$HOME"/y', ['sh', undefined]],
  ['read HOME; sh "$HOME"/y', ['sh', undefined]],
  ['unset HOME; sh "$HOME"/y', ['sh', undefined]],
  ['for HOME in a; do sh "$HOME"/y; done', ['sh', undefined]],
  ['. ./x; sh "$HOME"/y', ['sh', undefined]],
  ['eval "$x"; sh "$HOME"/y', ['sh', undefined]],
  ['sh "$PWD"/y', ['sh', undefined]],
])('%j is %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test('files and variables are filled in as well', () => {
  const [one] = commandsIn('A="$HOME"/a B=~/b C=$TWO sh < "$HOME"/in > $TWO', {
    variables,
  }).commands;
  expect([one?.env, one?.redirects.map(({ file }) => file)]).toEqual([
    { A: '/h/a', B: undefined, C: undefined },
    ['/h/in', undefined],
  ]);
});

test('without variables nothing is filled in', () => {
  expect(commandsIn('sh ~/x "$HOME"').commands[0]?.args).toEqual(['~/x', undefined]);
});

describe('where the likely is asked for', () => {
  const expansion = (raw: string) => (/^\$\(dirname "?\$0"?\)$/.test(raw) ? '/d' : undefined);
  const likely = (text: string) => {
    const { runs } = runsIn(text, { variables, likely: true, expansion });
    return runs.at(-1)?.command.words.map(literal);
  };
  test.each<[string, (string | undefined)[]]>([
    ['A=a; sh "$A/x"', ['sh', 'a/x']],
    ['A="$(dirname "$0")"; B="$A/b"; sh "$B/x"', ['sh', '/d/b/x']],
    ['export A=$HOME; sh $A/x', ['sh', '/h/x']],
    ['. ./x; sh "$HOME"/y', ['sh', '/h/y']],
    ['A=a; A=b; sh "$A"', ['sh', undefined]],
    ['A=a sh "$A"', ['sh', undefined]],
    ['A=a; read A; sh "$A"', ['sh', undefined]],
    ['A=$A; sh "$A"', ['sh', undefined]],
    ['A=$B; B=$A; sh "$A"', ['sh', undefined]],
    ['A=(a); sh "$A"', ['sh', undefined]],
    ['sh "$(dirname "$1")"', ['sh', undefined]],
  ])('%j is %j', (text, expected) => {
    expect(likely(text)).toEqual(expected);
  });
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
        const { commands, unread } = commandsIn(text, { variables: values });
        const [one] = commands;
        if (commands.length !== 1 || unread.length + (one?.redirects.length ?? 1) > 0) return;
        const own = one?.args.slice(1) ?? [];
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
