import {
  type Analysis,
  type Command,
  literal,
  type Piece,
  programOf,
  type Values,
  type Word,
} from '@wavehooks/shell/rules';
import { nameIn, pathFrom, type Resolve } from '../../files/paths.ts';
import { looseSteps, stepsMatch } from './steps.ts';
import { spellingsOf } from './where.ts';

/** What decides which files a wildcard fits. */
export interface Fitting {
  /** As `withWildcards` gives them. */
  readonly wild: Values;
  readonly dirs: readonly string[];
  readonly resolve: Resolve;
  readonly dots: boolean;
}

const MAX_FITTED = 4000;

/** The files that a word with wildcards fits now, `..` in it as it is; none for a word without, undefined where they are too many. */
export function filesFitted(word: Word, fitting: Fitting): readonly string[] | undefined {
  const texts = wildTexts(word, fitting.wild);
  if (texts.length === 0) return texts;
  const found: string[] = [];
  for (const text of texts)
    for (const dir of fitting.dirs) {
      const files = fittedBy(pathFrom(dir, text), fitting);
      if (files === undefined || found.length + files.length > MAX_FITTED) return undefined;
      found.push(...files);
    }
  return found;
}

/** What a word may say, where that has a wildcard in it; also by a variable, as in `for f in dir/*`. */
export function wildTexts(word: Word, wild: Values): readonly string[] {
  // In quotes a star is a star.
  if (literal(word) !== undefined) return NONE;
  return (spellingsOf(asWritten(word), wild) ?? []).filter((text) => WILD.test(text));
}

const NONE: readonly string[] = [];
const WILD = /[*?[]/;

function fittedBy(path: string, { resolve, dots }: Fitting): readonly string[] | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const first = parts.findIndex((part) => WILD.test(part));
  const fixed = parts.slice(0, first < 0 ? parts.length : first);
  let found: readonly string[] = [`/${fixed.join('/')}`];
  for (const part of parts.slice(fixed.length)) {
    const next = found.map((dir) => (WILD.test(part) ? within(dir, part) : [nameIn(dir, part)]));
    if (!next.every((list) => list !== undefined)) return undefined;
    found = next.flat();
    if (found.length > MAX_FITTED) return undefined;
  }
  return found;

  function within(dir: string, part: string): readonly string[] | undefined {
    const steps = looseSteps(part);
    const hidden = dots || part.startsWith('.');
    return resolve
      .namesIn(resolve(dir).real)
      ?.filter((name) => (hidden || !name.startsWith('.')) && stepsMatch(steps, name))
      .map((name) => nameIn(dir, name));
  }
}

/** Wildcards stay in what is given to variables. */
export function withWildcards(values: Values): Values {
  for (const given of values.values())
    if (given?.some((pieces) => pieces.some((piece) => typeof piece !== 'string')))
      return new Map([...values].map(([name, all]) => [name, all?.map(written)]));
  return values;
}

function asWritten({ spellings, ...word }: Word): Word {
  const pieces = written(word.pieces);
  if (spellings === undefined || spellings === 'many')
    return { ...word, pieces, ...(spellings === undefined ? {} : { spellings }) };
  return { ...word, pieces, spellings: spellings.map(written) };
}

const written = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : (piece.wildcard ?? piece)));

/** What makes wildcards match names with a leading dot, too. */
const DOTS = /dotglob|GLOBIGNORE/;

/** Whether wildcards of a text may do so. */
export const matchesDots = ({ parts, unread, source }: Analysis): boolean =>
  parts.some(({ command }) => mayMatchDots(command)) || (unread.length > 0 && DOTS.test(source));

/** Wherever it is named: it may become a setting by a variable, or by a script. */
function mayMatchDots(command: Command): boolean {
  const { words, assigns, redirects } = command;
  const program = programOf(command);
  const rest = words.slice(1);
  if (program === 'shopt' && rest.some((word) => literal(word) === '-u')) return false;
  if (program === 'shopt' && rest.some((word) => literal(word) === undefined)) return true;
  return (
    words.some(saysDots) ||
    assigns.some(saysDots) ||
    redirects.some(({ target, body = '' }) => saysDots(target) || DOTS.test(body))
  );
}

const saysDots = ({ pieces }: Word): boolean => pieces.some(isDots);
const isDots = (piece: Piece): boolean => typeof piece === 'string' && DOTS.test(piece);
