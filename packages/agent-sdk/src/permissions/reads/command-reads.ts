import { homedir } from 'node:os';
import {
  type Analysis,
  analyseShell,
  namesSetBy,
  type Piece,
  type PlainPart,
  plainParts,
  programOf,
  type Reading,
  readingOf,
  type Values,
  type Word,
} from '@wavehooks/shell/rules';
import { isWithin, type Resolve, realPath, statsOf } from '../../files/paths.ts';
import type { Place } from '../../vocabulary/tool.ts';
import type { Rules } from '../rules/rule.ts';
import { withWildcards } from '../words/fitted.ts';
import { type Placed, placed, valuesIn } from '../words/where.ts';
import { type Env, steeringVariable } from './environment.ts';
import { type FileRead, isReadable, realFrom } from './file-read.ts';
import { isProgramMeant } from './program-found.ts';
import { mayBeRead } from './read-rules.ts';
import { repositoryAt } from './repository.ts';
import { hasOddTilde, isOpen, type Meaning, meantBy, SOMETHING } from './words-meant.ts';

/** What is asked about a command that may only read. */
export interface Asked {
  readonly command: string;
  readonly place: Place;
  readonly resolve: Resolve;
  /** Directories beside the project that may be read. */
  readonly readable: readonly string[];
}

/** Whether the rules about reading let a command run unasked; undefined where it may do more than to read. */
export type Reads = (rules: Pick<Rules, 'deny' | 'ask'>) => boolean;

/** A command of a text, and the files that it reads; undefined where it may do more than to read. */
export interface LookedPart {
  readonly plain: PlainPart;
  files(): readonly FileRead[] | undefined;
}

/** A text of which nothing but its programs is left to judge. */
export interface LookedInto {
  readonly analysis: Analysis;
  readonly parts: readonly LookedPart[];
  /** Whether the rules about reading let these files be read; undefined where no rule could. */
  readable(files: readonly FileRead[]): Reads | undefined;
}

/** Looks at each command of a text by itself; undefined where the text as a whole leaves something in doubt. */
export function lookInto({ command, place, resolve, readable }: Asked): LookedInto | undefined {
  const analysis = analyseShell(command);
  const parts = plainParts(analysis);
  if (parts === undefined || isLong(analysis) || movesOn(analysis)) return undefined;
  const env = place.env ?? process.env;
  const programs = parts.flatMap(({ part }) => programOf(part.command) ?? []);
  const isOurs = (path: string) => resolve(path).inside;
  if (steeringVariable(env, programs, isOurs) !== undefined) return undefined;
  const values = valuesKnown(analysis, place.cwd);
  const meaning = { values, wild: withWildcards(values), env, resolve };
  const looked = placed(analysis, place.cwd, values);
  return {
    analysis,
    parts: parts.map((plain) => ({
      plain,
      files: () => {
        const at = looked.find(({ part }) => part === plain.part);
        const dirs = at && dirsOf(at, analysis, resolve);
        return dirs && filesOf(plain, dirs, meaning, env);
      },
    })),
    readable: (files) => {
      const may = readable.map((dir) => realPath(dir) ?? dir);
      if (!files.every(({ real }) => isReadable(real, resolve, may))) return undefined;
      return (rules) => mayBeRead(files, rules, place, resolve, may);
    },
  };
}

/**
 * Looks whether all that a command does is to read files of the project: by the programs that only read, by
 * what is on this machine (which programs the names mean, where links lead, the settings of a repository) and
 * by the environment. Whatever is in doubt is not reading.
 */
export function commandReads(looked: LookedInto | undefined): Reads | undefined {
  if (looked === undefined) return undefined;
  const files: FileRead[] = [];
  for (const part of looked.parts) {
    const found = part.files();
    if (found === undefined) return undefined;
    files.push(...found);
    if (files.length > MAX_FILES) return undefined;
  }
  return looked.readable(files);
}

/** Each word may be looked at on disk: of very long commands nobody tries to tell. */
const isLong = ({ parts }: Analysis): boolean =>
  parts.length > MAX_PARTS ||
  parts.reduce((sum, { command }) => sum + command.words.length, 0) > MAX_WORDS;

const MAX_PARTS = 100;
const MAX_WORDS = 500;
/** Of all commands together. */
export const MAX_FILES = 4000;

/** What variables hold, as far as the text alone says so. */
function valuesKnown(analysis: Analysis, cwd: string): Values {
  const commands = analysis.parts.map(({ command }) => command);
  const values = new Map(valuesIn(analysis, cwd));
  const moves = commands.some((command) => programOf(command) === 'cd');
  for (const name of [...commands.flatMap(namesSetBy), ...(moves ? ['PWD', 'OLDPWD'] : [])])
    values.set(name, undefined);
  // What is made of what is made of others may grow with every round of a loop.
  for (const [name, given] of [...values])
    if (given?.flat().some((piece) => isMade(piece, values))) values.set(name, undefined);
  return values;
}

const isMade = (piece: Piece, values: Values): boolean =>
  typeof piece !== 'string' &&
  piece.name !== undefined &&
  values
    .get(piece.name)
    ?.flat()
    .some((one) => typeof one !== 'string') !== false;

/** A `cd` in a loop leads further with every round. */
const movesOn = ({ source, parts }: Analysis): boolean =>
  /\b(for|while|until|select)\b/.test(source) &&
  parts.some(({ command }) => programOf(command) === 'cd');

/** Where a command may run. A `cd` to a directory that is there holds, as long as nothing runs apart. */
function dirsOf({ here, elsewhere, lost }: Placed, { straight }: Analysis, resolve: Resolve) {
  if (lost) return undefined;
  const sure = straight && here.every((dir) => statsOf(dir)?.isDirectory());
  return [...new Set(sure ? here : [...here, ...elsewhere])].map((dir) => resolve(dir).real);
}

const MAX_COMMANDS = 64;

/** The files that a command reads; undefined where it may do anything else. */
function filesOf(
  { part, idle, inputs }: PlainPart,
  dirs: readonly string[],
  meaning: Meaning,
  env: Env,
): readonly FileRead[] | undefined {
  const { words, assigns, redirects } = part.command;
  const all = [...words, ...assigns, ...redirects.map(({ target }) => target)];
  if (!all.every((word) => isOpen(word, meaning.values) && !hasOddTilde(word))) return undefined;
  if (all.some(({ raw }) => raw.startsWith('~')) && env['HOME'] !== homedir()) return undefined;
  const program = programOf(part.command) ?? '';
  const isOurs = (path: string) => meaning.resolve(path).inside;
  if (words.length > 0 && !isProgramMeant(program, env.PATH ?? '', dirs, isOurs)) return undefined;
  if (HAS_SETTINGS.test(program) && isHomeOurs(env, isOurs)) return undefined;
  const files: FileRead[] = [];
  for (const dir of dirs) {
    const opened = filesNamed(inputs, dir, meaning);
    const read = idle ? [] : commandsIn(words, dir, meaning)?.flat();
    if (opened === undefined || read === undefined) return undefined;
    files.push(...opened, ...read);
  }
  return files;
}

/** Programs with settings in the home directory, which may be a part of the project, as in containers. */
const HAS_SETTINGS = /^(git|npm|jq|rg|pip3?|python3?)$/;

const isHomeOurs = (env: Env, isOurs: (path: string) => boolean): boolean =>
  [env['HOME'], env['XDG_CONFIG_HOME']].some(
    (dir) => dir !== undefined && dir !== '' && isOurs(dir),
  );

/** Files that a shell opens as input. */
function filesNamed(words: readonly Word[], dir: string, meaning: Meaning): FileRead[] | undefined {
  const meant = words.map((word) => meantBy(word, dir, meaning));
  if (!meant.every((one) => one !== undefined)) return undefined;
  return meant
    .flatMap(({ choices }) => choices.flat())
    .flatMap((text) => fileAt(dir, text, meaning.resolve, PLAIN));
}

const PLAIN = { names: false, below: false, follows: false };

/** A path, unless it is where nothing is. */
function fileAt(
  dir: string,
  text: string,
  resolve: Resolve,
  how: Omit<FileRead, 'path' | 'real'>,
): readonly FileRead[] {
  return text === '/dev/null' ? [] : [{ ...realFrom(dir, text, resolve), ...how }];
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

/** What the command reads from one directory, for all that its words may become. */
function commandsIn(
  words: readonly Word[],
  dir: string,
  meaning: Meaning,
): readonly FileRead[][] | undefined {
  let commands: readonly (readonly string[])[] = [[]];
  const fitted: string[] = [];
  for (const [at, word] of words.entries()) {
    const anything = takesAnything(commands[0] ?? [], words, at);
    const meant =
      meantBy(word, dir, meaning) ??
      (anything ? { choices: [[SOMETHING]], fitted: [] } : undefined);
    if (meant === undefined || commands.length * meant.choices.length > MAX_COMMANDS)
      return undefined;
    commands = commands.flatMap((before) => meant.choices.map((choice) => [...before, ...choice]));
    fitted.push(...meant.fitted);
  }
  // In the list of a loop a shell has put another directory in its place.
  if (!TAKES_ANYTHING.test(commands[0]?.[0] ?? '') && commands.flat().some(isTilde))
    return undefined;
  const read = commands.map((texts) => {
    const reading = readingOf(texts);
    return reading && filesRead(reading, dir, meaning.resolve);
  });
  if (!read.every((one) => one !== undefined)) return undefined;
  return [...read, fitted.flatMap((file) => fileAt(dir, file, meaning.resolve, PLAIN))];
}

const isTilde = (text: string): boolean => text.startsWith('~');

function filesRead(
  { path, files, names, below, follows, here, from }: Reading,
  dir: string,
  resolve: Resolve,
) {
  const start = from.reduce((at, next) => realFrom(at, next, resolve).real, dir);
  const how = { names, below, follows };
  const named = files.flatMap((file) => [
    ...fileAt(start, file, resolve, how),
    // What -C names is named from where the command runs.
    ...(from.length > 0 ? fileAt(dir, file, resolve, how) : []),
  ]);
  if (path[0] !== 'git') return here ? [...named, ...fileAt(dir, '.', resolve, how)] : named;
  const { top, plain, nested } = repositoryAt(start);
  if (!plain || (nested && !KEEPS_OUT.has(path[1] ?? ''))) return undefined;
  const all = top !== undefined && isWithin(top, start) ? top : start;
  // Names of what is kept are no secret of the project that is part of it.
  const whole = {
    path: all,
    real: resolve(all).real,
    names,
    follows,
    below: names ? false : ('kept' as const),
  };
  return [
    ...named,
    ...fileAt(start, '.', resolve, { ...how, below: false, names: true }),
    ...(names ? [] : [whole]),
  ];
}

/** Verbs that look at no file of the project, and so at no repository within it. */
const KEEPS_OUT: ReadonlySet<string> = new Set(
  'log rev-parse rev-list branch tag remote shortlog reflog config worktree merge-base for-each-ref show-ref symbolic-ref ls-tree cat-file name-rev cherry'.split(
    ' ',
  ),
);
