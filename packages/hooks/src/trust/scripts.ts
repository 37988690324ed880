import { homedir } from 'node:os';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { withoutNpm } from '../process/environment.ts';
import { follow } from './follow/follow.ts';
import type { Code } from './follow/step.ts';
import { areHarmless, codeIn, type Found, familyOf, handsOver, loadedBy } from './interpreters.ts';
import { loadsCode, partsOf } from './loading.ts';
import type { Mark } from './pin.ts';
import { firstLine, isInside, named, namedDirs, type Place, placeAt } from './place.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { splitWords, type Variables } from './words.ts';

/** The files that a command runs, as far as they can be told. */
export interface Scripts {
  /**
   * As the command names them, with variables filled in: absolute, or relative to where it runs. What
   * is to run is among them even when it is missing, so that none can appear unseen.
   */
  readonly files: readonly string[];
  /** Whether all that the command runs is among them; else part of its content is not covered. */
  readonly coverage: 'full' | 'partial' | 'none';
}

/** The same with all that these files load in turn, as far as that can be told without running them. */
export interface Reach extends Scripts {
  readonly marks: readonly Mark[];
  /** What is not covered, in words that go on from "it". */
  readonly gaps: readonly string[];
}

/** Finds the script files of a shell command with the variables of its entry, relative ones seen from the project's root. */
export const scriptsOf = (
  command: string,
  projectDir: string,
  home = homedir(),
  env: Variables = {},
): Scripts => scriptsIn(inCommand(command, projectDir, home, env));

/** The same for a program with its arguments, as an MCP server has them; undefined are those nobody knows. */
export const scriptsOfProgram = (argv: Argv, where: ProgramPlace): Scripts =>
  scriptsIn(inServer(argv, where));

/** All that a command would load. */
export const reachOf = (
  command: string,
  projectDir: string,
  home = homedir(),
  env: Variables = {},
): Reach =>
  reachFrom(inCommand(command, projectDir, home, env), placeAt(projectDir, projectDir, env));

export const reachOfProgram = (argv: Argv, where: ProgramPlace): Reach =>
  reachFrom(inServer(argv, where), placeAt(where.projectDir, where.projectDir, where.env));

type Argv = readonly (string | undefined)[];

interface ProgramPlace {
  readonly dir: string;
  readonly projectDir: string;
  readonly env: Variables;
}

function inCommand(command: string, projectDir: string, home: string, env: Variables): Found {
  // The order in which a hook gets them: nobody can set where the project is, nor whether it stays.
  const variables = {
    HOME: home,
    ...env,
    WAVE_PROJECT_DIR: projectDir,
    CLAUDE_PROJECT_DIR: projectDir,
    WAVE_HOOK_WORKER: undefined,
  };
  const { words, simple } = splitWords(command, variables);
  const found = [
    inVariables(Object.entries(env), placeAt(projectDir, projectDir, env)),
    ...segmentsOf(words).map((segment) => inSegment(segment, projectDir, env)),
  ];
  return together(found, simple);
}

function inServer(argv: Argv, { dir, projectDir, env }: ProgramPlace): Found {
  const place = placeAt(dir, projectDir, env);
  const found = [inVariables(Object.entries(env), place), inProgram(argv, place)];
  return together(
    found.map((own) => moved(own, dir === projectDir ? '' : dir)),
    true,
  );
}

const together = (found: readonly Found[], simple: boolean): Found => ({
  files: [...new Set(found.flatMap((one) => one.files))],
  whole: simple && found.every(({ whole }) => whole),
  code: found.flatMap(({ code = [] }) => code),
  trees: found.flatMap(({ trees = [] }) => trees),
});

function scriptsIn({ files, whole }: Found): Scripts {
  if (files.length === 0) return { files, coverage: 'none' };
  return { files, coverage: whole ? 'full' : 'partial' };
}

function reachFrom(found: Found, place: Place): Reach {
  const { files, marks, gaps } = follow(found.code ?? [], found.trees ?? [], place, (argv, at) => {
    const { files, code = [], whole } = inProgram(argv, at, false);
    return { files, code, whole };
  });
  const direct = scriptsIn(found);
  return {
    files: [...new Set([...direct.files, ...files])],
    marks,
    gaps,
    coverage: direct.coverage === 'full' && gaps.length > 0 ? 'partial' : direct.coverage,
  };
}

/** A file that is named from another directory than where the hook runs is pinned by its whole path. */
const moved = ({ files, whole, code = [], trees = [] }: Found, dir: string): Found => {
  const from = (file: string) =>
    dir === '' || isAbsolute(file) ? file : `${dir}/${file.replace(/^(\.\/)+/, '')}`;
  return {
    files: files.map(from),
    whole,
    code: code.map((one) => ({ ...one, file: from(one.file), ...(dir === '' ? {} : { at: dir }) })),
    trees: trees.map(from),
  };
};

/** One command of a list: what stands in front of its program, the program, and what it reads. */
function inSegment(segment: Segment, projectDir: string, env: Variables): Found {
  const { sets, argv, reads, dir, isPlain } = segment;
  const own = { ...env, ...Object.fromEntries(sets) };
  const place = placeAt(dir || projectDir, projectDir, own);
  const parts = [
    inVariables(sets, place),
    inProgram(argv, place),
    { files: named(reads, place), whole: true },
  ];
  const all = together(parts, isPlain);
  // Where nobody knows the directory, nobody knows which file a relative name means.
  const isKnown = (file: string) => dir !== undefined || isAbsolute(file);
  return moved(
    {
      files: all.files.filter(isKnown),
      whole: all.whole,
      code: (all.code ?? []).filter(({ file }) => isKnown(file)),
      trees: (all.trees ?? []).filter(isKnown),
    },
    // After a `cd` a name is no longer seen from where the command runs.
    dir ?? '',
  );
}

/**
 * The files that are named by variables by which a program loads code, perhaps more than can be told. What
 * others name is mostly what the program writes, such as its log.
 */
function inVariables(
  sets: readonly (readonly [string, string | undefined])[],
  place: Place,
): Found {
  const files = sets.flatMap(([name, value]) =>
    value === undefined || !loadsCode(name)
      ? []
      : partsOf(value).flatMap((part) => inValue(name, part, place)),
  );
  const whole = sets.every(([name, value]) => value !== undefined && !loadsCode(name));
  return { files, whole };
}

const inValue = (name: string, part: string, place: Place): readonly string[] =>
  name === 'NODE_OPTIONS'
    ? loadedBy('node', ['--import', part], place).files
    : named([part], place);

/** A program with its arguments, of which those that name files are read by it as a rule. */
function inProgram(argv: Argv, place: Place, withData = true): Found {
  const [program, ...args] = argv;
  if (argv.length === 0) return { files: [], whole: true };
  const data = (words: Argv): readonly string[] => (withData ? dataIn(words) : []);
  if (program === undefined || program === '')
    return { files: named(data(args), place), whole: false };
  const own = program.includes('/') ? atPath(program, place) : inPath(program, place);
  const family = familyOf(program);
  const loaded = family ? loadedBy(family, args, place) : { files: [], whole: true, rest: args };
  const script = loaded.files.find((file) => place.kind(file) === 'file');
  const stays = !family || script === undefined || !handsOver(family, firstLine(script, place));
  const rest = data(loaded.rest);
  return {
    files: [...own.files, ...loaded.files, ...named(rest, place)],
    whole: own.whole && loaded.whole && stays && args.every((arg) => arg !== undefined),
    code: [...(own.code ?? []), ...(loaded.code ?? []), ...readIn(program, args, place)],
    // A program of the system's, such as a linter, is given what it looks at, not what it is made of.
    trees: family || program.includes('/') ? namedDirs(rest, place) : [],
  };
}

/** Words of the shell that run a file as a part of the command. */
const readIn = (program: string, [file]: Argv, place: Place): Code[] =>
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

/** Whether the user's programs are looked for outside of the project alone. */
const isClean = (place: Place): boolean =>
  (withoutNpm(process.env)['PATH'] ?? '')
    .split(delimiter)
    .every((dir) => isAbsolute(dir) && dir !== place.projectDir && !isInside(dir, place));

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
