import { ANY, PART, type Piece, type Unknown, type Word } from './command.ts';

type Pieces = readonly Piece[];

/** Whether a text of these pieces can begin so. A file's name does not begin with a dash here, nor a number. */
export function mayBegin(pieces: Pieces, char: string): boolean {
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      if (mayBeginUnknown(piece, char)) return true;
      if (piece.unknown === 'glob' || piece.unknown === 'number' || !mayBeEmpty(piece))
        return false;
    } else if (piece !== '') return piece.startsWith(char);
  }
  return false;
}

const mayBeginUnknown = ({ unknown, choices }: Unknown, char: string): boolean => {
  if (choices !== undefined) return choices.some((one) => mayBegin(one, char));
  return unknown !== 'glob' && unknown !== 'number';
};

const mayBeEmpty = ({ choices }: Unknown): boolean =>
  choices === undefined || choices.some((one) => one.every((piece) => piece === ''));

/** Whether a word can become several, of which only the first begins as the word does. */
export const maySplit = ({ pieces, spellings }: Word): boolean =>
  spellings !== undefined || pieces.some(splits);

function splits(piece: Piece): boolean {
  if (typeof piece === 'string') return false;
  if (piece.choices === undefined) return piece.unknown === 'any' || piece.unknown === 'words';
  return piece.unknown === 'any' && piece.choices.some((one) => one.some(hasSpace));
}

const hasSpace = (piece: Piece): boolean =>
  typeof piece === 'string' ? /\s/.test(piece) : splits(piece);

/** One word that is no option, whatever it turns out to be. */
export const isOperand = (word: Word): boolean => !maySplit(word) && !mayBegin(word.pieces, '-');

/** In quotes nothing is split, and what is not known stays within its word. */
export const inQuotes = (pieces: Pieces): Pieces => pieces.map((piece) => as(piece, PART));

/** Without quotes everything is. */
export const unquoted = (pieces: Pieces): Pieces => pieces.map((piece) => as(piece, ANY));

function as(piece: Piece, { unknown }: Unknown): Piece {
  if (typeof piece === 'string') return piece;
  const { choices } = piece;
  const inner = choices?.map((one) => one.map((each) => as(each, { unknown })));
  const kind = piece.unknown === 'any' || piece.unknown === 'part' ? unknown : piece.unknown;
  return { ...piece, unknown: kind, ...(inner === undefined ? {} : { choices: inner }) };
}

/** Neighbours that are known become one. */
export const merged = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.reduce<Piece[]>((list, piece) => {
    const last = list.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') list[list.length - 1] = last + piece;
    else list.push(piece);
    return list;
  }, []);
