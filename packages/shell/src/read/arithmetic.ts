import { NUMBER, type Piece } from '../text/command.ts';
import { TOO_DEEP } from '../text/unread.ts';
import { calculates, type Sum, sumOf } from './arithmetic-sum.ts';
import { readExpansion } from './expansion.ts';
import { readDouble, readSingle } from './quotes.ts';
import { at, fail, type Shell, setsVariable, take } from './reader.ts';

/**
 * Reads arithmetic that began before `from` up to its `))`. False, and nothing read, if it does not
 * end so: then the two parentheses are two of the shell's own.
 */
export function arithmeticEnd(sh: Shell, from: number): boolean {
  sh.budget.tries -= 1;
  if (sh.budget.tries < 0) fail(sh, TOO_DEEP);
  if (sh.fault !== undefined) return false;
  const before = { pos: sh.pos, fault: sh.fault };
  sh.pos = from;
  const sum = readSum(sh);
  if (sum !== undefined && sh.fault === undefined) {
    calculates(sh, sum);
    for (const [, name = ''] of sum.matchAll(ASSIGNED)) setsVariable(sh, name, [[NUMBER]]);
    return true;
  }
  Object.assign(sh, before);
  return false;
}

/** Arithmetic can set variables, too. */
const ASSIGNED = /([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/g;

function readSum(sh: Shell): Sum | undefined {
  const pieces: Piece[] = [];
  let open = 0;
  while (sh.pos < sh.text.length) {
    const char = sh.text[sh.pos] ?? '';
    if (open === 0 && take(sh, '))')) return sumOf(pieces);
    if (char === ')' && open === 0) return undefined;
    if (char === '(') open += 1;
    if (char === ')') open -= 1;
    pieces.push(...(readQuoted(sh) ?? readPlain(sh)));
  }
  return undefined;
}

function readQuoted(sh: Shell): readonly Piece[] | undefined {
  if (at(sh, '$') || at(sh, '`')) return readExpansion(sh, true);
  if (at(sh, '"')) return readDouble(sh);
  return at(sh, "'") ? readSingle(sh) : undefined;
}

function readPlain(sh: Shell): readonly Piece[] {
  const from = sh.pos;
  sh.pos += at(sh, '\\') ? 2 : 1;
  return [sh.text.slice(from, sh.pos)];
}
