import { guardedNames } from '../tools/guarded.ts';
import { resolvePath } from '../tools/paths.ts';
import type { Place } from '../tools/tool.ts';
import { analyseShell } from './shell/analyse.ts';
import { programOf } from './shell/program.ts';
import { writesFile } from './shell/pure.ts';
import { type Command, literal, type Piece, type Word } from './shell/types.ts';
import { textsOf, type Values, valuesOf } from './shell/values.ts';
import { anyChar, many, oneChar, type Step, stepsMatch } from './steps.ts';

/** Programs that change nothing, whatever files they are given. */
const READERS: ReadonlySet<string> = new Set([
  '[',
  '[[',
  'basename',
  'cat',
  'cmp',
  'cut',
  'diff',
  'dirname',
  'du',
  'echo',
  'file',
  'grep',
  'head',
  'ls',
  'md5sum',
  'printf',
  'pwd',
  'readlink',
  'realpath',
  'rg',
  'sha256sum',
  'stat',
  'tail',
  'test',
  'tree',
  'wc',
  'which',
]);

/**
 * Whether a command seems to write to what guards the agent: it names such a path, and either sends
 * output there or does not only read. What a script does by itself cannot be seen from here.
 */
export function commandWritesGuarded(command: string, place: Place): boolean {
  const { parts, unread } = analyseShell(command);
  // Of what could not be read to its end, only the names are left to go by.
  if (unread.length > 0 && namesGuarded(command)) return true;
  const values = valuesOf(parts.map((part) => part.command));
  const dots = /dotglob|GLOBIGNORE/.test(command.replace(/shopt\s+-u\s+dotglob/g, ''));
  return parts.some((part) => writesGuarded(part.command, { values, place, dots }));
}

interface Known {
  readonly values: Values;
  readonly place: Place;
  /** Wildcards may stand for a leading dot, too. */
  readonly dots: boolean;
}

function writesGuarded(command: Command, known: Known): boolean {
  const { words, assigns, redirects } = command;
  const guarded = (word: Word) => isGuardedWord(word, known);
  if (redirects.some((one) => writesFile(one) && guarded(one.target))) return true;
  const fed = redirects.filter(({ op }) => op === '<<<').map(({ target }) => target);
  return [...words.slice(1), ...assigns, ...fed].some(guarded) && !onlyReads(command);
}

/** With `-v` printf sets a variable, which may be used for a path then. */
const onlyReads = (command: Command): boolean =>
  READERS.has(programOf(command) ?? '') &&
  !(programOf(command) === 'printf' && /^-v/.test(literal(command.words[1]) ?? '-v'));

/** Also where its parts are put together of variables that the same text sets, or stand in braces. */
function isGuardedWord(word: Word, known: Known): boolean {
  const { spellings, raw } = word;
  if (spellings === 'many') return mayBeginWithDot(raw);
  if (spellings !== undefined)
    return spellings.some((pieces) => isGuardedWord({ pieces, raw: written(pieces, '*') }, known));
  const own = withoutExpansions(raw);
  const mayBe = [own, written(word.pieces, '*')].some((text) => mayBeGuarded(text, known.dots));
  const texts = textsOf(word, known.values);
  if (texts !== undefined)
    return texts.some((text) => isGuardedText(text, known.place)) || (mayBe && !isQuoted(raw));
  return namesGuarded(written(word.pieces, ' ')) || namesGuarded(own) || mayBe;
}

/** A part of a path that begins with a dot, be it behind braces that may stand for nothing. */
const mayBeginWithDot = (raw: string): boolean =>
  /(^|[/{,="':])\./.test(raw) || (/\}\./.test(raw) && /\{,|,,|,\}/.test(raw));

/**
 * A word as it is written, without what a shell puts in: commands in it are looked at by themselves, and
 * `${url%.git}` takes a text away. What `${x:-.git/config}` gives where there is none is a text of its own.
 */
function withoutExpansions(raw: string): string {
  const text = raw
    .replace(/\$\{\w+:?[-+=?]([^{}]*)\}/g, ' $1 ')
    .replace(/\$\{[^{}]*\}/g, ' ')
    .replace(/`[^`]*`/g, ' ');
  // From the first to the last: what stands between two of them is among the pieces of the word.
  const [from, to] = [text.indexOf('$('), text.lastIndexOf(')')];
  return from === -1 || to < from ? text : `${text.slice(0, from)} ${text.slice(to + 1)}`;
}

const isQuoted = (raw: string): boolean => /['"\\]/.test(raw);

const isGuardedText = (text: string, place: Place): boolean =>
  namesGuarded(text) ||
  (text.length < 4096 && !text.includes('\0') && resolvePath(place, text).guarded);

/** A name also counts within a longer text, such as a script on the command line. */
const namesGuarded = (text: string): boolean => NAMED.test(text);

const NAMED = new RegExp(
  `(^|[^\\w.-])(${guardedNames()
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|')})($|[^\\w.-])`,
  'i',
);

/** A word with something else in place of what is not known. */
const written = (pieces: readonly Piece[], unknown: string): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : unknown)).join('');

/** A wildcard after a leading dot may mean one of the names, also in what is given to a variable. */
const mayBeGuarded = (text: string, dots: boolean): boolean =>
  text
    .replace(/^\w+\+?=/, '')
    .split('/')
    .some(
      (part) =>
        (dots ? /[*?[]/ : /^\.[^/]*[*?[]/).test(part) &&
        guardedNames().some((name) => stepsMatch(stepsOf(part), name)),
    );

const stepsOf = (part: string): readonly Step[] =>
  (part.match(/\[[^\]]*\]|\*+|[\s\S]/g) ?? []).map((one) => {
    if (one.startsWith('*')) return many(anyChar);
    return one === '?' || one.length > 1 ? { fits: anyChar } : oneChar(one, true);
  });
