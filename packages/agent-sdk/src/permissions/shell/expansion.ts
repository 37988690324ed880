import { arithmeticEnd } from './arithmetic.ts';
import { readAnsi, readDouble, readSingle } from './quotes.ts';
import { ANY, at, fail, MAX_NEST, type Piece, type Shell, TOO_DEEP, take } from './types.ts';

/** What starts with `$` or a backtick, with the position there. */
export function readExpansion(sh: Shell, quoted: boolean): readonly Piece[] {
  sh.budget.nest += 1;
  if (sh.budget.nest > MAX_NEST) fail(sh, TOO_DEEP);
  const pieces = expansion(sh, quoted);
  sh.budget.nest -= 1;
  return pieces;
}

function expansion(sh: Shell, quoted: boolean): readonly Piece[] {
  if (at(sh, '`')) return backticks(sh, quoted);
  if (!quoted && at(sh, "$'")) return readAnsi(sh);
  if (!quoted && at(sh, '$"')) return localised(sh);
  if (at(sh, '$((') && arithmeticEnd(sh, sh.pos + 3)) return [ANY];
  if (at(sh, '$(')) return readCommands(sh);
  if (take(sh, '${')) return parameter(sh, quoted);
  if (at(sh, '$[')) fail(sh, 'old arithmetic $[...]');
  const name = /^\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])/.exec(sh.text.slice(sh.pos, sh.pos + 200))?.[0];
  sh.pos += name?.length ?? 1;
  return [name === undefined ? '$' : ANY];
}

/** `$(...)`, `<(...)` or `>(...)`: two characters and a list. */
export function readCommands(sh: Shell): readonly Piece[] {
  const waiting = sh.pending.length > 0;
  sh.pos += 2;
  sh.list('paren');
  // Shells do not agree on whose body comes first.
  if (waiting || sh.pending.length > 0) fail(sh, 'a here-document crosses a substitution');
  take(sh, ')');
  return [ANY];
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
  sh.pos += whole.length;
  const inner = sh.over(text.replace(quoted ? /\\([\\$`"])/g : /\\([\\$`])/g, '$1'));
  inner.list('eof');
  if (inner.fault !== undefined) fail(sh, inner.fault);
  return [ANY];
}

/** `${...}` from after the brace on. */
function parameter(sh: Shell, quoted: boolean): readonly Piece[] {
  if (/[\s|]/.test(sh.text[sh.pos] ?? ' ')) fail(sh, '${ commands; } is not known to all shells');
  while (sh.pos < sh.text.length) {
    const char = sh.text[sh.pos];
    if (take(sh, '}')) return [ANY];
    if (char === '\\') sh.pos += 2;
    else if (char === '$' || char === '`') readExpansion(sh, quoted);
    else if (char === '"') readDouble(sh);
    else if (char === "'" && quoted) fail(sh, 'a single quote in "${...}" has two meanings');
    else if (char === "'") readSingle(sh);
    else sh.pos += 1;
  }
  fail(sh, '${ is not closed');
  return [];
}
