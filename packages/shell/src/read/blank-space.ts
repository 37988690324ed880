import { readBodies } from './here-document.ts';
import { at, fail, type Shell } from './reader.ts';

/** Goes over blanks, continued lines and a comment: to the next word, operator or line break. */
export function skipBlanks(sh: Shell): void {
  skipInLine(sh);
  if (at(sh, '#')) skipComment(sh);
}

function skipInLine(sh: Shell): void {
  for (;;) {
    const char = sh.text[sh.pos];
    if (char === ' ' || char === '\t') sh.pos += 1;
    else if (char === '\\' && at(sh, '\\\n')) continueLine(sh);
    else break;
  }
}

/** Over blanks and line breaks, but no comment. */
export function skipSpace(sh: Shell): void {
  skipInLine(sh);
  while (at(sh, '\n')) {
    newline(sh);
    skipInLine(sh);
  }
}

/** An operator can go on in the next line. */
function continueLine(sh: Shell): void {
  const [before = ' ', after = ' '] = [sh.text[sh.pos - 1], sh.text[sh.pos + 2]];
  if ('&|;<>('.includes(before) && '&|;<>(-\\'.includes(after)) fail(sh, BROKEN);
  else sh.pos += 2;
}

const BROKEN = 'a line is broken inside of an operator';

/** Also over line breaks, and the here-documents that follow them. */
export function skipLines(sh: Shell): void {
  skipBlanks(sh);
  while (at(sh, '\n')) {
    newline(sh);
    skipBlanks(sh);
  }
}

/** Goes over a line break and the here-documents of the line before it. */
export function newline(sh: Shell): void {
  sh.pos += 1;
  if (sh.pending.length > 0) readBodies(sh);
}

function skipComment(sh: Shell): void {
  const end = sh.text.indexOf('\n', sh.pos);
  sh.pos = end < 0 ? sh.text.length : end;
}
