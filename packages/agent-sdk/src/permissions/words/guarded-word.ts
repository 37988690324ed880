import { basename, dirname } from 'node:path';
import { literal, type Piece, textsOf, type Values, type Word } from '@wavehooks/shell/rules';
import { nameIn, pathFrom, type Resolve } from '../../files/paths.ts';
import { namesStartFile, startFiles, startNames } from '../../files/start-files.ts';
import { filesFitted } from './fitted.ts';
import { looseSteps, stepsMatch } from './steps.ts';

/** What is known where a word stands. */
export interface Known {
  readonly values: Values;
  /** Where the command may run. */
  readonly dirs: readonly string[];
  readonly resolve: Resolve;
  /** The values with their wildcards as they are written. */
  readonly wild: Values;
  /** Wildcards may stand for a leading dot, too. */
  readonly dots: boolean;
}

/** Whether a wildcard in a word fits a guarded file now; where nobody can look, it may. */
export function fitsGuarded(word: Word, known: Known, keepsLinks: boolean): boolean {
  const files = filesFitted(word, known);
  if (files === undefined) return true;
  if (files.length === 0) return false;
  const { resolve } = known;
  const isLink = (file: string) =>
    resolve(file).real !== nameIn(resolve(dirname(file)).real, basename(file));
  return files.some((file) => resolve(file).guarded && !(keepsLinks && isLink(file)));
}

/** Also where its parts are put together of variables that the same text sets, or stand in braces. */
export function isGuardedWord(word: Word, known: Known): boolean {
  const { pieces, spellings, raw } = word;
  const said = spellings === undefined ? literal(word) : undefined;
  if (said !== undefined) return isGuardedText(said, known);
  if (spellings === 'many') return mayBeginWithDot(raw);
  if (spellings !== undefined)
    return spellings.some((one) => isGuardedWord({ pieces: one, raw }, known));
  const texts = textsOf(word, known.values);
  // In quotes a star in a value is a star.
  if (texts !== undefined)
    return (
      texts.some((text) => isGuardedText(text, known)) ||
      (pieces.some(isBare) && mayBeWritten(pieces, known))
    );
  return (
    mayBeWritten(pieces, known) ||
    writings(pieces, ' ').some((text) => namesGuarded(text, known.resolve)) ||
    mayBeStartFile(word, known) ||
    endsAsStartFile(pieces)
  );
}

const mayBeWritten = (pieces: readonly Piece[], known: Known): boolean =>
  writings(pieces, '*').some((text) => mayBeGuarded(text, known));

/** `"$X/.bashrc"`: a directory that is not known, and in it a name that start files have. */
function endsAsStartFile(pieces: readonly Piece[]): boolean {
  const text = written(pieces, '\0').replace(/^[^/\0]*=/, '');
  const unknown = text.lastIndexOf('\0');
  if (unknown < 0 || !/^[/~\0]/.test(text)) return false;
  const names = text.slice(unknown).split('/').slice(1);
  return names.some(
    (name, at) =>
      name.startsWith('.') &&
      startNames().some((file) => {
        const depth = file.split('/').length;
        return stepsMatch(looseSteps(names.slice(at, at + depth).join('/')), file);
      }),
  );
}

const isBare = (piece: Piece): boolean => typeof piece !== 'string' && piece.unknown === 'any';

/** Of what was not spelled out: a part of a path that begins with a dot, be it behind braces for nothing. */
const mayBeginWithDot = (raw: string): boolean =>
  /(^|[/{,="':])\./.test(raw) || (/\}\./.test(raw) && /\{,|,,|,\}/.test(raw));

/**
 * A word with something else in place of what is not known, wildcards as they are; and each text that
 * `${x:-text}` may stand for. Commands in it are looked at by themselves.
 */
const writings = (pieces: readonly Piece[], unknown: string): readonly string[] => [
  written(pieces, unknown),
  ...pieces.flatMap((piece) =>
    typeof piece === 'string' || piece.holds === undefined ? [] : writings(piece.holds, unknown),
  ),
];

const written = (pieces: readonly Piece[], unknown: string): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : (piece.wildcard ?? unknown))).join('');

/** A wildcard that start files fit, from where the command may run. */
function mayBeStartFile({ pieces, raw }: Word, { dirs, dots, values, resolve }: Known): boolean {
  const wild = pieces.map((piece) =>
    typeof piece !== 'string' && piece.unknown === 'glob' ? '*' : piece,
  );
  const texts = textsOf({ pieces: wild, raw }, values) ?? [];
  return texts
    .filter((text) => text.includes('*') && (dots || /(^|\/)\./.test(text)))
    .flatMap((text) => dirs.map((dir) => resolve(pathFrom(dir, text)).real.split('/')))
    .some((names) =>
      startFiles().some((file) => {
        const depth = file.split('/').length;
        return stepsMatch(looseSteps(names.slice(0, depth).join('/')), file);
      }),
    );
}

const isGuardedText = (text: string, known: Known): boolean =>
  namesGuarded(text, known.resolve) || namesStartFile(text) || hasGuardedPath(text, known);

/** As a word, or behind a `=` in it; an option by itself is no path. */
function hasGuardedPath(text: string, known: Known): boolean {
  if (text.length >= 4096 || text.includes('\0')) return false;
  if (!/^-[^/]*$/.test(text) && isGuardedPath(text, known)) return true;
  const value = text.indexOf('=') + 1;
  return value > 0 && value < text.length && isGuardedPath(text.slice(value), known);
}

function isGuardedPath(path: string, { dirs, resolve }: Known): boolean {
  for (const dir of dirs) if (resolve(pathFrom(dir, path)).guarded) return true;
  return false;
}

/** A name also counts within a longer text, such as a script on the command line. Each has a dot. */
export const namesGuarded = (text: string, { names }: Pick<Resolve, 'names'>): boolean =>
  text.includes('.') && names().some((name) => namedBy(name).test(text));

const patterns = new Map<string, RegExp>();

function namedBy(name: string): RegExp {
  const known = patterns.get(name);
  if (known !== undefined) return known;
  const plain = name.replaceAll('.', '\\.');
  const pattern = new RegExp(`(^|[^\\w.-])${plain}($|[^\\w.-])`, 'i');
  patterns.set(name, pattern);
  return pattern;
}

/** A wildcard after a leading dot may mean one of the names, also in what is given to a variable. */
const mayBeGuarded = (text: string, { dots, resolve }: Known): boolean =>
  text
    .replace(/^\w+\+?=/, '')
    .split('/')
    .some(
      (part) =>
        (dots ? /[*?[]/ : /^\.[^/]*[*?[]/).test(part) &&
        resolve.names().some((name) => stepsMatch(looseSteps(part), name)),
    );
