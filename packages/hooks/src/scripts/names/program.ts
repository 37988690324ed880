import { basename, delimiter, isAbsolute, join } from 'node:path';
import { withoutNpm } from '@wavehooks/process';
import { areHarmless, codeIn, type Found, familyOf, handsOver, loadedBy } from './interpreters.ts';
import { firstLine, isInside, named, namedDirs, type Place } from './place.ts';
import type { Code } from './step.ts';

/** A program and its arguments; undefined are those nobody knows. */
export type Argv = readonly (string | undefined)[];

/** A program with its arguments, of which those that name files are read by it as a rule. */
export function inProgram(
  argv: Argv,
  place: Place,
  isData: (name: string) => boolean = () => true,
): Found {
  const [program, ...args] = argv;
  if (argv.length === 0) return { files: [], whole: true };
  const data = (words: Argv): readonly string[] =>
    dataIn(words).filter((word) => isData(word) || readIn(program, [word], place).length > 0);
  if (program === undefined || program === '')
    return { files: named(data(args), place), whole: false };
  const own = program.includes('/') ? atPath(program, place) : inPath(program, place);
  const family = familyOf(program);
  const loaded: Found & { readonly rest: Argv } = family
    ? loadedBy(family, args, place)
    : { files: [], whole: true, rest: args };
  const script = loaded.files.find((file) => place.kind(file) === 'file');
  const stays = !family || script === undefined || !handsOver(family, firstLine(script, place));
  const rest = data(loaded.rest);
  return {
    files: [...own.files, ...loaded.files, ...named(rest, place)],
    whole: own.whole && loaded.whole && stays && args.every((arg) => arg !== undefined),
    code: [...(own.code ?? []), ...(loaded.code ?? []), ...readIn(program, args, place)],
    // A program of the system's, such as a linter, is given what it looks at, not what it is made of.
    trees: [
      ...(family || program.includes('/') ? namedDirs(rest, place) : []),
      ...(loaded.trees ?? []),
    ],
  };
}

/** Words of the shell that run a file as a part of the command. */
const readIn = (program: string | undefined, [file]: Argv, place: Place): Code[] =>
  (program === '.' || program === 'source') && file !== undefined && place.kind(file) === 'file'
    ? [{ file, as: 'shell' }]
    : [];

/** Arguments that may name files: as they are, behind an option's `=`, and in a list with colons. */
const dataIn = (words: Argv): string[] =>
  words.flatMap((word) => {
    if (word === undefined) return [];
    const value = /^-{1,2}[\w-]+=(.+)$/s.exec(word)?.[1];
    const whole = value === undefined ? [word] : [word, value];
    const list = (value ?? word).split(':');
    return [...new Set([...whole, ...(list.length > 1 ? list : [])])];
  });

/** A program that is named by its path. */
function atPath(program: string, place: Place): Found {
  const kind = place.kind(program);
  if (kind !== 'file') return { files: kind === 'nothing' ? [program] : [], whole: false };
  const files = named([program], place);
  // An interpreter that comes with the project brings more files than itself.
  if (familyOf(program)) return { files, whole: !isInside(program, place) };
  const { files: more, whole, code = [] } = inFirstLine(program, place);
  return { files: [...files, ...more], whole: whole && files.length > 0, code };
}

/** A program that is looked for: the project's own are pinned where it says itself where to look. */
function inPath(program: string, place: Place): Found {
  const own = place.path?.split(delimiter).map((dir) => join(dir || '.', program)) ?? [];
  const first = own.find((file) => place.kind(file) === 'file');
  return {
    files: first === undefined ? [] : named([first], place),
    whole: familyOf(program) !== undefined && place.path === undefined && isClean(place),
  };
}

const clean = new WeakMap<Place, boolean>();

/** Whether the user's programs are looked for outside of the project alone; found out once for a place. */
function isClean(place: Place): boolean {
  const known = clean.get(place);
  if (known !== undefined) return known;
  const dirs = (withoutNpm(process.env)['PATH'] ?? '').split(delimiter);
  const is = dirs.every(
    (dir) => isAbsolute(dir) && dir !== place.projectDir && !isInside(dir, place),
  );
  clean.set(place, is);
  return is;
}

/** The interpreter that a script names in its first line. */
function inFirstLine(script: string, place: Place): Found {
  const line = firstLine(script, place);
  if (!line.startsWith('#!'))
    return { files: [], whole: true, code: codeIn('shell', named([script], place), [], place) };
  const words = line
    .slice(2)
    .split(/[ \t]+/)
    .filter((word) => word !== '');
  const [program = '', ...options] = isEnv(words) ? words.slice(words[1] === '-S' ? 2 : 1) : words;
  const family = familyOf(program);
  const code = family ? codeIn(family, named([script], place), options, place) : [];
  if (!program.includes('/')) {
    const { files, whole } = inPath(program, place);
    return { files, code, whole: whole && family !== undefined && areHarmless(family, options) };
  }
  const kind = place.kind(program);
  return {
    files: kind === 'nothing' ? [program] : named([program], place),
    code,
    whole:
      kind === 'file' &&
      isAbsolute(program) &&
      !isInside(program, place) &&
      family !== undefined &&
      areHarmless(family, options),
  };
}

const isEnv = ([program = '']: readonly string[]) => basename(program) === 'env';
