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
