import { basename, isAbsolute } from 'node:path';
import { type Given, likelyRuns, literal, type Run, type Word } from '@wavehooks/shell/runs';
import { familyOf } from './interpreters.ts';

export type Variables = Given['variables'];

/** One command of a text, as far as it is known before it runs. */
export interface CommandRead {
  /** The variables that are set in front of it. */
  readonly sets: readonly (readonly [string, string | undefined])[];
  readonly argv: readonly (string | undefined)[];
  /** The files that its input comes from. */
  readonly reads: readonly (string | undefined)[];
  /** The files that its output goes to. */
  readonly writes: readonly string[];
  /** Where it runs: empty for where the whole text does, undefined when nobody knows. */
  readonly dir: string | undefined;
  /** It only starts the command that follows. */
  readonly starts: boolean;
  readonly run: Run;
}

/** The commands of a text. */
export interface TextRead {
  readonly commands: readonly CommandRead[];
  /** It is one command that is known as a whole, without files that the shell opens. */
  readonly simple: boolean;
  /** It was read to its end. */
  readonly whole: boolean;
  /** The functions that it defines. */
  readonly functions: ReadonlySet<string>;
}

/** Reads a shell's text with the variables it starts with. What is not known stays so: never a wrong word. */
export function readText(
  text: string,
  variables: Variables,
  expansion?: Given['expansion'],
): TextRead {
  const { runs, unread, whole, straight, functions } = likelyRuns(text, {
    variables,
    ...(expansion ? { expansion } : {}),
  });
  const sure = runs.filter(({ role }) => role === 'needed' || role === 'covered');
  const [only] = sure;
  const simple = unread.length === 0 && runs.length === 1 && only?.command.redirects.length === 0;
  return { commands: placed(sure, straight), simple, whole, functions };
}

/** Words that change where the rest runs. */
const MOVES: ReadonlySet<string | undefined> = new Set(['cd', 'chdir', 'pushd', 'popd']);

/** Options of programs such as `env` and `make`, which look from another directory then. */
const MOVED = /^(-C|--(chdir|directory)\b)/;

/** Follows where each of them runs. */
function placed(runs: readonly Run[], straight: boolean): CommandRead[] {
  let dir: string | undefined = '';
  let lost = Number.POSITIVE_INFINITY;
  return runs.map((run) => {
    const depth = run.within.length;
    if (depth <= lost) lost = Number.POSITIVE_INFINITY;
    const isLost = depth > lost || looksElsewhere(run);
    if (isLost) lost = Math.min(lost, depth);
    // What a trap says runs at another time.
    const own = commandOf(run, isLost || run.within.includes('trap') ? undefined : dir);
    const [program, to, ...more] = own.argv;
    if (MOVES.has(program)) {
      const isKnown = program === 'cd' && straight && depth === 0 && more.length === 0;
      dir = isKnown && to !== undefined && isAbsolute(to) ? to : undefined;
    }
    return own;
  });
}

/** An interpreter hands such an option on to its script. */
function looksElsewhere({ words }: Run): boolean {
  const [program = '', ...args] = words.map((word) => textOf(word) ?? '');
  const isScript = program.includes('/') || familyOf(program) !== undefined;
  return !isScript && args.some((arg) => MOVED.test(arg));
}

const WRITING: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '<>']);

function commandOf(run: Run, dir: string | undefined): CommandRead {
  const { assigns, redirects, words } = run.command;
  return {
    sets: assigns.map(assignment),
    argv: run.words.map(textOf),
    reads: redirects
      .filter(({ op }) => op === '<' || op === '<>')
      .map(({ target }) => textOf(target)),
    writes: redirects
      .filter(({ op }) => WRITING.has(op))
      .flatMap(({ target }) => textOf(target) ?? []),
    dir,
    starts: run.words.length < words.length && isStarter(textOf(words[0]) ?? ''),
    run,
  };
}

/** Programs and words of the shell that do nothing but run the command after them. */
const STARTERS: ReadonlySet<string> = new Set(
  'exec env command builtin nohup time nice setsid stdbuf timeout xargs sudo'.split(' '),
);

export const isStarter = (program: string): boolean => STARTERS.has(basename(program));

/** Not all shells know braces. */
const textOf = (word: Word | undefined): string | undefined =>
  word?.spellings === undefined ? literal(word) : undefined;

function assignment(word: Word): readonly [string, string | undefined] {
  const [, name = '', value] = /^(\w*)=(.*)$/s.exec(textOf(word) ?? '') ?? [];
  return [name || (/^\w+/.exec(word.raw)?.[0] ?? ''), value];
}
