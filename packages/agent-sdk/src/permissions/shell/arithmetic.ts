import { readExpansion } from './expansion.ts';
import { readDouble, readSingle } from './quotes.ts';
import { at, fail, type Shell, setsVariable, TOO_DEEP, take } from './types.ts';

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
  if (readToEnd(sh) && sh.fault === undefined) {
    for (const [, name = ''] of sh.text.slice(from, sh.pos).matchAll(ASSIGNED))
      setsVariable(sh, name);
    return true;
  }
  Object.assign(sh, before);
  return false;
}

/** Arithmetic can set variables, too. */
const ASSIGNED = /([A-Za-z_]\w*)\s*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))/g;

function readToEnd(sh: Shell): boolean {
  let open = 0;
  while (sh.pos < sh.text.length) {
    const char = sh.text[sh.pos];
    if (open === 0 && take(sh, '))')) return true;
    if (char === ')' && open === 0) return false;
    if (char === '(') open += 1;
    if (char === ')') open -= 1;
    if (!readQuoted(sh)) sh.pos += at(sh, '\\') ? 2 : 1;
  }
  return false;
}

function readQuoted(sh: Shell): boolean {
  if (at(sh, '$') || at(sh, '`')) readExpansion(sh, true);
  else if (at(sh, '"')) readDouble(sh);
  else if (at(sh, "'")) readSingle(sh);
  else return false;
  return true;
}
