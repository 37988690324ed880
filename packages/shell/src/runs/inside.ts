import { parseShell } from '../code/parse-shell.ts';
import { readCode } from '../languages/read-code.ts';
import type { LookedUp, Use } from '../look-up/look-up.ts';
import { canRun } from '../look-up/row-options.ts';
import { variableDoes } from '../programs/variables.ts';
import { type Command, literal, type Word } from '../text/command.ts';
import { mayBeOption, textsKnown } from '../text/outside.ts';
import type { Unread } from '../text/unread.ts';
import { shortened } from '../text/written-as.ts';
import { isFile, isStream } from './code-arguments.ts';

/** What a command runs by what stands in its options, arguments and variables. */
export interface Inside {
  readonly inner: readonly Command[];
  readonly maybe: readonly Command[];
  /** What is run elsewhere, which is what the command is for: a rule for it means these, too. */
  readonly spoken?: readonly Command[];
  /** Another program and its arguments, which are the command's last words. */
  readonly lent?: readonly Word[];
  readonly unread: readonly Unread[];
}

/** It runs nothing. */
export const NOTHING: Inside = { inner: [], maybe: [], unread: [] };

/** What the table of programs says that a command runs. */
export function insideOf(command: Command, found: LookedUp | undefined): Inside {
  let all = NOTHING;
  for (const word of variablesOf(command)) all = joined(all, inVariable(word));
  return found === undefined ? all : joined(all, inWords(command, found));
}

function joined(one: Inside, other: Inside): Inside {
  if (one === NOTHING || other === NOTHING) return one === NOTHING ? other : one;
  return {
    ...other,
    ...one,
    inner: [...one.inner, ...other.inner],
    maybe: [...one.maybe, ...other.maybe],
    unread: [...one.unread, ...other.unread],
  };
}

const commandsOf = (text: string): readonly Command[] => parseShell(text).commands;

function inWords(command: Command, found: LookedUp): Inside {
  const { row, uses } = found;
  let all = NOTHING;
  for (const use of uses) all = joined(all, ofUse(use, found));
  const open = uses.find((use) => use.open && use.value && mayBeOption(use.value));
  if (open?.value !== undefined && canRun(row)) all = joined(all, unreadIn(open.value, WHY.option));
  if (row.input === undefined || uses.some(isCode)) return all;
  return joined(all, fed(command, row.input));
}

const WHY = {
  option: 'it may be an option that runs a program',
  command: 'it is a command that shows only when it runs',
  code: 'it is code that Wave does not read',
  input: 'it runs code that it reads on its input',
} as const;

const unreadIn = ({ raw }: Word, why: string, inline = false): Inside => ({
  ...NOTHING,
  unread: [{ part: shortened(raw), why, ...(inline ? { inline: true } : {}) }],
});

/** It says what is run, so that nothing is read on the input. */
const isCode = ({ does, instead }: Use): boolean =>
  instead || does === 'code' || does === 'loads' || does === 'rest';

function ofUse(use: Use, { words }: LookedUp): Inside {
  const { does, language, value, at } = use;
  if (value === undefined) return NOTHING;
  if (does === 'runs' || language !== undefined) return running(value, language);
  if (does === 'code') return unreadIn(value, WHY.code, true);
  if (does === 'loads' && !isLoaded(value))
    return unreadIn(literal(value) === undefined ? value : (words[0] as Word), WHY.input, true);
  if (does === 'command') return { ...NOTHING, lent: words.slice(at) };
  if (does === 'line') {
    const { inner, ...rest } = runningLine(words.slice(at));
    return { ...rest, inner: [], spoken: inner };
  }
  return NOTHING;
}

/** A file that can be looked at, and not what comes from elsewhere when it runs. */
const isLoaded = (word: Word): boolean => {
  const text = literal(word);
  if (text !== undefined) return !isStream(text) && !/^(data|https?):/i.test(text);
  return isFile(word) || !(mayBeOption(word) || /^(<\(|\W*(dev|proc)\b)/.test(word.raw));
};

/** Several words as one text, as ssh sends them. */
const lineOf = (words: readonly Word[]): Word => ({
  pieces: words.flatMap(({ pieces }, at) => (at === 0 ? pieces : [' ', ...pieces])),
  raw: words.map(({ raw }) => raw).join(' '),
});

/** Words that a program joins and gives to a shell. */
export const runningLine = (words: readonly Word[]): Inside => running(lineOf(words));

/** A text of the shell, or of a language that has some in it. */
function running(value: Word, language?: string): Inside {
  const texts = textsKnown(value, OTHER_CODE.test(language ?? '') ? '1' : '$_');
  if (texts === undefined) return unreadIn(value, WHY.command);
  const heard = texts.map((text) =>
    language ? readCode(language, text) : { ...SHELL, runs: [text] },
  );
  const parsed = heard.flatMap(({ runs }) => runs.map((text) => parseShell(text)));
  const unsure = heard.some(({ sure }) => !sure) ? unreadIn(value, WHY.code).unread : [];
  return {
    inner: parsed.flatMap(({ commands }) => commands),
    maybe: heard.flatMap(({ maybe }) => maybe.flatMap(commandsOf)),
    unread: [...unsure, ...parsed.flatMap(({ unread }) => unread ?? [])],
  };
}

/** Languages in which a number stands for anything plain. In others, what is unknown may be a program. */
const OTHER_CODE = /^(sed|awk|vim|plus|sql|gdb|ed|tex)$/;

const SHELL = { maybe: [], sure: true };

/** `NAME=value` in front of a command, or given to a builtin that sets it. */
const variablesOf = ({ words, assigns }: Command): readonly Word[] =>
  /^(export|declare|typeset|readonly|local)$/.test(literal(words[0]) ?? '')
    ? [...assigns, ...words.slice(1)]
    : assigns;

function inVariable(word: Word): Inside {
  const [first = '', ...rest] = word.pieces;
  const [, name = '', value = ''] = /^(\w+)\+?=([\s\S]*)$/.exec(String(first)) ?? [];
  const does = variableDoes(name);
  if (does === undefined) return NOTHING;
  const given = { pieces: [value, ...rest], raw: word.raw };
  if (does === 'code') return unreadIn(word, WHY.code);
  return running(given, does === 'runs' ? undefined : does);
}

/** What is fed to a program that runs it. */
function fed({ words, redirects }: Command, input: string): Inside {
  const [, language] = input.split('.');
  const inputs = redirects.filter(({ op, stream = '0' }) => op.startsWith('<') && stream === '0');
  const [first, ...more] = inputs;
  const program = words[0] as Word;
  if (first === undefined || more.length > 0) return unreadIn(program, WHY.input, true);
  if (first.op === '<' && isLoaded(first.target)) return NOTHING;
  const text = first.op === '<<<' ? first.target : first.body;
  if (language === undefined || text === undefined) return unreadIn(program, WHY.input, true);
  return running(typeof text === 'string' ? { pieces: [text], raw: text } : text, language);
}
