import { isOpen, optionsOf } from './runs/command-options.ts';
import { hasUnknownVerb, verbOf } from './runs/command-verb.ts';
import { type Run, runsIn } from './runs/every-run.ts';
import { isShown, opensFile } from './shown-runs.ts';
import { literal, type Piece, type Redirect, type Word, wordsOf } from './text/command.ts';
import { programOf } from './text/program-name.ts';
import type { Unread } from './text/unread.ts';
import { writtenAs } from './text/written-as.ts';

/** A command that a text runs. What shows only when it runs is `undefined`, never a guess. */
export interface ShellCommand {
  /** The program's name without its directory; `''` where only redirections stand. */
  readonly program: string | undefined;
  /** What the program is to do, for programs that take such a word: `push` of `git -C dir push`. */
  readonly verb: string | undefined;
  /** Its own options, up to a `--`: as they are written, without a `=value`, and each letter of `-rf` as well. */
  readonly options: readonly string[];
  /** Everything behind the program. An unknown one may become several, or none. */
  readonly args: readonly (string | undefined)[];
  /** What each argument begins with: all of a known one, of an unknown one what stands before the first `$`. */
  readonly begins: readonly string[];
  /** An unknown argument may be an option: `options` may lack one. */
  readonly open: boolean;
  /** The program as it is written, with its directory. */
  readonly path: string | undefined;
  readonly redirects: readonly ShellRedirect[];
  /** Variables that are set for it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The programs that run it, the outermost first: `['sudo', 'bash']`. */
  readonly within: readonly (string | undefined)[];
  /** It runs only where an option that is not known means something else, or in some shells. */
  readonly maybe: boolean;
}

/** A file that a shell opens for a command, or a text that it hands to it. */
export interface ShellRedirect {
  readonly op: string;
  readonly file: string | undefined;
  /** What `<<` and `<<<` say. */
  readonly text: string | undefined;
}

export interface ShellCommands {
  /** In the order in which they are found, each before what it runs. */
  readonly commands: readonly ShellCommand[];
  /** What cannot be read before it runs, and why. Where there is any, more may run than `commands` says. */
  readonly unread: readonly Unread[];
}

/** Every command that a shell would run for a text, also inside of `sudo`, `bash -c`, `$(...)` and the like. */
export function commandsIn(text: string): ShellCommands {
  const { runs, unread } = runsIn(text);
  const shown = runs.filter(isShown);
  return {
    commands: shown.map(plain),
    unread: [...unread.map(({ part, why }) => ({ part, why })), ...shown.flatMap(unknownVerb)],
  };
}

/** Whoever looks for one verb must hear of a command that may have it. */
const unknownVerb = ({ command }: Run): readonly Unread[] =>
  hasUnknownVerb(command) ? [{ part: writtenAs(command), why: UNKNOWN_VERB }] : [];

const UNKNOWN_VERB = 'what it is to do shows only when it runs';

function plain({ command, words: own, within, role }: Run): ShellCommand {
  const { words, assigns, redirects, elsewhere } = command;
  return {
    program: words.length === 0 ? '' : programOf(command),
    verb: verbOf(command),
    options: optionsOf(own.slice(1)),
    args: words.slice(1).flatMap(textsOf),
    begins: words.slice(1).flatMap((word) => wordsOf(word).map(beginningOf)),
    open: isOpen(own.slice(1)),
    path: words.length === 0 ? '' : literal(words[0]),
    redirects: redirects.filter(opensFile).map(plainRedirect),
    env: Object.fromEntries(assigns.map(assignment)),
    within,
    maybe: role === 'maybe' || elsewhere === true,
  };
}

const textsOf = (word: Word): readonly (string | undefined)[] => wordsOf(word).map(textOf);

const textOf = (pieces: readonly Piece[]): string | undefined => literal({ pieces, raw: '' });

const beginningOf = (pieces: readonly Piece[]): string => {
  const end = pieces.findIndex((piece) => typeof piece !== 'string');
  return pieces.slice(0, end < 0 ? pieces.length : end).join('');
};

const plainRedirect = ({ op, target, body }: Redirect): ShellRedirect => ({
  op,
  file: op.startsWith('<<') ? undefined : literal(target),
  text: op === '<<<' ? literal(target) : body,
});

function assignment({ pieces, raw }: Word): readonly [string, string | undefined] {
  const name = /^\w+/.exec(raw)?.[0] ?? /^[^=]*/.exec(String(pieces[0]))?.[0] ?? '';
  return [name, textOf(pieces)?.replace(/^[^=]*=/s, '')];
}
