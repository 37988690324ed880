import { ANY, NUMBER, type Piece, ROOTED } from '../text/command.ts';
import { TOO_DEEP } from '../text/unread.ts';
import { arithmeticEnd } from './arithmetic.ts';
import { printedBy } from './known-output.ts';
import { readParameter } from './parameter.ts';
import { readAnsi, readDouble } from './quotes.ts';
import { at, fail, MAX_NEST, type Shell, take } from './reader.ts';

/** What starts with `$` or a backtick, with the position there. */
export function readExpansion(sh: Shell, quoted: boolean): readonly Piece[] {
  sh.budget.nest += 1;
  if (sh.budget.nest > MAX_NEST) fail(sh, TOO_DEEP);
  const from = sh.pos;
  const pieces = expansion(sh, quoted);
  sh.budget.nest -= 1;
  return pieces.map((piece) => withRaw(piece, sh.text.slice(from, sh.pos)));
}

const withRaw = (piece: Piece, raw: string): Piece =>
  typeof piece === 'string' || piece.name !== undefined ? piece : { ...piece, raw };

function expansion(sh: Shell, quoted: boolean): readonly Piece[] {
  if (at(sh, '`')) return backticks(sh, quoted);
  if (!quoted && at(sh, "$'")) return readAnsi(sh);
  if (!quoted && at(sh, '$"')) return localised(sh);
  if (at(sh, '$((') && arithmeticEnd(sh, sh.pos + 3)) return [NUMBER];
  if (at(sh, '$(')) return readCommands(sh);
  if (take(sh, '${')) return readParameter(sh, quoted);
  if (at(sh, '$[')) fail(sh, 'old arithmetic $[...]');
  return [variable(sh)];
}

function variable(sh: Shell): Piece {
  const [whole = '$', name, number] =
    /^\$(?:([A-Za-z_]\w*)|([#?$!])|[0-9@*-])/.exec(sh.text.slice(sh.pos, sh.pos + 200)) ?? [];
  sh.pos += whole.length;
  // A shell joins the lines first, and reads on as if there had been one.
  if (number === undefined && at(sh, '\\\n')) fail(sh, 'a line is broken inside of a variable');
  if (number !== undefined) return NUMBER;
  if (name !== undefined) return { ...ANY, name };
  return whole === '$' ? '$' : ANY;
}

/** `$(...)`, `<(...)` or `>(...)`: two characters and a list. */
export function readCommands(sh: Shell): readonly Piece[] {
  const waiting = sh.pending.length > 0;
  const from = sh.pos;
  sh.notes.straight = false;
  sh.pos += 2;
  sh.list('paren');
  // Shells do not agree on whose body comes first.
  if (waiting || sh.pending.length > 0) fail(sh, 'a here-document crosses a substitution');
  take(sh, ')');
  // What a process substitution stands for is a file under /dev or /tmp.
  if (sh.text[from] !== '$') return [ROOTED];
  return [outputOf(sh, sh.text.slice(from + 2, sh.pos - 1))];
}

function outputOf(sh: Shell, text: string): Piece {
  const printed = printedBy(text);
  if (printed === undefined) return ANY;
  sh.notes.counters.add(printed.program);
  return printed.piece;
}

function localised(sh: Shell): readonly Piece[] {
  sh.pos += 1;
  return readDouble(sh);
}

/** In backticks a backslash protects only itself, `$` and the backtick. */
function backticks(sh: Shell, quoted: boolean): readonly Piece[] {
  const [whole, text] = /^`((?:[^`\\]|\\[\s\S])*)`/.exec(sh.text.slice(sh.pos)) ?? [];
  if (whole === undefined || text === undefined) {
    fail(sh, 'a backtick is not closed');
    return [];
  }
  sh.notes.straight = false;
  sh.pos += whole.length;
  const inner = sh.over(text.replace(quoted ? /\\([\\$`"])/g : /\\([\\$`])/g, '$1'));
  inner.list('eof');
  if (inner.fault !== undefined) fail(sh, inner.fault);
  return [outputOf(sh, inner.text)];
}
