import type { Piece } from '../text/command.ts';
import { inQuotes } from '../text/pieces.ts';
import { readExpansion } from './expansion.ts';
import type { Shell } from './reader.ts';
import { fail } from './reader.ts';

/** `'...'`, with the position at the quote. */
export function readSingle(sh: Shell): readonly Piece[] {
  const end = sh.text.indexOf("'", sh.pos + 1);
  if (end < 0) return failed(sh, 'a single quote is not closed');
  const text = sh.text.slice(sh.pos + 1, end);
  sh.pos = end + 1;
  return [text];
}

/** `"..."`, with the position at the quote. */
export function readDouble(sh: Shell): readonly Piece[] {
  const pieces: Piece[] = [];
  sh.pos += 1;
  while (sh.pos < sh.text.length) {
    const char = sh.text[sh.pos] ?? '';
    if (char === '"') {
      sh.pos += 1;
      return pieces.length === 0 ? [''] : pieces;
    }
    if (char === '$' || char === '`') pieces.push(...expanded(sh));
    else pieces.push(char === '\\' ? escaped(sh) : plain(sh));
  }
  return failed(sh, 'a double quote is not closed');
}

/** It stays within its word, but for `"$@"` and the like. */
function expanded(sh: Shell): readonly Piece[] {
  const from = sh.pos;
  const pieces = readExpansion(sh, true);
  const text = sh.text.slice(from, Math.min(sh.pos, from + MAX_LIST));
  const isList = !/^(\$\(|`)/.test(text) && (text.includes('@') || text.length === MAX_LIST);
  return isList ? pieces : inQuotes(pieces);
}

const MAX_LIST = 200;

/** `$'...'`, with the position at the dollar. */
export function readAnsi(sh: Shell): readonly Piece[] {
  const [whole, text] = /^\$'((?:[^'\\]|\\[\s\S])*)'/.exec(sh.text.slice(sh.pos)) ?? [];
  if (whole === undefined || text === undefined) return failed(sh, 'a quote is not closed');
  // Where $'...' is not known, the first quote after it ends the text.
  if (text.includes("\\'")) return failed(sh, "shells do not agree where $'...' ends");
  const plain = text.replace(ANSI, (_, code: string) => ansiChar(code) ?? '\0');
  // A text ends at its first zero for some shells; for others it goes on without.
  if (plain.includes('\0')) return failed(sh, "a character in $'...' has two meanings");
  sh.pos += whole.length;
  return [plain];
}

const ANSI =
  /\\(x[0-9a-fA-F]{1,2}|x\{|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|c[\s\S]|[\s\S])/g;

const NAMED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
};

/** Undefined for what shells do not agree about: control characters, and digits in braces. */
function ansiChar(code: string): string | undefined {
  if (/^(x\{|c)/.test(code)) return undefined;
  if (/^[xuU]./.test(code)) return charOf(Number.parseInt(code.slice(1), 16));
  if (/^[0-7]/.test(code)) return charOf(Number.parseInt(code, 8) & 0xff);
  return NAMED[code] ?? (/[\\'"?]/.test(code) ? code : `\\${code}`);
}

const charOf = (code: number): string | undefined =>
  code <= 0x10ffff ? String.fromCodePoint(code) : undefined;

/** In double quotes a backslash is itself before most characters. */
function escaped(sh: Shell): string {
  const next = sh.text[sh.pos + 1] ?? '';
  sh.pos += 2;
  if (next === '\n') return '';
  return '$`"\\'.includes(next) ? next : `\\${next}`;
}

/** Up to the next character that means something in double quotes. */
function plain(sh: Shell): string {
  PLAIN.lastIndex = sh.pos;
  const text = PLAIN.exec(sh.text)?.[0] ?? '';
  sh.pos += text.length;
  return text;
}

const PLAIN = /[^"$`\\]+/y;

function failed(sh: Shell, why: string): readonly Piece[] {
  fail(sh, why);
  return [];
}
