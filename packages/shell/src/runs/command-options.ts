import { literal, type Piece, type Word, wordsOf } from '../text/command.ts';
import { mayBegin, maySplit } from '../text/pieces.ts';

/**
 * The options among words, up to a `--`: as they are written, without a `=value`, and each letter of `-rf` as
 * well. Of a word that is known up to its `=`, the option is known.
 */
export function optionsOf(words: readonly Word[]): readonly string[] {
  const found = new Set<string>();
  for (const pieces of words.flatMap(wordsOf)) {
    const text = literal({ pieces, raw: '' }) ?? namedBy(pieces);
    if (text === '--') break;
    for (const option of spelledOut(text ?? '')) found.add(option);
  }
  return [...found];
}

const namedBy = ([first]: readonly Piece[]): string | undefined =>
  typeof first === 'string' ? /^-[^=]*=/.exec(first)?.[0] : undefined;

function spelledOut(text: string): readonly string[] {
  const name = text.replace(/=.*$/s, '');
  if (!/^-./.test(name)) return [];
  const letters = /^-\w{2,}/.test(name) ? [...name.slice(1)].map((letter) => `-${letter}`) : [];
  return [name, ...letters];
}

/** Whether a word that is not known may be an option. */
export function isOpen(words: readonly Word[]): boolean {
  const end = words.findIndex((word) => literal(word) === '--');
  return (end < 0 ? words : words.slice(0, end)).some(
    (word) =>
      literal(word) === undefined &&
      namedBy(word.pieces) === undefined &&
      (word.spellings === 'many' || wordsOf(word).some((pieces) => mayBeOption(pieces))),
  );
}

/** Several words, of which any may begin with a dash, or one that may. */
const mayBeOption = (pieces: readonly Piece[]): boolean =>
  literal({ pieces, raw: '' }) === undefined &&
  (maySplit({ pieces, raw: '' }) || mayBegin(pieces, '-'));
