import { namesSetBy, type Word } from '@wavehooks/shell/runs';
import type { CommandRead, TextRead } from '../names/commands.ts';
import { loadsCode } from '../names/loading.ts';
import { isInside, type Place } from '../names/place.ts';
import { COMPUTED, PROGRAMS, PUT_TOGETHER } from '../names/step.ts';

const LOOKS = 'looks for programs where the project can put some';
const UNREADABLE = 'has lines that Wave cannot read';

type Sign = (command: CommandRead, place: Place) => boolean;

const has =
  (program: RegExp, arg = /^/): Sign =>
  ({ argv: [name = '', ...args] }) =>
    program.test(name) && (args.length === 0 ? [''] : args).some((one) => arg.test(one ?? ''));

/** What a command says of which files nobody can tell. */
const SIGNS: readonly (readonly [Sign, string])[] = [
  [has(/^eval$/), PUT_TOGETHER],
  [
    ({ argv }) => argv.length > 0 && argv[0] === undefined,
    'runs a program whose name it works out at run time',
  ],
  [has(/^(zmodload|autoload)$/), COMPUTED],
  [has(/^enable$/, /^-\w*f/), COMPUTED],
  [has(/^/, /\bsystem\s{0,9}\(/), PROGRAMS],
  [has(/^hash$/, /^-\w*p/), LOOKS],
  [has(/^unset$/, /^PATH$/), LOOKS],
  [has(/^(declare|typeset|local)$/, /=PATH$/), LOOKS],
  [({ run }) => namesSetBy(run.command).includes('PATH'), LOOKS],
  [
    (command, place) => wordsOf(command).some((word) => isPath(word) && !isOutside(word, place)),
    LOOKS,
  ],
];

/** These are set for the shell itself, and say only how it reads. */
const HARMLESS: ReadonlySet<string> = new Set(['PATH', 'IFS', 'CDPATH', 'PS4', 'MAKEFLAGS']);

export function shellGaps({ commands, whole }: TextRead, place: Place): string[] {
  const loading = commands
    .flatMap(wordsOf)
    .map(nameOf)
    .filter((name) => loadsCode(name) && !HARMLESS.has(name))
    .map((name) => `sets ${name}, which can make programs load more`);
  return [
    ...SIGNS.flatMap(([sign, gap]) => (commands.some((one) => sign(one, place)) ? [gap] : [])),
    ...loading,
    ...(whole ? [] : [UNREADABLE]),
  ];
}

const wordsOf = ({ run: { command } }: CommandRead): readonly Word[] => [
  ...command.assigns,
  ...command.words,
];

/** The variable that a word sets, if it does. */
const nameOf = ({ pieces: [first] }: Word): string =>
  /^(\w+)\+?=/.exec(typeof first === 'string' ? first : '')?.[1] ?? '';

/** zsh has the same as a list. */
const isPath = (word: Word): boolean => nameOf(word) === 'PATH' || word.raw.startsWith('path=(');

/** Whether a PATH leads, beside to where it led before, to directories outside of the project alone. */
const isOutside = ({ pieces }: Word, place: Place): boolean =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : piece.name === 'PATH' ? '$PATH' : '\0'))
    .join('')
    .replace(/^PATH=/, '')
    .split(':')
    .every(
      (dir) =>
        dir === '$PATH' ||
        (/^\/[^\0~]*$/.test(dir) && dir !== place.projectDir && !isInside(dir, place)),
    );
