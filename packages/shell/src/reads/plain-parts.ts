import { namesSetBy } from '../code/builtins.ts';
import { OWN_VARIABLE } from '../code/narrow-words.ts';
import type { Analysis, Part } from '../rules/analyse-shell.ts';
import { type Command, literal, type Redirect, type Word } from '../text/command.ts';
import { programOf } from '../text/program-name.ts';
import { OPEN_VARIABLE } from './checks.ts';

/** A command that is to be looked at, and what a shell opens for it. */
export interface PlainPart {
  readonly part: Part;
  /** It only sets variables of the shell's own, or runs another one that is among the parts, too. */
  readonly idle: boolean;
  /** Files that are its input. */
  readonly inputs: readonly Word[];
}

/**
 * The commands of a text of which nothing but the programs themselves is left to judge: everything is read to
 * its end, nothing is written by the shell, no function or alias stands for a program, nothing runs in the
 * background, and no variable is set that a program loads something by. Else undefined.
 */
export function plainParts(analysis: Analysis): readonly PlainPart[] | undefined {
  const { parts, unread, whole, source, functions, background } = analysis;
  if (
    !whole ||
    unread.length > 0 ||
    functions.size > 0 ||
    background ||
    ODD.test(source) ||
    calculates(source)
  )
    return undefined;
  if (comparesSecret(source)) return undefined;
  const needed = parts.filter(({ must }) => must !== undefined);
  const plain = needed.map(plainPart);
  return needed.length > 0 && plain.every((one) => one !== undefined) ? plain : undefined;
}

/** What is compared is not among the words of any command: a variable there must hold nothing secret. */
const comparesSecret = (source: string): boolean =>
  /\bcase\b|\[\[/.test(source) &&
  [...source.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)].some(
    ([, name = '']) => !OPEN_VARIABLE.test(name) && !isSetIn(source, name),
  );

/** A variable of the text's own; those in capitals are mostly of the environment. */
const isSetIn = (source: string, name: string): boolean =>
  /[a-z]/.test(name) &&
  new RegExp(`\\b${name}=|\\bfor\\s+${name}\\b|\\bread\\b[^\\n;]*\\b${name}\\b`).test(source);

/** Characters that look like others, or like none. */
const ODD = /[^\P{C}\n\t]|[^\P{Z} ]/u;

/** Programs that run another one, and change nothing of what that does. */
const WRAPPERS = /^(command|builtin|time|timeout|gtimeout|nice|stdbuf|env)$/;

/** A side of a comparison of numbers that is a number, or one variable. Everything else is a sum, and may set one. */
const SIDE = /^(?:-?\d+|\$\{?#?\w+\}?|\$[?#])$/;

/** Whether `[[ a -eq b ]]` calculates more than it compares. */
const calculates = (source: string): boolean =>
  source.includes('[[') &&
  [...source.matchAll(/(\S+)\s+-(?:eq|ne|lt|le|gt|ge)\s+(\S+)/g)].some(
    ([, left = '', right = '']) =>
      ![left, right].every((side) => SIDE.test(side.replace(/^"(.*)"$/, '$1'))),
  );

function plainPart(part: Part): PlainPart | undefined {
  const { command, must } = part;
  const { words, assigns, redirects } = command;
  if (words.length > 0 && literal(words[0]) === undefined) return undefined;
  if (command.elsewhere === true)
    return isCondition(command) ? { part, idle: true, inputs: [] } : undefined;
  if (!redirects.every(isPlain)) return undefined;
  if (
    !assigns.every((word) =>
      isPlainAssignment(word, words.length === 0 ? undefined : programOf(command)),
    )
  )
    return undefined;
  if (!namesSetBy(command).every((name) => OWN_VARIABLE.test(name))) return undefined;
  const wraps = must === 'be pure' && WRAPPERS.test(programOf(command) ?? '');
  const inputs = redirects.flatMap(({ op, target }) => (op === '<' ? [target] : []));
  return { part, idle: words.length === 0 || wraps, inputs };
}

/** Where `[[ ... ]]` is an ordinary command, this is what else would run: nothing, as long as it names no program. */
const isCondition = ({ words, assigns, redirects }: Command): boolean =>
  redirects.length === 0 &&
  assigns.length === 0 &&
  !words.some(({ raw }) => /^["']?(\/|~|\$\{?HOME|\.\.)/.test(raw)) &&
  (/^[-!(]/.test(literal(words[0]) ?? '') ||
    /^(==?|!=|=~|-(eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(literal(words[1]) ?? '') ||
    (/^[a-z_]\w*(\+\+|--|[-+*/]?=.*)$/.test(literal(words[0]) ?? '') && words.length === 1));

/** Input, a here-document, output that goes nowhere, or to another stream. */
function isPlain({ op, target, body, stream = '' }: Redirect): boolean {
  const file = literal(target);
  if (!/^\d*$/.test(stream)) return false;
  if (op === '<' || op === '<<<') return true;
  if (op === '<<' || op === '<<-') return body !== undefined;
  if (/^[<>]&$/.test(op)) return file !== undefined && /^(\d|-)$/.test(file);
  return /^(>|>>|>\||&>|&>>)$/.test(op) && file === '/dev/null';
}

/** Variables that change how a program prints, and with which values. */
const SET_FOR: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(LANG|LANGUAGE|LC_[A-Z]+)$/, /^[\w.@-]*$/],
  [/^TZ$/, /^(?!.*\.\.)[A-Za-z][\w/+-]*$/],
  [/^(NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|CI)$/, /^\w*$/],
  [/^TERM$/, /^(dumb|xterm|xterm-256color|vt100)$/],
  [/^(GIT_)?PAGER$/, /^(cat)?$/],
  [/^(GIT_OPTIONAL_LOCKS|GIT_TERMINAL_PROMPT)$/, /^0$/],
];

function isPlainAssignment(word: Word, program: string | undefined): boolean {
  const { raw } = word;
  const name = /^\w+/.exec(raw)?.[0] ?? '';
  // What is added to a value, and what a tilde stands for, is not followed.
  if (/^\w+(\[[^\]]*\])?\+=/.test(raw)) return false;
  if (program === undefined) return OWN_VARIABLE.test(name);
  const text = literal(word);
  if (text === undefined || !text.startsWith(`${name}=`)) return false;
  const value = text.slice(name.length + 1);
  // How the words of a line are parted.
  if (name === 'IFS' && program === 'read') return true;
  return SET_FOR.some(([names, values]) => names.test(name) && values.test(value));
}
