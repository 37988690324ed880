import { isReadingAwk, isReadingAwkValue } from './awk-program.ts';
import { isReadingJq, withoutJqValues } from './jq-filter.ts';
import { isReadingSed } from './sed-script.ts';
import { testedFiles } from './test-words.ts';
import type { Given, Known } from './words-of-reading.ts';

/** Settings for one command that only change how it prints. */
const PRINTS =
  /^(color\.[\w.]+|core\.(quotepath|abbrev)|log\.(date|decorate|abbrevcommit)|diff\.(renames|algorithm)|advice\.\w+|column\.\w+)=[\w-]*$|^core\.pager=(cat)?$/i;

/** Whether code of a language only reads what it is given, and prints. */
export const LANGUAGES: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['sed', isReadingSed],
  ['awk', isReadingAwk],
  ['awk_value', isReadingAwkValue],
  ['jq', isReadingJq],
  ['git', (setting) => PRINTS.test(setting)],
]);

/** What a row cannot say of a program. */
interface Check {
  /** The words as the row is to see them; undefined where they do more than to read. */
  readonly words?: (texts: readonly string[]) => readonly string[] | undefined;
  readonly holds?: (known: Known) => boolean;
  /** It goes below directories, or shows what is in files. */
  readonly more?: (known: Known) => boolean;
}

const has = (options: readonly Given[], ...names: readonly string[]): boolean =>
  options.some(({ name }) => names.includes(name));

const valuesOf = (options: readonly Given[], ...names: readonly string[]): readonly string[] =>
  options.flatMap(({ name, value }) => (names.includes(name) ? [value ?? ''] : []));

/** -U and -L show what is in files, and take a value. */
const showsPatch = ({ options }: Known): boolean =>
  has(options, '-U', '-L', '-S', '-G', '--diff-merges');

/** `%G` and `%(signature)` run gpg. */
const plainForms = ({ options }: Known): boolean =>
  valuesOf(options, '--format', '--pretty', '--sort', '--group').every(
    (form) => !/%[-+ ]?G|signature|trailer.*key/i.test(form),
  );

/** With one of these a name is looked for, and not made. */
const lists = ({ options, operands }: Known): boolean =>
  operands.length === 0 ||
  has(options, '--list', '--contains', '--no-contains', '--merged', '--no-merged', '--points-at');

/** Settings that may hold something secret, or the name of a program that keeps it. */
const SECRET = /header|credential|token|pass|secret|cookie|helper|proxy|insteadof|key|auth/i;

const PLAIN_SETTING =
  /^(user\.(name|email)|(core|init|branch|pull|push|merge|diff|remote|rebase|commit|fetch|alias|color|log|status)\.[\w./-]+)$/i;

function asksSetting({ options, operands }: Known): boolean {
  if (has(options, '-l')) return operands.length === 0 && has(options, '--local');
  return (
    operands.length === 1 && operands.every((key) => PLAIN_SETTING.test(key) && !SECRET.test(key))
  );
}

const hasNoLateOption = ({ operands }: Known): boolean =>
  operands.every((text) => !/^-./.test(text));

/** Variables that hold nothing secret. */
export const OPEN_VARIABLE =
  /^(HOME|PWD|OLDPWD|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TERM|TZ|PATH|HOSTNAME|HOSTTYPE|OSTYPE|MACHTYPE|SHLVL|COLUMNS|LINES|EDITOR|VISUAL|PAGER|TMPDIR|CI|VIRTUAL_ENV|CONDA_PREFIX|CONDA_DEFAULT_ENV|JAVA_HOME|GOPATH|GOROOT|CARGO_HOME|NVM_DIR|PYENV_ROOT|XDG_\w+|DISPLAY|RANDOM|SECONDS|LINENO|UID|EUID|PPID|BASHPID|BASH_VERSION|EPOCHSECONDS|PIPESTATUS|FUNCNAME|REPLY|_)$/;

/** echo takes every word as it is; a shell's own words have no options to look up. */
const asText = (texts: readonly string[]): readonly string[] => [
  texts[0] ?? '',
  '--',
  ...texts.slice(1),
];

export const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['echo', { words: asText }],
  ['true', { words: asText }],
  ['false', { words: asText }],
  [':', { words: asText }],
  ['expr', { words: asText }],
  // %n sets a variable, PATH as well.
  ['printf', { holds: ({ operands }) => !/%[^A-Za-z%]*[hlLqjzt]*n/.test(operands[0] ?? '%n') }],
  ['test', { words: testedFiles }],
  ['[', { words: testedFiles }],
  [
    'date',
    {
      holds: ({ operands }) =>
        operands.every((text) => text.startsWith('+')) && operands.length < 2,
    },
  ],
  [
    'printenv',
    {
      holds: ({ operands }) =>
        operands.length > 0 && operands.every((name) => OPEN_VARIABLE.test(name)),
    },
  ],
  ['command', { holds: ({ options }) => options.length > 0 }],
  [
    'set',
    {
      holds: ({ options }) =>
        options.length > 0 &&
        valuesOf(options, '-o').every((name) => /^(pipefail|errexit|nounset)$/.test(name)),
    },
  ],
  ['read', { holds: ({ operands }) => operands.every((name) => /^[a-z][a-z0-9_]*$/.test(name)) }],
  [
    'cd',
    {
      holds: ({ operands }) =>
        operands.length === 1 && operands.every((dir) => !/^(-|[-+]\d*)?$/.test(dir)),
    },
  ],
  // It takes words out of a file that is named so, wherever it stands.
  [
    'strings',
    { words: (texts) => (texts.some((text) => text.startsWith('@')) ? undefined : texts) },
  ],
  // Letters behind -P and -I are options to it, and their value is the next word.
  [
    'tree',
    {
      words: (texts) =>
        texts.some((text) => /^-[A-Za-z]*[PIL]./.test(text) && !/^-[A-Za-z]*L\d+$/.test(text))
          ? undefined
          : texts,
    },
  ],
  // In one grep these take a value, in another none, or only one that is attached.
  ...['grep', 'egrep', 'fgrep'].map((name): [string, Check] => [
    name,
    {
      holds: ({ options }) =>
        valuesOf(options, '-A', '-B', '-C', '-m').every((value) => /^\d+$/.test(value)),
    },
  ]),
  // Some take options behind the program as well.
  ...['awk', 'gawk', 'mawk', 'nawk'].map((name): [string, Check] => [
    name,
    { holds: hasNoLateOption },
  ]),
  ['jq', { words: withoutJqValues }],
  ['git log', { holds: plainForms, more: showsPatch }],
  ['git reflog', { holds: plainForms, more: showsPatch }],
  ['git reflog show', { holds: plainForms, more: showsPatch }],
  ['git stash list', { holds: plainForms, more: showsPatch }],
  ['git show', { holds: plainForms }],
  ['git rev-list', { holds: plainForms }],
  ['git shortlog', { holds: plainForms }],
  ['git for-each-ref', { holds: plainForms }],
  ['git branch', { holds: (known) => lists(known) && plainForms(known) }],
  [
    'git tag',
    { holds: (known) => (lists(known) || has(known.options, '-l')) && plainForms(known) },
  ],
  ['git config', { holds: asksSetting }],
]);
