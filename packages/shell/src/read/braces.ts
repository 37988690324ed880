import { ANY, type Piece } from '../text/command.ts';

/** A part of a word: characters that stand bare, those of braces each by itself; or what quotes and expansions gave. */
export interface Part {
  readonly bare?: string;
  readonly pieces: readonly Piece[];
}

const MAX_SPELLINGS = 200;
const MAX_PAIRS = 50;

/** All that `{a,b}` and `{1..9}` in a word may become; undefined if that is too much to look at. */
export function spellingsOf(parts: readonly Part[]): Spellings | undefined {
  const pairs = pairsIn(parts);
  return pairs && spell(parts, pairs, 0, parts.length);
}

/** Where each brace is closed that is. */
function pairsIn(parts: readonly Part[]): ReadonlyMap<number, number> | undefined {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { bare }] of parts.entries()) {
    if (bare === '{') open.push(at);
    const from = bare === '}' ? open.pop() : undefined;
    if (from !== undefined) pairs.set(from, at);
  }
  return pairs.size > MAX_PAIRS ? undefined : pairs;
}

type Spellings = readonly (readonly Part[])[];

function spell(
  parts: readonly Part[],
  pairs: ReadonlyMap<number, number>,
  from: number,
  to: number,
): Spellings | undefined {
  for (let at = from; at < to; at++) {
    const end = pairs.get(at);
    const choices = end === undefined ? undefined : choicesIn(parts, pairs, at, end);
    if (end === undefined || choices === undefined) continue;
    const rests = spell(parts, pairs, end + 1, to);
    if (choices === 'many' || rests === undefined || choices.length * rests.length > MAX_SPELLINGS)
      return undefined;
    const before = parts.slice(from, at);
    return choices.flatMap((one) => rests.map((rest) => [...before, ...one, ...rest]));
  }
  return [parts.slice(from, to)];
}

/** What a pair of braces stands for; undefined if for itself. */
function choicesIn(
  parts: readonly Part[],
  pairs: ReadonlyMap<number, number>,
  open: number,
  end: number,
): Spellings | 'many' | undefined {
  const cuts = [open];
  for (let at = open + 1; at < end; at++)
    if (pairs.has(at)) at = pairs.get(at) ?? at;
    else if (parts[at]?.bare === ',') cuts.push(at);
  if (cuts.length === 1) return isSequence(parts, open, end) ? [[{ pieces: [ANY] }]] : undefined;
  const all: (readonly Part[])[] = [];
  for (const [index, cut] of cuts.entries()) {
    const one = spell(parts, pairs, cut + 1, cuts[index + 1] ?? end);
    if (one === undefined || all.length + one.length > MAX_SPELLINGS) return 'many';
    all.push(...one);
  }
  return all;
}

const isSequence = (parts: readonly Part[], open: number, end: number): boolean =>
  parts.slice(open, end).some(({ bare }, at, list) => bare === '.' && list[at + 1]?.bare === '.');
