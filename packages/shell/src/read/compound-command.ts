import {
  ANY,
  isName,
  literal,
  type Piece,
  plainCommand,
  plainWord,
  type Word,
  wordsOf,
} from '../text/command.ts';
import { TOO_DEEP } from '../text/unread.ts';
import { arithmeticEnd } from './arithmetic.ts';
import { calculates, sumOf } from './arithmetic-sum.ts';
import { skipBlanks, skipLines, skipSpace } from './blank-space.ts';
import { at, doubt, fail, type Shell, setsVariable, take } from './reader.ts';
import { atWord, readWord } from './words.ts';

/** `for` and `select`, after the word: up to where `do` follows. */
export function readFor(sh: Shell): void {
  skipBlanks(sh);
  if (at(sh, '((')) {
    if (!arithmeticEnd(sh, sh.pos + 2)) fail(sh, 'for (( is not closed');
    return;
  }
  const { raw } = readWord(sh);
  skipLines(sh);
  const values: (readonly Piece[])[] = [];
  if (atWord(sh, 'in')) {
    sh.pos += 2;
    for (skipBlanks(sh); !atEndOfWords(sh); skipBlanks(sh)) values.push(...wordsOf(readWord(sh)));
  } else values.push([ANY]);
  setsVariable(sh, raw, values);
}

const atEndOfWords = (sh: Shell): boolean =>
  /^([;&|\n()<>]|$)/.test(sh.text.slice(sh.pos, sh.pos + 1));

/** `case`, after the word: up to and with `esac`. */
export function readCase(sh: Shell): void {
  skipBlanks(sh);
  readWord(sh);
  skipLines(sh);
  if (!atWord(sh, 'in')) {
    fail(sh, 'case without in');
    return;
  }
  sh.pos += 2;
  for (skipLines(sh); !atWord(sh, 'esac'); skipLines(sh)) {
    if (sh.pos >= sh.text.length) {
      fail(sh, 'case without esac');
      return;
    }
    readClause(sh);
  }
  sh.pos += 4;
}

function readClause(sh: Shell): void {
  take(sh, '(');
  do {
    skipBlanks(sh);
    readWord(sh);
    skipBlanks(sh);
  } while (take(sh, '|'));
  if (!take(sh, ')')) {
    fail(sh, 'a pattern of case is not closed');
    return;
  }
  sh.list('case');
  if (!take(sh, ';;&') && !take(sh, ';;')) take(sh, ';&');
}

/** `function`, after the word: its name. */
export function readFunctionName(sh: Shell): void {
  skipBlanks(sh);
  sh.notes.functions.add(literal(readWord(sh)) ?? '');
  skipBlanks(sh);
  if (!take(sh, '(')) return;
  skipBlanks(sh);
  if (!take(sh, ')')) fail(sh, 'a parenthesis is not closed');
}

/** `[[ ... ]]`. Where that is an ordinary command, operators in it begin further commands. */
export function readCondition(sh: Shell): void {
  const from = sh.pos;
  sh.pos += 2;
  const words = readConditionWords(sh);
  if (words === undefined) {
    fail(sh, '[[ is not closed, or shells do not agree where');
    return;
  }
  sh.pos += 2;
  readOperators(sh, words);
  alsoCommands(sh, sh.text.slice(from + 2, sh.pos - 2), '[[');
}

/**
 * What stands before `]]`. A pattern may have parentheses in it, and in those neither `]]` nor `#` means
 * anything: what looks like the end or like a comment there may be none.
 */
function readConditionWords(sh: Shell): readonly Word[] | undefined {
  const words: Word[] = [];
  let open = 0;
  for (skipSpace(sh); !atWord(sh, ']]'); skipSpace(sh)) {
    if (sh.pos >= sh.text.length || at(sh, '#')) return undefined;
    const before = sh.pos;
    words.push(readWord(sh));
    if (sh.pos > before) continue;
    if (at(sh, '(')) open += 1;
    if (at(sh, ')')) open -= 1;
    sh.pos += 1;
  }
  return open === 0 ? words : undefined;
}

/** Some operators calculate with what stands beside them, one looks up what is named. */
function readOperators(sh: Shell, words: readonly Word[]): void {
  for (const [index, word] of words.entries()) {
    const operator = literal(word) ?? '';
    const [before, after] = [words[index - 1]?.pieces ?? [], words[index + 1]?.pieces ?? []];
    if (/^-(eq|ne|lt|le|gt|ge)$/.test(operator))
      for (const side of [before, after]) calculates(sh, sumOf(side));
    if (operator === '-v' && !isName(words[index + 1]))
      doubt(sh, '-v with something other than a name');
  }
}

/** `(( ... ))`, which elsewhere is two subshells. False if it is that here too. */
export function readArithmetic(sh: Shell): boolean {
  const from = sh.pos;
  if (!at(sh, '((') || !arithmeticEnd(sh, from + 2)) return false;
  alsoCommands(sh, sh.text.slice(from + 2, sh.pos - 2), '((');
  return true;
}

/** The other reading counts as well, as far as it names programs. */
function alsoCommands(sh: Shell, text: string, name: string): void {
  const known = sh.commands.length;
  const inner = sh.over(text);
  inner.list('eof');
  if (inner.fault?.why === TOO_DEEP) fail(sh, TOO_DEEP);
  const found = sh.commands.splice(known);
  sh.commands.push(plainCommand([plainWord(name)]));
  for (const one of found)
    if (literal(one.words[0]) !== undefined) sh.commands.push({ ...one, elsewhere: true });
}
