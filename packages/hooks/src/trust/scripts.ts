import { homedir } from 'node:os';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { withoutNpm } from '../process/environment.ts';
import { areHarmless, type Found, familyOf, handsOver, loadedBy } from './interpreters.ts';
import { loadsCode, partsOf } from './loading.ts';
import { firstLine, isInside, named, type Place, placeAt } from './place.ts';
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

/** Finds the script files of a shell command with the variables of its entry, relative ones seen from the project's root. */
export function scriptsOf(
  command: string,
  projectDir: string,
  home = homedir(),
  env: Variables = {},
): Scripts {
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
  return scriptsIn(found, simple);
}

/** The same for a program with its arguments, as an MCP server has them; undefined are those nobody knows. */
export function scriptsOfProgram(
  argv: readonly (string | undefined)[],
  { dir, projectDir, env }: { dir: string; projectDir: string; env: Variables },
): Scripts {
  const place = placeAt(dir, projectDir, env);
  const found = [inVariables(Object.entries(env), place), inProgram(argv, place)];
  const files = (own: Found) => own.files.map((file) => from(dir, projectDir, file));
  return scriptsIn(
    found.map((own) => ({ ...own, files: files(own) })),
    true,
  );
}

function scriptsIn(found: readonly Found[], simple: boolean): Scripts {
  const files = [...new Set(found.flatMap((one) => one.files))];
  if (files.length === 0) return { files, coverage: 'none' };
  const full = simple && found.every(({ whole }) => whole);
  return { files, coverage: full ? 'full' : 'partial' };
}

/** A file that is named from another directory than the project's is pinned by its whole path. */
const from = (dir: string, projectDir: string, file: string) =>
  dir === projectDir || isAbsolute(file) ? file : `${dir}/${file.replace(/^(\.\/)+/, '')}`;

/** One command of a list: what stands in front of its program, the program, and what it reads. */
function inSegment(segment: Segment, projectDir: string, env: Variables): Found {
  const { sets, argv, reads, dir, isPlain } = segment;
  const own = { ...env, ...Object.fromEntries(sets) };
  const place = placeAt(dir || projectDir, projectDir, own);
  const parts = [inVariables(sets, place), inProgram(argv, place)];
  const files = [...parts.flatMap((part) => part.files), ...named(reads, place)];
  return {
    // Where nobody knows the directory, nobody knows which file a relative name means.
    files: files
      .filter((file) => dir !== undefined || isAbsolute(file))
      // After a `cd` a name is no longer seen from where the command runs.
      .map((file) => (dir ? from(dir, '', file) : file)),
    whole: isPlain && parts.every((part) => part.whole),
  };
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

function inProgram(argv: readonly (string | undefined)[], place: Place): Found {
  const [program, ...args] = argv;
  if (argv.length === 0) return { files: [], whole: true };
  if (program === undefined || program === '') return { files: named(args, place), whole: false };
  const own = program.includes('/') ? atPath(program, place) : inPath(program, place);
  const family = familyOf(program);
  const loaded = family ? loadedBy(family, args, place) : { files: [], whole: true, rest: args };
  const script = loaded.files.find((file) => place.kind(file) === 'file');
  const stays = !family || script === undefined || !handsOver(family, firstLine(script, place));
  return {
    files: [...own.files, ...loaded.files, ...named(loaded.rest, place)],
    whole: own.whole && loaded.whole && stays && args.every((arg) => arg !== undefined),
  };
}

/** A program that is named by its path. */
function atPath(program: string, place: Place): Found {
  const kind = place.kind(program);
  if (kind !== 'file') return { files: kind === 'nothing' ? [program] : [], whole: false };
  const files = named([program], place);
  // An interpreter that comes with the project brings more files than itself.
  if (familyOf(program)) return { files, whole: !isInside(program, place) };
  const { files: more, whole } = inFirstLine(program, place);
  return { files: [...files, ...more], whole: whole && files.length > 0 };
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
  if (!line.startsWith('#!')) return { files: [], whole: true };
  const words = line
    .slice(2)
    .split(/[ \t]+/)
    .filter((word) => word !== '');
  const [program = '', ...options] = isEnv(words) ? words.slice(words[1] === '-S' ? 2 : 1) : words;
  const family = familyOf(program);
  if (!program.includes('/')) {
    const { files, whole } = inPath(program, place);
    return { files, whole: whole && family !== undefined && areHarmless(family, options) };
  }
  const kind = place.kind(program);
  return {
    files: kind === 'nothing' ? [program] : named([program], place),
    whole:
      kind === 'file' &&
      isAbsolute(program) &&
      !isInside(program, place) &&
      family !== undefined &&
      areHarmless(family, options),
  };
}

const isEnv = ([program = '']: readonly string[]) => basename(program) === 'env';
