import {
  type Command,
  literal,
  NUMBER,
  type Piece,
  type Redirect,
  type Word,
  wordsOf,
} from '../text/command.ts';
import { calculates, type Sum, sumOfText } from './arithmetic-sum.ts';
import { skipBlanks, skipLines } from './blank-space.ts';
import { expectBody } from './here-document.ts';
import { at, fail, type Shell, setsList, setsVariable, take } from './reader.ts';
import { atProcess, atWordEnd, readWord } from './words.ts';

/** The longest first. */
const REDIRECTS = ['&>>', '&>', '<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>&', '>|', '>'];

const ASSIGNMENT = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/;

/** Some shells read `a[1 + 1]=x` as one assignment, others as a command with arguments. */
const OPEN_SUBSCRIPT = /^[A-Za-z_]\w*\[[^\]]*$/;

const AFTER_BOTH = 'shells do not agree whose words follow after &>';

/** Reads a simple command: assignments, words and redirections up to an operator. */
export function readSimple(sh: Shell): void {
  const words: Word[] = [];
  const assigns: Word[] = [];
  const redirects: Redirect[] = [];
  let stream: string | undefined;
  const fed = feeding(sh);
  for (skipBlanks(sh); !atOperator(sh); skipBlanks(sh)) {
    const from = sh.pos;
    if (at(sh, '(')) {
      readFunction(sh, words, words.length === 1 && assigns.length + redirects.length === 0);
      return;
    }
    const redirect = readRedirect(sh, stream);
    stream = undefined;
    if (redirect !== undefined) redirects.push(redirect);
    else if (redirects.some(({ op }) => op.startsWith('&'))) fail(sh, AFTER_BOTH);
    else stream = readNext(sh, words, assigns);
    if (sh.pos === from) fail(sh, `"${sh.text[from]}" is not expected`);
  }
  sh.commands.push(
    fed === undefined ? { words, assigns, redirects } : { words, assigns, redirects, fed },
  );
}

/** The command before a pipe, where no group or loop ends there. */
function feeding(sh: Shell): Command | undefined {
  if (!isPiped(sh)) return undefined;
  const before = sh.text.slice(Math.max(0, sh.pos - MAX_BEFORE), sh.pos);
  return /[^\s|;&)}]\s*\|&?\s*$/.test(before) && !/\b(done|fi|esac)\s*\|&?\s*$/.test(before)
    ? sh.commands.at(-1)
    : undefined;
}

function isPiped({ text, pos }: Shell): boolean {
  let at = pos - 1;
  while (at >= 0 && ' \t\n&'.includes(text[at] as string)) at -= 1;
  return text[at] === '|';
}

const MAX_BEFORE = 40;

function atOperator(sh: Shell): boolean {
  const char = sh.text[sh.pos];
  return char === undefined || '\n;|)'.includes(char) || (char === '&' && !at(sh, '&>'));
}

/** Reads a word; returns it where it only says which stream the redirection after it is for. */
function readNext(sh: Shell, words: Word[], assigns: Word[]): string | undefined {
  const word = readWord(sh);
  if (words.length === 0 && OPEN_SUBSCRIPT.test(word.raw))
    fail(sh, 'a subscript with a space in it');
  const isAssignment = ASSIGNMENT.test(word.raw);
  if (isAssignment && word.raw.endsWith('=') && take(sh, '(')) readArray(sh, word);
  // A number right before a redirection is which stream it is for, a name in braces gets it.
  if (/^[<>]/.test(sh.text[sh.pos] ?? '')) {
    if (/^\d+$/.test(word.raw) || getsStream(sh, word.raw)) return word.raw;
  }
  if (isAssignment && words.length === 0) {
    calculates(sh, subscriptOf(word.raw));
    assigns.push(word);
  } else words.push(word);
  return undefined;
}

const subscriptOf = (raw: string): Sum => sumOfText(/^\w*\[([^\]]*)\]\+?=/.exec(raw)?.[1] ?? '');

/** Where a shell does not know this it is a word more, which means nothing to any program. */
function getsStream(sh: Shell, raw: string): boolean {
  const [, name, subscript] = /^\{([A-Za-z_]\w*)(?:\[(.*)\])?\}$/s.exec(raw) ?? [];
  if (subscript !== undefined) calculates(sh, sumOfText(subscript));
  else if (name !== undefined) setsVariable(sh, name, [[NUMBER]]);
  return name !== undefined;
}

function readRedirect(sh: Shell, stream: string | undefined): Redirect | undefined {
  if (!'<>&'.includes(sh.text[sh.pos] ?? ' ') || atProcess(sh)) return undefined;
  const op = REDIRECTS.find((one) => take(sh, one));
  if (op === undefined) return undefined;
  skipBlanks(sh);
  const target = readWord(sh);
  const redirect = { op, target, ...(stream === undefined ? {} : { stream }) };
  if (target.raw === '') fail(sh, `nothing follows ${op}`);
  else if (op === '<<' || op === '<<-') expectBody(sh, redirect);
  return redirect;
}

/** `x=(a b)`: its words are read for what they substitute, and `[i]=a` for its subscript. */
function readArray(sh: Shell, { raw }: Word): void {
  const values: (readonly Piece[])[] = [];
  for (skipLines(sh); !take(sh, ')'); skipLines(sh)) {
    const from = sh.pos;
    const word = readWord(sh);
    values.push(...wordsOf(word));
    if (/^\[.*\]\+?=/s.test(word.raw)) calculates(sh, subscriptOf(word.raw));
    if (sh.pos === from) {
      fail(sh, 'a list in parentheses is not closed');
      return;
    }
  }
  // What stands right behind it is part of the same word for some shells, a `#` included.
  if (!atWordEnd(sh)) fail(sh, 'something follows a list in parentheses without a space');
  setsList(sh, /^\w+/.exec(raw)?.[0] ?? '', values);
}

/** `name()`: what follows is its body, which is read like every other command. */
function readFunction(sh: Shell, [name]: readonly Word[], named: boolean): void {
  sh.notes.functions.add(literal(name) ?? '');
  sh.notes.straight = false;
  sh.pos += 1;
  skipBlanks(sh);
  if (!named || !take(sh, ')')) fail(sh, 'a parenthesis is not expected here');
}
