import { posix } from 'node:path';
import { parseShell } from '../code/parse-shell.ts';
import { type LookedUp, lookUp } from '../look-up/look-up.ts';
import { type Command, literal, plainCommand, type Word } from '../text/command.ts';
import { isScript, programOf } from '../text/program-name.ts';
import type { Unread } from '../text/unread.ts';
import { shortened, writtenAs } from '../text/written-as.ts';
import {
  aliasCode,
  type Code,
  evalCode,
  shellCode,
  sourceCode,
  trapCode,
} from './code-arguments.ts';
import { VERB_OPTIONS } from './command-verb.ts';
import { FINDERS, runByFinder } from './finders.ts';
import { insideOf, NOTHING, runningLine } from './inside.ts';
import { namedByOption } from './named-options.ts';
import { RUNNERS } from './runners.ts';
import type { Wrapper } from './wrapper.ts';
import { findInner, hasAny, withoutOptions } from './wrapper-options.ts';
import { OPAQUE, SHELLS, WRAPPERS } from './wrappers.ts';
import { withInput } from './xargs.ts';

/** What a command runs beyond itself. */
export interface Unwrapped {
  readonly inner: readonly Command[];
  /** What stands in its options and variables: no permission for the command itself speaks for these. */
  readonly more: readonly Command[];
  /** What it might run if an option were read otherwise: only deny and ask rules look at these. */
  readonly maybe: readonly Command[];
  /** An allow rule must match the command itself, too. */
  readonly own: boolean;
  /** A rule for the command itself is meant for what stands in its arguments, too: `sudo apt *`. */
  readonly speaksFor: boolean;
  /** All that decides which of its words is run is known, so that `maybe` is hardly ever run. */
  readonly sure: boolean;
  /** How many words at its end are another program's. */
  readonly lent?: number;
  /** What it runs that cannot be known. */
  readonly unread: readonly Unread[];
}

const ITSELF: Unwrapped = {
  inner: [],
  more: [],
  maybe: [],
  own: true,
  speaksFor: false,
  sure: true,
  unread: [],
};

const unknown = (part: string, why: string): Unwrapped => ({ ...ITSELF, unread: [{ part, why }] });

export function unwrap(command: Command): Unwrapped {
  const unwrapped = withInside(unwrapNamed(command), command, lookUp(command));
  // A program of that name from anywhere else can be any program.
  return unwrapped.own || isFromSystem(command) ? unwrapped : { ...unwrapped, own: true };
}

const isFromSystem = ({ words }: Command): boolean =>
  /^(\/(usr\/)?bin\/)?[a-z.]+$/.test(literal(words[0]) ?? '');

/** Together with what the table of programs says. */
function withInside(named: Unwrapped, command: Command, found: LookedUp | undefined): Unwrapped {
  const inside = insideOf(command, found);
  const { inner, spoken = [], lent, unread } = inside;
  const guessed = named === ITSELF ? namedByOption(command, found) : [];
  if (named === ITSELF && inside === NOTHING && guessed.length === 0) return ITSELF;
  const joined = {
    ...named,
    inner: [...named.inner, ...spoken],
    speaksFor: named.speaksFor || spoken.length > 0,
    more: inner,
    sure: named.sure && inside.maybe.length + guessed.length === 0,
    maybe: [
      ...named.maybe,
      ...inside.maybe,
      ...guessed.flatMap((text) => parseShell(text).commands),
    ],
    unread: [...named.unread, ...unread],
  };
  if (lent === undefined || named.inner.length > 0) return joined;
  const whole = command.words.some(({ spellings }) => spellings !== undefined) ? 0 : lent.length;
  return { ...joined, inner: [plainCommand(lent)], speaksFor: true, lent: whole };
}

function unwrapNamed(command: Command): Unwrapped {
  const program = programOf(command)?.toLowerCase();
  if (program === undefined) {
    const [word] = command.words;
    if (word === undefined || isScript(command)) return ITSELF;
    return unknown(shortened(word.raw), WHY.program);
  }
  if (OPAQUE.has(program))
    return {
      ...unknown(writtenAs(command), WHY.elsewhere),
      maybe: suffixes(command.words, 1),
      sure: false,
    };
  if (isByHandle(command)) return unknown(writtenAs(command), WHY.handle);
  const code = isShell(program) ? shellCode : CODE[program];
  if (code !== undefined) return fromCode(command, code(command));
  const finder = FINDERS.get(program);
  if (finder !== undefined)
    return { ...ITSELF, ...runByFinder(command.words, finder), sure: false };
  const wrapper = wrapperOf(program);
  if (wrapper === undefined) return ITSELF;
  return wrapper.verbs === undefined
    ? fromWrapper(program, command, wrapper)
    : fromVerb(program, command, wrapper, wrapper.verbs);
}

const WHY = {
  program: 'which program it is shows only when it runs',
  elsewhere: 'it runs commands that are not looked into',
  handle: 'it runs a program that is open already',
  code: 'it runs commands that show only when it runs',
  shell: 'it starts a shell that gets its commands from elsewhere',
  word: 'which of its words is the program shows only when it runs',
} as const;

/** A program that is open already, or runs already: `/proc/self/exe`, `/dev/fd/3`. */
const isByHandle = ({ words }: Command): boolean =>
  /^(\/|(\.\.\/)+)(dev|proc)\/|(^|\/)(\d+|exe)$/.test(posix.normalize(literal(words[0]) ?? ''));

/** Also by a name with a version. */
const isShell = (program: string): boolean =>
  SHELLS.has(program) || SHELLS.has(program.replace(/-?(static|[\d.]+)$/, ''));

function wrapperOf(program: string): Wrapper | undefined {
  if (Object.hasOwn(WRAPPERS, program)) return WRAPPERS[program];
  return LOADER.test(program) ? { own: true } : undefined;
}

/** The system's own loader runs the program that it is given. */
const LOADER = /^ld[\w.-]*\.so(\.\d+)?$/;

/** `npm exec program`: what stands behind the verb is like a wrapper's words. */
function fromVerb(program: string, command: Command, wrapper: Wrapper, verbs: string): Unwrapped {
  const [, verb, ...rest] = withoutOptions(command.words, VERB_OPTIONS.get(program));
  if (verb === undefined) return ITSELF;
  const text = literal(verb);
  if (text === undefined) return { ...ITSELF, sure: false, maybe: suffixes([verb, ...rest], 1) };
  if (!verbs.split(' ').includes(text)) return ITSELF;
  return fromWrapper(program, { ...command, words: [verb, ...rest] }, wrapper);
}

const CODE: Readonly<Record<string, ((command: Command) => Code) | undefined>> = Object.assign(
  Object.create(null),
  { eval: evalCode, trap: trapCode, alias: aliasCode, source: sourceCode, '.': sourceCode },
);

function fromCode(command: Command, code: Code): Unwrapped {
  if (code === undefined) return ITSELF;
  if (code === 'opaque') return unknown(writtenAs(command), WHY.code);
  const parsed = code.texts.map((text) => parseShell(text));
  const unread = parsed.find((one) => one.unread !== undefined)?.unread;
  return {
    ...ITSELF,
    inner: parsed.flatMap(({ commands }) => commands),
    maybe: (code.maybe ?? []).flatMap((text) => parseShell(text).commands),
    own: code.own ?? false,
    sure: !code.own,
    unread: unread === undefined ? [] : [unread],
  };
}

function fromWrapper(program: string, command: Command, wrapper: Wrapper): Unwrapped {
  const { words, assigns } = command;
  const found = findInner(words, wrapper);
  const maybe = suffixes(words, found.is === 'program' ? found.from : 1, found.is === 'program');
  if (found.is === 'idle') return ITSELF;
  if (found.is === 'nothing')
    return startsShell(words, wrapper)
      ? unknown(writtenAs(command), WHY.shell)
      : { ...ITSELF, maybe };
  if (found.is !== 'program')
    return { ...ITSELF, maybe, sure: false, unread: [{ part: writtenAs(command), why: WHY.word }] };
  const rest = words.slice(found.from);
  if (isLine(words.slice(1, found.from), wrapper)) {
    const { inner, unread, maybe: more } = runningLine(rest);
    return { ...ITSELF, inner, unread, maybe: [...maybe, ...more], speaksFor: true };
  }
  const inner = {
    ...plainCommand(program === 'xargs' ? withInput(words, rest, command.fed) : rest),
    assigns: [...assigns, ...found.assigns],
    redirects: command.redirects.filter((one) => one.op.startsWith('<<') && handsOn(program)),
  };
  const speaksFor = wrapper.own ?? false;
  const { sure } = found;
  return {
    ...ITSELF,
    inner: [inner],
    maybe,
    own: speaksFor || !sure,
    speaksFor,
    sure,
    lent: rest.length,
  };
}

/** `sudo sh <<E`: what is fed to it reaches the other program. Of most runners that is not known. */
const handsOn = (program: string): boolean =>
  !Object.hasOwn(RUNNERS, program) && !/^(xargs|systemd-run)$/.test(program);

/** `watch ls -l`: the words are one text, in which `;` and `|` count. */
const isLine = (options: readonly Word[], { line }: Wrapper): boolean =>
  line !== undefined && !options.some((word) => hasAny(line, literal(word) ?? ''));

function startsShell(words: readonly Word[], { shell }: Wrapper): boolean {
  const options = words.map((word) => literal(word) ?? '').filter((text) => text.startsWith('-'));
  if (typeof shell === 'string') return options.some((text) => hasAny(shell, text));
  return shell === true && !/^--(version|help)$/.test(options[0] ?? '');
}

/** An option that we do not know may take a value: then the program stands a little further on. */
const suffixes = (words: readonly Word[], from: number, isRun = false): readonly Command[] =>
  words.slice(0, from + 16).flatMap((word, at) => {
    const text = at === 0 ? undefined : literal(word);
    if (text === undefined || text.startsWith('-')) return [];
    // Some take a whole command line as one word.
    const line = /\s/.test(text) ? parseShell(text).commands : [];
    return isRun && at === from ? line : [plainCommand(words.slice(at)), ...line];
  });
