import { literal, type Redirect } from '../text/command.ts';
import { readExpansion } from './expansion.ts';
import { fail, type Pending, type Shell } from './reader.ts';

/** Notes a here-document; its body comes after the line. */
export function expectBody(sh: Shell, redirect: Redirect): void {
  const { op, target } = redirect;
  const delimiter = literal(target);
  if (delimiter === undefined || /[$`]/.test(target.raw)) {
    fail(sh, 'a here-document ends with something that is only known when it runs');
    return;
  }
  sh.pending.push({ redirect, delimiter, quoted: /['"\\]/.test(target.raw), tabs: op === '<<-' });
}

/** Reads the bodies that were announced on the line before. */
export function readBodies(sh: Shell): void {
  const pending = sh.pending;
  sh.pending = [];
  for (const one of pending) {
    const length = bodyLength(sh, one);
    if (length === undefined) {
      fail(sh, 'shells do not agree where a here-document ends');
      return;
    }
    const body = sh.text.slice(sh.pos, sh.pos + length.body);
    sh.pos = Math.min(sh.text.length, sh.pos + length.whole);
    if (!one.quoted) expandBody(sh, body);
    if (one.quoted || !/[$`\\]/.test(body))
      one.redirect.body = one.tabs ? body.replace(/^\t+/gm, '') : body;
  }
}

interface Length {
  readonly body: number;
  readonly whole: number;
}

/**
 * Undefined where it matters whether a line that ends in a backslash is joined with the next before it is
 * compared. Only the lines of the body are looked at: there may be many bodies.
 */
function bodyLength(sh: Shell, { tabs, quoted, delimiter }: Pending): Length | undefined {
  const ends = (line: string) => (tabs ? line.replace(/^\t+/, '') : line) === delimiter;
  let joined = '';
  for (let from = sh.pos; from <= sh.text.length; ) {
    const end = sh.text.indexOf('\n', from);
    const line = sh.text.slice(from, end < 0 ? sh.text.length : end);
    const isLast = ends(line);
    const continued = backslashesAtEnd(line) % 2 === 1;
    joined += continued ? line.slice(0, -1) : line;
    const isJoined = !continued && ends(joined);
    if (!quoted && (isLast || isJoined) && !(isLast && isJoined && joined === line))
      return undefined;
    if (isLast) return { body: from - sh.pos, whole: from - sh.pos + line.length + 1 };
    if (!continued) joined = '';
    if (end < 0) break;
    from = end + 1;
  }
  const rest = sh.text.length - sh.pos;
  return { body: rest, whole: rest };
}

function backslashesAtEnd(line: string): number {
  let count = 0;
  while (line[line.length - 1 - count] === '\\') count += 1;
  return count;
}

/** A body is like a text in double quotes, in which a double quote means nothing. */
function expandBody(sh: Shell, body: string): void {
  const inner = sh.over(body);
  while (inner.pos < inner.text.length) {
    const char = inner.text[inner.pos];
    if (char === '\\') inner.pos += 2;
    else if (char === '$' || char === '`') readExpansion(inner, true);
    else inner.pos += 1;
  }
  if (inner.fault !== undefined) fail(sh, inner.fault);
}
