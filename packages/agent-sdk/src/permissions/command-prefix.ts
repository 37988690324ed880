import { analyseShell, literal } from '@wavehooks/shell/rules';

/** Stands for one plain word, such as the name of a script. */
const NAME = 'NAME';
/** Stands for the file of a script: without one, an interpreter runs what it reads. */
const FILE = 'FILE';

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

/**
 * These stand for themselves: a rule is for the very words, whatever reads their output. What follows them may be any
 * program (`make SHELL=x`), or means something else (`git push --force`). None of them runs what it reads.
 */
const AS_THEY_ARE: readonly (readonly string[])[] = [
  ['make'],
  ...verbs('git', 'push stash switch tag'),
  ...verbs('npm', 'ci install'),
  ...verbs('pnpm', 'install'),
  ...verbs('yarn', 'install'),
  // `--config` of these names a program.
  ...verbs('cargo', 'build check clippy doc run test'),
  ...verbs('go', 'generate mod run'),
  ...verbs('docker', 'build'),
  ...verbs('docker compose', 'build logs ps pull up'),
  ['node', '--test'],
  ...['node', 'python', 'python3'].map((program) => [program, FILE]),
  ...verbs('npx', 'biome eslint jest playwright prettier tsc vitest'),
  ['mkdir'],
];

function verbs(program: string, list: string): string[][] {
  return list.split(' ').map((verb) => [...program.split(' '), verb]);
}

/**
 * THE TABLE of what is asked about each time, by program: what deletes, loses work, pushes by force or publishes.
 * Patterns are for the arguments, each between spaces; of a program whose options may stand before its verb, anywhere.
 */
const EACH_TIME: Readonly<Record<string, RegExp>> = {
  ...allOf('rm rmdir unlink shred trash rimraf', /^/),
  find: / -delete /,
  git: /^ (clean|rm|filter-branch) |^ push( .*)?( --(force|delete|mirror|prune)| -\w*[fd]| [+:])|^ reset .*--hard |^ (branch|tag)( .*)?( -\w*[dD]| --delete )|^ stash (drop|clear) |^ checkout( .*)? (--|\.) |^ restore (?!--staged )/,
  npm: / ((un)?publish|deprecate) /,
  cargo: / (publish|yank) /,
  gem: / (push|yank) /,
  'docker-compose': / (down|kill|rm) /,
  kubectl: / (delete|drain) /,
  helm: / (push|uninstall) /,
  gh: / (release|delete) /,
  twine: / upload /,
  ...allOf('docker podman', / (push|rmi?|prune) | compose( .*)? (down|kill|rm) /),
  ...allOf('pnpm yarn poetry uv flit hatch', / publish /),
  npx: / (rimraf|del-cli|trash-cli) /,
};

function allOf(programs: string, pattern: RegExp): Record<string, RegExp> {
  return Object.fromEntries(programs.split(' ').map((program) => [program, pattern]));
}

/** Of git, where a verb is also a word of a message or a name of a branch. */
const OWN_OPTIONS = /^( (-[cC]|--(git-dir|work-tree|namespace)) \S+| -\S+)+(?= )/;

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
    prefix.every((word, at) => STANDS_FOR[word]?.test(words[at] ?? '') ?? word === words[at]);
  const row = PREFIXES.find(begins);
  if (row) return `${words.slice(0, row.length).join(' ')} *`;
  const simple = words.every((word = '') => /^[\w@%+=:,./-]+$/.test(word) && !ITS_INPUT.test(word));
  return simple && AS_THEY_ARE.some(begins) ? words.join(' ') : undefined;
}

/** A file that is not what its name says: `make -f -` runs what it reads. */
const ITS_INPUT = /(^|=|^-\w)-$|\/(dev|proc)\//;

const STANDS_FOR: Readonly<Record<string, RegExp>> = {
  [NAME]: /^\w[\w:.-]*$/,
  [FILE]: /^[\w./][\w./-]*\.(c|m)?[jt]s$|^[\w./][\w./-]*\.py$/,
};
