import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
import { type Mark, seenFrom } from '../pins/pin.ts';
import { follow } from './follow/follow.ts';
import { type CommandRead, readText, type Variables } from './names/commands.ts';
import { type Found, loadedBy } from './names/interpreters.ts';
import { isSearched, loadsCode, partsOf } from './names/loading.ts';
import { named, type Place, placeAt } from './names/place.ts';
import { type Argv, inProgram } from './names/program.ts';
import { renamed } from './names/step.ts';
import { writtenBy } from './names/written.ts';

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
  const { commands, simple } = readText(command, variables);
  const written = writtenBy(commands, projectDir);
  const found = [
    inVariables(Object.entries(env), placeAt(projectDir, projectDir, env)),
    ...commands.map((one) => inOne(one, projectDir, env, written)),
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
    const { files, code = [], trees = [], whole } = inProgram(argv, at, () => false);
    return { files, code, trees, whole };
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
    code: code.map((one) => ({ ...renamed(one, from), ...(dir === '' ? {} : { at: dir }) })),
    trees: trees.map(from),
  };
};

/** One command of a text: what stands in front of its program, the program, and what it reads. */
function inOne(
  { sets, argv, reads, dir }: CommandRead,
  projectDir: string,
  env: Variables,
  written: ReadonlySet<string>,
): Found {
  const isData = (name: string) => !written.has(seenFrom(dir || projectDir, name));
  const own = { ...env, ...Object.fromEntries(sets) };
  const place = placeAt(dir || projectDir, projectDir, own);
  const parts = [
    inVariables(sets, place),
    inProgram(argv, place, isData),
    {
      files: named(
        reads.filter((name) => name === undefined || isData(name)),
        place,
      ),
      whole: true,
    },
  ];
  const all = together(parts, true);
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
  const searched = sets.flatMap(([name, value]) =>
    value !== undefined && isSearched(name)
      ? value.split(':').map((dir) => [name, dir || '.'] as const)
      : [],
  );
  return {
    files,
    whole,
    trees: searched.map(([, dir]) => dir),
    code: searched.flatMap(([name, dir]) =>
      name === 'PYTHONPATH' ? [{ file: `${dir}/.`, as: 'python' as const, text: '' }] : [],
    ),
  };
}

const inValue = (name: string, part: string, place: Place): readonly string[] =>
  name === 'NODE_OPTIONS'
    ? loadedBy('node', ['--import', part], place).files
    : named([part], place);
