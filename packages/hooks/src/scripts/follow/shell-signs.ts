import { namesSetBy } from '@wavehooks/shell/runs';
import type { CommandRead, TextRead } from '../names/commands.ts';
import { loadsCode } from '../names/loading.ts';
import { COMPUTED, PROGRAMS, PUT_TOGETHER } from '../names/step.ts';

type Sign = (command: CommandRead) => boolean;

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
  [has(/^(enable|hash|declare|typeset|local)$/, /^-\w*[fpn]/), COMPUTED],
  [has(/^/, /\bsystem\s{0,9}\(/), PROGRAMS],
];

/** These say only how the shell itself reads. */
const HARMLESS: ReadonlySet<string> = new Set(['IFS', 'CDPATH', 'PS4', 'MAKEFLAGS']);

export function shellGaps({ commands, whole }: TextRead): string[] {
  const loading = commands
    .flatMap((one) => [...namesSetBy(one.run.command), ...assignedIn(one)])
    .filter((name) => loadsCode(name) && !HARMLESS.has(name))
    .map((name) => `sets ${name}, which can make programs load more`);
  return [
    ...SIGNS.flatMap(([sign, gap]) => (commands.some(sign) ? [gap] : [])),
    ...new Set(loading),
    ...(whole ? [] : ['has lines that Wave cannot read']),
  ];
}

/** The variables that words set: before a command, and as arguments of `export`, `env` and the like. */
const assignedIn = ({ run: { command } }: CommandRead): string[] =>
  [...command.assigns, ...command.words].flatMap(({ pieces: [first], raw }) =>
    raw.startsWith('path=(')
      ? ['PATH']
      : (/^(\w+)\+?=/.exec(typeof first === 'string' ? first : '')?.[1] ?? []),
  );
