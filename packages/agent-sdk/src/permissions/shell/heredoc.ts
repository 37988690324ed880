import { readExpansion } from './expansion.ts';
import { fail, literal, type Pending, type Shell, type Word } from './types.ts';

/** Notes a here-document; its body comes after the line. */
export function expectBody(sh: Shell, op: string, word: Word): void {
  const delimiter = literal(word);
  if (delimiter === undefined || /[$`]/.test(word.raw)) {
    fail(sh, 'a here-document ends with something that is only known when it runs');
    return;
  }
  sh.pending.push({ delimiter, quoted: /['"\\]/.test(word.raw), tabs: op === '<<-' });
}

/** Reads the bodies that were announced on the line before. */
export function readBodies(sh: Shell): void {
  const pending = sh.pending;
  sh.pending = [];
  for (const one of pending) {
    const length = bodyLength(sh.text.slice(sh.pos), one);
    if (length === undefined) {
      fail(sh, 'shells do not agree where a here-document ends');
      return;
    }
    const body = sh.text.slice(sh.pos, sh.pos + length.body);
    sh.pos = Math.min(sh.text.length, sh.pos + length.whole);
    if (!one.quoted) expandBody(sh, body);
  }
}

interface Length {
  readonly body: number;
  readonly whole: number;
}

/** Undefined where it matters whether a continued line is joined before it is compared. */
function bodyLength(text: string, pending: Pending): Length | undefined {
  const lines = text.split('\n');
  const ends = (line: string) =>
    (pending.tabs ? line.replace(/^\t+/, '') : line) === pending.delimiter;
  const last = lines.findIndex(ends);
  if (!pending.quoted && joinedEnd(lines, ends) !== last) return undefined;
  if (last < 0) return { body: text.length, whole: text.length };
  const body = lines.slice(0, last).reduce((sum, line) => sum + line.length + 1, 0);
  return { body, whole: body + (lines[last]?.length ?? 0) + 1 };
}

/** Which line ends the body if lines that end in a backslash are joined with the next. */
function joinedEnd(lines: readonly string[], ends: (line: string) => boolean): number {
  let joined = '';
  for (const [index, line] of lines.entries()) {
    const continued = backslashesAtEnd(line) % 2 === 1;
    joined += continued ? line.slice(0, -1) : line;
    if (continued) continue;
    if (ends(joined)) return joined === line ? index : -2;
    joined = '';
  }
  return -1;
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
