import { analyseShell, literal } from '@wavehooks/shell/rules';

/** Stands for one plain word, such as the name of a script. */
const NAME = 'NAME';

/**
 * What commands may begin with for a rule that covers whatever follows. A closed list: no interpreter by
 * itself, no shell, no program that runs what its arguments say, none that removes or loses work, none that sends. Where an option
 * runs a command all the same (`npm test --script-shell=x`), the table of programs sees that command, and
 * it needs a rule of its own.
 */
const PREFIXES: readonly (readonly string[])[] = [
  ...verbs('git', 'add commit fetch pull'),
  ...verbs('npm', 'test'),
  ...verbs('pnpm', 'build lint test typecheck'),
  ...verbs('yarn', 'build lint test typecheck'),
  ['npm', 'run', NAME],
  ['pnpm', 'run', NAME],
  // Of yarn not every name: `yarn run node` runs whatever follows.
  ...verbs('yarn run', 'build lint test typecheck'),
  ...verbs('cargo', 'fmt'),
  ...verbs('go', 'build fmt test vet'),
  ['pytest'],
  ...verbs('python -m', 'pytest'),
  ...verbs('python3 -m', 'pytest'),
  ...verbs('docker', 'images logs ps'),
  ...verbs('kubectl', 'describe get logs'),
  ...verbs('gh pr', 'checks diff list status view'),
  ...verbs('gh issue', 'list status view'),
  ...verbs('gh run', 'list view'),
];

/** Options of these run any program (`make SHELL=x`, `cargo test --config x`): a rule is for the very words, whatever reads their output. */
const AS_THEY_ARE: readonly (readonly string[])[] = [
  ...verbs('cargo', 'build check clippy test'),
  ['make'],
  ['node', '--test'],
];

function verbs(program: string, list: string): string[][] {
  return list.split(' ').map((verb) => [...program.split(' '), verb]);
}

/**
 * THE TABLE of what is asked about each time, by program: what deletes, loses work, pushes by force or publishes.
 * Patterns are for the arguments, each between spaces, behind the options that the program itself has.
 */
const EACH_TIME: Readonly<Record<string, RegExp>> = {
  ...allOf('rm rmdir unlink shred trash rimraf', /^/),
  find: / -delete /,
  git: /^ (clean|rm|filter-branch) |^ push( .*)?( --(force|delete|mirror|prune)| -\w*[fd]| [+:])|^ reset .*--hard |^ (branch|tag)( .*)?( -\w*[dD]| --delete )|^ stash (drop|clear) /,
  npm: /^ ((un)?publish|deprecate) /,
  yarn: /^ (npm )?publish /,
  cargo: /^ (publish|yank) /,
  gem: /^ (push|yank) /,
  docker: /^ (\w+ )?(push|rmi?|prune) /,
  kubectl: /^ delete /,
  helm: /^ (push|uninstall) /,
  gh: /^ (release |\w+ delete )/,
  twine: /^ upload /,
  ...allOf('pnpm poetry uv flit hatch', /^ publish /),
};

function allOf(programs: string, pattern: RegExp): Record<string, RegExp> {
  return Object.fromEntries(programs.split(' ').map((program) => [program, pattern]));
}

const OWN_OPTIONS = /^( -[cC] \S+| -\S+)+(?= )/;

/** Whether a command, or one of its parts, is such that no answer may last. */
export const isAskedEachTime = (command: string): boolean =>
  analyseShell(command).parts.some(({ command: { words } }) => {
    const [program = '', ...rest] = words.map((word) => (literal(word) ?? '').replace(/\s/g, '_'));
    const pattern = EACH_TIME[program.slice(program.lastIndexOf('/') + 1)];
    return pattern?.test(` ${rest.join(' ')} `.replace(OWN_OPTIONS, '')) ?? false;
  });

/** `npm test *` and the like: what rules may name of a text's commands, in their order. */
export function commandPrefixes(command: string): readonly string[] {
  const { parts } = analyseShell(command);
  const found = parts
    .filter(({ must }) => must === 'match')
    .flatMap((part) => patternOf(part.command.words.map(literal)) ?? []);
  return [...new Set(found)];
}

function patternOf(words: readonly (string | undefined)[]): string | undefined {
  const begins = (prefix: readonly string[]) =>
    prefix.every((word, at) => (word === NAME ? isPlain(words[at]) : word === words[at]));
  const row = PREFIXES.find(begins);
  if (row) return `${words.slice(0, row.length).join(' ')} *`;
  const simple = words.every((word) => /^[\w@%+=:,./-]+$/.test(word ?? ''));
  return simple && AS_THEY_ARE.some(begins) ? words.join(' ') : undefined;
}

const isPlain = (word: string | undefined): boolean => /^\w[\w:.-]*$/.test(word ?? '');
