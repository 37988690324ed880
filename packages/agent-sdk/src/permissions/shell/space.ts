import { readBodies } from './heredoc.ts';
import { at, type Shell } from './types.ts';

/** Goes over blanks, continued lines and a comment: to the next word, operator or line break. */
export function skipBlanks(sh: Shell): void {
  for (;;) {
    if (at(sh, '\\\n')) sh.pos += 2;
    else if (at(sh, ' ') || at(sh, '\t')) sh.pos += 1;
    else break;
  }
  if (at(sh, '#')) skipComment(sh);
}

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
