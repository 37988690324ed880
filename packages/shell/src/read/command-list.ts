import type { Command } from '../text/command.ts';
import { TOO_DEEP } from '../text/unread.ts';
import { newline, skipBlanks } from './blank-space.ts';
import {
  readArithmetic,
  readCase,
  readCondition,
  readFor,
  readFunctionName,
} from './compound-command.ts';
import {
  at,
  type Budget,
  fail,
  type ListEnd,
  MAX_NEST,
  type Notes,
  type Shell,
  take,
} from './reader.ts';
import { readSimple } from './simple-command.ts';
import { atWord } from './words.ts';

const MAX_TRIES = 300;

/** Reads a text to its end, or to where it cannot be read. */
export function commandsRead(text: string): Shell {
  const notes = {
    calculated: new Set<string>(),
    counters: new Set<string>(),
    functions: new Set<string>(),
    straight: true,
    background: false,
    doubt: undefined,
  };
  const sh = shellOver(text, [], { tries: MAX_TRIES, nest: 0 }, notes);
  sh.list('eof');
  return sh;
}

function shellOver(text: string, commands: Command[], budget: Budget, notes: Notes): Shell {
  const sh: Shell = {
    text,
    pos: 0,
    fault: undefined,
    budget,
    notes,
    commands,
    pending: [],
    list: (end) => {
      budget.nest += 1;
      if (budget.nest > MAX_NEST) fail(sh, TOO_DEEP);
      readList(sh, end);
      budget.nest -= 1;
    },
    over: (inner) => shellOver(inner, commands, budget, notes),
  };
  return sh;
}

function readList(sh: Shell, end: ListEnd): void {
  for (skipBlanks(sh); sh.pos < sh.text.length; skipBlanks(sh)) {
    if (atListEnd(sh, end)) return;
    if (at(sh, '\n')) newline(sh);
    else if (at(sh, '(')) readParen(sh);
    else if (!readKeyword(sh) && !readOperator(sh)) readSimple(sh);
  }
  if (end !== 'eof') fail(sh, 'something that was opened is not closed');
}

function atListEnd(sh: Shell, end: ListEnd): boolean {
  const own = at(sh, ')') ? 'paren' : atClauseEnd(sh) ? 'case' : undefined;
  if (own !== undefined && own !== end) fail(sh, 'something is closed that was not opened');
  return own !== undefined;
}

const atClauseEnd = (sh: Shell): boolean => at(sh, ';;') || at(sh, ';&') || atWord(sh, 'esac');

function readParen(sh: Shell): void {
  if (readArithmetic(sh)) return;
  sh.notes.straight = false;
  sh.pos += 1;
  sh.list('paren');
  take(sh, ')');
}

/** `;`, `&`, `|` and what is made of them: what follows is a command of its own. */
function readOperator(sh: Shell): boolean {
  if (take(sh, ';') || take(sh, '&&')) return true;
  const piped = take(sh, '|');
  const parted = !piped && !at(sh, '&>') && take(sh, '&');
  // `|&` is a pipe for some shells.
  if (parted && sh.text[sh.pos - 2] !== '|') sh.notes.background = true;
  if (piped || parted) sh.notes.straight = false;
  return piped || parted;
}

const goOn = () => {};

/** What each reserved word does beyond being gone over. */
const KEYWORDS: ReadonlyMap<string, (sh: Shell) => void> = new Map<string, (sh: Shell) => void>([
  ...['if', 'then', 'elif', 'else', 'fi', 'while', 'until', 'do', 'done', '{', '}', '!'].map(
    (word) => [word, goOn] as const,
  ),
  ['for', readFor],
  ['select', readFor],
  ['case', readCase],
  ['function', readFunctionName],
  ['coproc', (sh) => fail(sh, 'coproc')],
  ['time', readTime],
]);

function readKeyword(sh: Shell): boolean {
  if (atWord(sh, '[[')) {
    readCondition(sh);
    return true;
  }
  const word = keywordLike(sh);
  const read = KEYWORDS.get(word);
  if (read === undefined || !atWord(sh, word) || (word === 'time' && isProgramTime(sh)))
    return false;
  sh.notes.straight = false;
  sh.pos += word.length;
  read(sh);
  return true;
}

/** What is next, as far as it may be part of a reserved word. */
function keywordLike({ text, pos }: Shell): string {
  KEYWORD.lastIndex = pos;
  return KEYWORD.test(text) ? text.slice(pos, KEYWORD.lastIndex) : '';
}

const KEYWORD = /[a-z]+|[{}!]/y;

/** With other options than `-p` it is the program of that name. */
const isProgramTime = (sh: Shell): boolean =>
  /^time[ \t]+-(?!p[ \t\n]|-[ \t\n])/.test(sh.text.slice(sh.pos, sh.pos + 100));

function readTime(sh: Shell): void {
  for (skipBlanks(sh); atWord(sh, '-p') || atWord(sh, '--'); skipBlanks(sh)) sh.pos += 2;
}
