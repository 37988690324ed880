import { guardedNames } from '../tools/guarded.ts';
import { resolvePath } from '../tools/paths.ts';
import type { Place } from '../tools/tool.ts';
import { analyseShell } from './shell/analyse.ts';
import { programOf } from './shell/program.ts';
import { writesFile } from './shell/pure.ts';
import type { Command, Word } from './shell/types.ts';
import { textsOf, type Values, valuesOf } from './shell/values.ts';

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
  const { parts, opaque } = analyseShell(command);
  // Of what could not be read to its end, only the names are left to go by.
  if (opaque && namesGuarded(command)) return true;
  const values = valuesOf(parts.map((part) => part.command));
  return parts.some((part) => writesGuarded(part.command, values, place));
}

function writesGuarded(command: Command, values: Values, place: Place): boolean {
  const { words, assigns, redirects } = command;
  const guarded = (word: Word) => isGuardedWord(word, values, place);
  if (redirects.some((one) => writesFile(one) && guarded(one.target))) return true;
  return [...words.slice(1), ...assigns].some(guarded) && !READERS.has(programOf(command) ?? '');
}

/** Also where its parts are put together of variables that the same text sets. */
function isGuardedWord(word: Word, values: Values, place: Place): boolean {
  const texts = textsOf(word, values);
  if (texts !== undefined) return texts.some((text) => isGuardedText(text, place));
  return namesGuarded(written(word, ' ')) || [word.raw, written(word, '*')].some(mayBeGuarded);
}

const isGuardedText = (text: string, place: Place): boolean =>
  namesGuarded(text) ||
  (text.length < 4096 &&
    !text.includes('\0') &&
    resolvePath(place.projectDir, place.cwd, text).guarded);

/** A name also counts within a longer text, such as a script on the command line. */
const namesGuarded = (text: string): boolean => NAMED.test(text);

const NAMED = new RegExp(
  `(^|[^\\w.-])(${guardedNames()
    .map((name) => name.replaceAll('.', '\\.'))
    .join('|')})($|[^\\w.-])`,
  'i',
);

/** A word with something else in place of what is not known. */
const written = (word: Word, unknown: string): string =>
  word.pieces.map((piece) => (typeof piece === 'string' ? piece : unknown)).join('');

/** A wildcard after a leading dot may mean one of the names. */
const mayBeGuarded = (text: string): boolean =>
  text
    .split('/')
    .some(
      (part) =>
        /^\.[^/]*[*?[]/.test(part) && (part.length > 40 || guardedNames().some(globOf(part))),
    );

const globOf = (part: string) => {
  const source = part.replace(/\[[^\]]*\]|[\s\S]/g, (char) =>
    char === '*' ? '.*' : char === '?' || char.length > 1 ? '.' : char.replace(/\W/, '\\$&'),
  );
  return (name: string): boolean => new RegExp(`^${source}$`, 'i').test(name);
};
