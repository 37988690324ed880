import { ANY, NUMBER, type Piece } from '../text/command.ts';
import { calculates, type Sum, sumOf } from './arithmetic-sum.ts';
import { readExpansion } from './expansion.ts';
import { readDouble, readSingle } from './quotes.ts';
import { doubt, fail, type Shell, setsVariable, take } from './reader.ts';
import { atProcess } from './words.ts';

/** `${...}` from after the brace on. */
export function readParameter(sh: Shell, quoted: boolean): readonly Piece[] {
  if (/[\s|]/.test(sh.text[sh.pos] ?? ' ')) fail(sh, '${ commands; } is not known to all shells');
  const parts: Part[] = [];
  while (sh.pos < sh.text.length) {
    if (take(sh, '}')) return [withText(lookUp(sh, sumOf(parts.flatMap(masked))), parts)];
    parts.push(readPart(sh, quoted));
  }
  fail(sh, '${ is not closed');
  return [];
}

interface Part {
  readonly pieces: readonly Piece[];
  readonly is?: 'quoted' | 'escaped';
}

function readPart(sh: Shell, quoted: boolean): Part {
  const char = sh.text[sh.pos] ?? '';
  if (!quoted && atProcess(sh)) fail(sh, 'a process substitution in ${...}');
  if (char === '$' || char === '`') return { pieces: readExpansion(sh, quoted) };
  if (char === '"') return { pieces: readDouble(sh), is: 'quoted' };
  if (char === "'" && !quoted) return { pieces: readSingle(sh), is: 'quoted' };
  if (char === "'") fail(sh, 'a single quote in "${...}" has two meanings');
  const from = sh.pos;
  sh.pos += char === '\\' ? 2 : 1;
  if (char !== '\\') return { pieces: [char] };
  return { pieces: [sh.text.slice(from + 1, sh.pos)], is: 'escaped' };
}

/** What is quoted ends no subscript and is no operator. */
const masked = ({ pieces, is }: Part): readonly Piece[] =>
  pieces.map((piece) => {
    if (typeof piece !== 'string' || is === undefined) return piece;
    return is === 'escaped' ? '\\' : piece.replace(/[^\w\s]/g, '\\');
  });

/** `${x:-text}` may stand for its text, `${x%text}` never does. */
function withText(found: Piece, parts: readonly Part[]): Piece {
  const pieces = parts.flatMap((part) => part.pieces);
  const at = pieces.findIndex((piece) => typeof piece !== 'string' || /^[-+=?]$/.test(piece));
  const before = pieces.slice(0, at).join('');
  const stands = at > 0 && typeof pieces[at] === 'string' && /^#?\w+(\[.*\])?:?$/s.test(before);
  if (typeof found === 'string' || !stands) return found;
  const [preset] = pieces[at] === '+' ? [] : (/^[A-Za-z_]\w*(?=:?$)/.exec(before) ?? []);
  const holds = pieces.slice(at + 1);
  return { ...found, holds, ...(preset === undefined ? {} : { preset }) };
}

/** How, whose, which element, and what is done with it. */
const FORM =
  /^(!|#(?=[A-Za-z_0-9@*]))?([A-Za-z_]\w*|\d+|[@*#?!-])(?:\[((?:[^[\]]|\[[^[\]]*\])*)\])?([\s\S]*)$/;

/** Does more than to look up a value: what that is must be known. */
const HARMLESS = /^([:][-?+]|[-?+#%/^,]|@[QEAaUuLKk]$|$)/;

function lookUp(sh: Shell, body: Sum): Piece {
  const [, how, name = '', element, rest = ''] = FORM.exec(body) ?? [];
  const whole = element === '@' || element === '*';
  if (element !== undefined && !whole) calculates(sh, element);
  if (how === '!') {
    // `${!a[@]}` lists subscripts, `${!a*}` names; any other is the value of what a value names.
    if (whole ? rest !== '' : !/^[@*]$/.test(rest)) doubt(sh, '${!...} can be anything');
    return ANY;
  }
  const [, value] = /^:?=([\s\S]*)$/.exec(rest) ?? [];
  const [, offset] = /^:(?![-?+=])([\s\S]*)$/.exec(rest) ?? [];
  if (value !== undefined) setsVariable(sh, name, [givenBy(value)]);
  else if (offset !== undefined) calculates(sh, offset);
  else if (!HARMLESS.test(rest) || name === '') doubt(sh, '${...} in a form that can run a value');
  if (rest !== '') return ANY;
  if (how === '#' || /^[#?!]$/.test(name)) return NUMBER;
  return element === undefined && /^[A-Za-z_]/.test(name) ? { ...ANY, name } : ANY;
}

/** What `${x:=...}` gives to x, as far as it matters. */
const givenBy = (value: Sum): readonly Piece[] => [
  /^(?:\d|\$0;)*$/.test(value) ? NUMBER : /^[\w ./:,-]*$/.test(value) ? value : ANY,
];
