import type { Piece, Unknown } from '../text/command.ts';
import { type Pattern, SPACE, STAR, TAIL, type Token } from './pattern-tokens.ts';

export { compilePattern, type Pattern } from './pattern-tokens.ts';

/** Whether the pattern matches whatever the unknown parts turn out to be. What permits trusts nothing else. */
export const coversText = (pattern: Pattern, text: readonly Piece[]): boolean =>
  someEnds(pattern, text, COVERS);

/** Whether the pattern matches by all that is known of the text. */
export const surelyMatchesText = (pattern: Pattern, text: readonly Piece[]): boolean =>
  someEnds(pattern, text, SURE);

/** Whether the pattern may match, depending on what the unknown parts turn out to be. */
export const mayMatchText = (pattern: Pattern, text: readonly Piece[]): boolean =>
  someEnds(pattern, text, MAY);

type Places = ReadonlySet<number>;
type Choices = readonly (readonly Piece[])[];

interface Meaning {
  /** Where in the pattern an unknown part may lead to. */
  readonly reach: (from: number, tokens: readonly Token[], kind: Kind) => readonly number[];
  /** Which choices count, and what becomes of where each leads to; undefined to take none for known. */
  readonly choose?: (choices: Choices) => Choices;
  readonly join: (places: readonly Places[]) => Set<number>;
}

type Kind = Unknown['unknown'];

function someEnds(pattern: Pattern, text: readonly Piece[], meaning: Meaning): boolean {
  for (const tokens of pattern) {
    if (beginsOtherwise(tokens, text[0])) continue;
    const ends = walk(tokens, closure(tokens, new Set([0])), text, meaning, true);
    if (ends.has(tokens.length)) return true;
  }
  return false;
}

/** Most rules are told apart by their first letters. */
function beginsOtherwise(tokens: readonly Token[], first: Piece | undefined): boolean {
  if (typeof first !== 'string') return false;
  for (let at = 0; at < first.length; at++) {
    const token = tokens[at];
    if (typeof token !== 'string' || token.length > 1) return false;
    if (token !== first[at]) return true;
  }
  return false;
}

/**
 * Goes through the text once, with all places in the pattern where it can be by then. Only a whole text may `stop`
 * before its end: what a part of it leads to is compared with what other parts lead to.
 */
function walk(
  tokens: readonly Token[],
  from: Places,
  text: readonly Piece[],
  meaning: Meaning,
  stop: boolean,
): Places {
  let places = from;
  for (const piece of text) {
    if (places.size === 0 || (stop && takesRest(tokens, places))) break;
    if (typeof piece === 'string') places = literally(tokens, places, piece, stop);
    else places = closure(tokens, after(tokens, places, piece, meaning));
  }
  return places;
}

/** From a place that is reached already, nothing is reached that is not. */
function after(
  tokens: readonly Token[],
  places: Places,
  { unknown, choices }: Unknown,
  meaning: Meaning,
): Set<number> {
  if (choices !== undefined && meaning.choose !== undefined)
    return meaning.join(
      meaning.choose(choices).map((one) => walk(tokens, places, one, meaning, false)),
    );
  const next = new Set<number>();
  for (const at of places)
    if (!next.has(at)) for (const far of meaning.reach(at, tokens, unknown)) next.add(far);
  return next;
}

function literally(tokens: readonly Token[], from: Places, text: string, stop: boolean): Places {
  let places = from;
  for (const char of text) {
    const next = new Set<number>();
    for (const at of places) {
      const token = tokens[at];
      if (token === STAR) next.add(at);
      else if (token === char || (char === ' ' && isSpace(token))) next.add(at + 1);
    }
    places = closure(tokens, next);
    if (places.size === 0 || (stop && takesRest(tokens, places))) break;
  }
  return places;
}

/** A star at the end takes whatever follows, known or not. */
const takesRest = (tokens: readonly Token[], places: Places): boolean =>
  tokens.at(-1) === STAR && places.has(tokens.length - 1);

const isSpace = (token: Token | undefined): boolean => token === TAIL || token === SPACE;

/** A star may stand for nothing, and so may the tail. */
function closure(tokens: readonly Token[], places: Set<number>): Places {
  for (const at of places)
    if (tokens[at] === STAR) places.add(at + 1);
    else if (tokens[at] === TAIL) places.add(at + 2);
  return places;
}

/** Only a star takes all that is unknown; the tail takes all words. */
const stays: Meaning['reach'] = (at, tokens, kind) =>
  tokens[at] === STAR || (tokens[at] === TAIL && kind === 'words') ? [at] : [];

const everywhere = ([first, ...rest]: readonly Places[]): Set<number> =>
  new Set([...(first ?? [])].filter((at) => rest.every((places) => places.has(at))));

const anywhere = (all: readonly Places[]): Set<number> =>
  new Set(all.flatMap((places) => [...places]));

const COVERS: Meaning = { reach: stays, join: everywhere };

const SURE: Meaning = {
  reach: stays,
  choose: (choices) => {
    const some = choices.filter((one) => one.length > 0);
    return some.length > 0 ? some : choices;
  },
  join: everywhere,
};

const MAY: Meaning = {
  reach: (from, tokens, kind) => {
    const places = [from];
    if (kind === 'words' && !WORD_BEGINS.has(tokens[from])) return places;
    for (let at = from; at < tokens.length && FITS[kind](tokens[at], tokens[at - 1]); at++)
      places.push(at + 1);
    return places;
  },
  choose: (choices) => choices,
  join: anywhere,
};

const WORD_BEGINS: ReadonlySet<Token | undefined> = new Set([' ', STAR, TAIL]);

type Fits = (token: Token | undefined, before: Token | undefined) => boolean;

/** Whether what is not known can be the next character of a pattern. */
const FITS: Readonly<Record<Kind, Fits>> = {
  any: () => true,
  words: () => true,
  part: (token) => token !== ' ' && token !== TAIL,
  rest: (token, before) => token !== ' ' && token !== TAIL && !(before === ' ' && token === '-'),
  // A file's name does not begin like an option, nor at the root.
  glob: (token, before) =>
    token !== ' ' && token !== TAIL && !(before === ' ' && (token === '-' || token === '/')),
  number: (token) => typeof token !== 'string' || /[-\d ]/.test(token),
};
