import { homedir } from 'node:os';
import {
  literal,
  type PlainPart,
  programOf,
  type Reading,
  readingOf,
  type Word,
} from '@wavehooks/shell/rules';
import type { Env } from './environment.ts';
import type { FileRead } from './file-read.ts';
import { isProgramMeant } from './program-found.ts';
import { addFile, addRead, PLAIN } from './reading-files.ts';
import { hasOddTilde, isOpen, type Meaning, mayList, meantBy, SOMETHING } from './words-meant.ts';

/** The files that a command reads; undefined where it may do anything else. */
export function filesOf(
  { part, idle, inputs }: PlainPart,
  dirs: readonly string[],
  meaning: Meaning,
  env: Env,
): readonly FileRead[] | undefined {
  const { words, assigns, redirects } = part.command;
  const isAtHome = () => env['HOME'] === homedir();
  const isClear = (word: Word) =>
    isOpen(word, meaning.values) && !hasOddTilde(word) && (!isTilde(word.raw) || isAtHome());
  if (!words.every(isClear) || !assigns.every(isClear)) return undefined;
  if (!redirects.every(({ target }) => isClear(target))) return undefined;
  const { resolve } = meaning;
  const files: FileRead[] = [];
  // Words without wildcards say the same in every directory.
  const same = !idle && words.every(isFixed) ? readingsIn(words, '', meaning) : undefined;
  for (const dir of dirs) {
    if (!addInputs(files, inputs, dir, meaning)) return undefined;
    const found = idle ? NOTHING : (same ?? readingsIn(words, dir, meaning));
    if (!found?.readings.every((reading) => addRead(files, reading, dir, resolve)))
      return undefined;
    for (const file of found.fitted) addFile(files, dir, file, resolve, PLAIN);
  }
  // The file system is asked last: most commands are no readers by their words alone.
  const program = programOf(part.command) ?? '';
  if (words.length > 0 && !isProgramMeant(program, env.PATH ?? '', dirs, resolve)) return undefined;
  const isOurs = (path: string) => resolve(path).inside;
  return HAS_SETTINGS.test(program) && isHomeOurs(env, isOurs) ? undefined : files;
}

const isFixed = (word: Word): boolean =>
  word.spellings === undefined && literal(word) !== undefined;

/** Programs with settings in the home directory, which may be a part of the project, as in containers. */
const HAS_SETTINGS = /^(git|npm|jq|rg|pip3?|python3?)$/;

const isHomeOurs = (env: Env, isOurs: (path: string) => boolean): boolean =>
  [env['HOME'], env['XDG_CONFIG_HOME']].some(
    (dir) => dir !== undefined && dir !== '' && isOurs(dir),
  );

/** Adds the files that a shell opens as input; false where it is not known which. */
function addInputs(to: FileRead[], words: readonly Word[], dir: string, meaning: Meaning): boolean {
  return words.every((word) => {
    const meant = meantBy(word, dir, meaning);
    for (const text of meant?.choices.flat() ?? []) addFile(to, dir, text, meaning.resolve, PLAIN);
    return meant !== undefined;
  });
}

/** Programs that do nothing with a word, whatever it turns out to be. */
const TAKES_ANYTHING = /^(echo|printf|:|true|false|exit|return)$/;

/** A form of printf may set variables, and `[` takes several words for a question of its own. */
function takesAnything(before: readonly string[], words: readonly Word[], at: number): boolean {
  const [program = '', first = '-'] = before;
  if (program === 'printf') return at > 1 && !first.startsWith('-');
  if (program === 'test' || program === '[')
    return (
      /^-[nz]$/.test(first) &&
      at === 2 &&
      words.length === (program === '[' ? 4 : 3) &&
      /^".*"$/s.test(words[at]?.raw ?? '')
    );
  return TAKES_ANYTHING.test(program) && at > 0;
}

/** What a command does in one directory, for all that its words may become. */
interface Readings {
  readonly readings: readonly Reading[];
  /** Files that wildcards fit, whatever they are to the program. */
  readonly fitted: readonly string[];
}

const NOTHING: Readings = { readings: [], fitted: [] };

function readingsIn(words: readonly Word[], dir: string, meaning: Meaning): Readings | undefined {
  const spelled = words.every(isFixed) ? fixedWords(words) : spelledWords(words, dir, meaning);
  if (spelled === undefined) return undefined;
  const { commands, fitted } = spelled;
  // In the list of a loop a shell has put another directory in its place.
  if (!TAKES_ANYTHING.test(commands[0]?.[0] ?? '') && commands.some((one) => one.some(isTilde)))
    return undefined;
  const readings = commands.map(readingOf);
  return readings.every((one) => one !== undefined) ? { readings, fitted } : undefined;
}

/** All commands that some words may become. */
interface Spelled {
  readonly commands: readonly (readonly string[])[];
  readonly fitted: readonly string[];
}

/** Nearly all words are what they say. */
const fixedWords = (words: readonly Word[]): Spelled => ({
  commands: [words.map((word) => literal(word) ?? '')],
  fitted: [],
});

function spelledWords(words: readonly Word[], dir: string, meaning: Meaning): Spelled | undefined {
  let commands: readonly (readonly string[])[] = [[]];
  const fitted: string[] = [];
  for (const [at, word] of words.entries()) {
    const anything = takesAnything(commands[0] ?? [], words, at) && !mayList(word, meaning.values);
    const meant =
      meantBy(word, dir, meaning) ??
      (anything ? { choices: [[SOMETHING]], fitted: [] } : undefined);
    if (meant === undefined || commands.length * meant.choices.length > MAX_COMMANDS)
      return undefined;
    commands = commands.flatMap((before) => meant.choices.map((choice) => [...before, ...choice]));
    fitted.push(...meant.fitted);
  }
  return { commands, fitted };
}

const isTilde = (text: string): boolean => text.startsWith('~');

const MAX_COMMANDS = 64;
