import { basename, isAbsolute } from 'node:path';
import { familyOf } from './interpreters.ts';
import type { Word } from './words.ts';

/** One command of a list, as far as it can be told apart. */
export interface Segment {
  /** The variables that are set in front of it. */
  readonly sets: readonly (readonly [string, string | undefined])[];
  readonly argv: readonly (string | undefined)[];
  /** The files that its input comes from. */
  readonly reads: readonly (string | undefined)[];
  /** Where it runs: empty for where the whole command does, undefined when nobody knows. */
  readonly dir: string | undefined;
  /** Whether its program is its first word, and not a word of the shell or a program that starts it. */
  readonly isPlain: boolean;
}

/** Words of the shell, and programs, that run the command after them. */
const PREFIXES: ReadonlySet<string> = new Set(
  'exec env command builtin nohup time nice setsid stdbuf timeout xargs sudo if then else elif do while until'.split(
    ' ',
  ),
);

/** Words that change where the rest runs. */
const MOVES: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', 'popd']);

/** Options of programs such as `env` and `make`, which look from another directory then. */
const MOVED = /^(-C|--(chdir|directory)\b)/;

/** Parts words into commands, and follows where each of them runs. */
export function segmentsOf(words: readonly Word[]): Segment[] {
  const groups: Word[][] = [];
  for (const word of words)
    if (groups.length === 0 || isBoundary(word.after)) groups.push([word]);
    else groups.at(-1)?.push(word);
  // What is moved inside of brackets, or beside a pipe, is not moved behind them.
  const isList = words.every(({ after }) => /^(;|&&|\n)*([<>]+[&|]?)?$/.test(after));
  let dir: string | undefined = '';
  return groups.map((group) => {
    const segment = segmentOf(group, dir);
    dir = dirAfter(segment, isList);
    return segment;
  });
}

const isBoundary = (after: string) => /[;|&()\n]/.test(after.replace(/[<>]+[&|]?$/, ''));
const isRedirected = ({ after }: Word) => /[<>][&|]?$/.test(after);

function segmentOf(group: readonly Word[], dir: string | undefined): Segment {
  const words = group.filter((word) => !isRedirected(word));
  const first = words.findIndex(({ sets }) => sets === undefined);
  const front = first === -1 ? words : words.slice(0, first);
  const rest = first === -1 ? [] : words.slice(first);
  const start = programAt(rest);
  const argv = rest.slice(start).map(({ text }) => text);
  const reads = group.filter((word) => isRedirected(word) && !word.written);
  const isOther = !argv[0]?.includes('/') && familyOf(argv[0] ?? '') === undefined;
  const moves = (isOther ? rest : rest.slice(0, start)).some(({ text }) => MOVED.test(text ?? ''));
  return {
    sets: [...front, ...rest.slice(0, start)].flatMap(assignment),
    argv,
    reads: reads.map(({ text }) => text),
    dir: moves ? undefined : dir,
    isPlain: start === 0,
  };
}

/** Past the words in front of the program, their options and variables. */
function programAt(words: readonly Word[]): number {
  if (!PREFIXES.has(basename(words[0]?.text ?? ''))) return 0;
  const at = words.findIndex(
    ({ text, sets }) =>
      sets === undefined && !PREFIXES.has(basename(text ?? '')) && !/^(-|\d)/.test(text ?? ''),
  );
  return at === -1 ? words.length : at;
}

const assignment = ({ text, sets }: Word): [string, string | undefined][] =>
  sets === undefined ? [] : [[sets, text?.slice(sets.length + 1)]];

function dirAfter({ argv, dir }: Segment, isList: boolean): string | undefined {
  const [program, to, ...more] = argv;
  if (program === undefined || !MOVES.has(program)) return dir;
  const isKnown = program === 'cd' && isList && more.length === 0 && to !== undefined;
  return isKnown && isAbsolute(to) ? to : undefined;
}
