import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { CommandRead } from '../names/commands.ts';
import type { Place } from '../names/place.ts';
import { COMPUTED, type Code, joined, renamed, type Step, TOO_LONG } from '../names/step.ts';
import { isOutside } from './programs.ts';
import { shellGaps } from './shell-signs.ts';
import { readScript } from './shell-text.ts';

const SOURCES: ReadonlySet<string> = new Set(['.', 'source']);

/** What one command runs; handed in, since commands are read in one place for hooks and scripts. */
export type RunBy = (
  argv: readonly (string | undefined)[],
  place: Place,
) => {
  readonly files: readonly string[];
  readonly code: readonly Code[];
  readonly trees: readonly string[];
  readonly whole: boolean;
};

/** What a shell script loads: files that it reads in, and scripts that it runs. */
export function shellStep(own: Code, text: string, place: Place, runBy: RunBy): Step {
  const variables = {
    HOME: homedir(),
    WAVE_PROJECT_DIR: place.projectDir,
    CLAUDE_PROJECT_DIR: place.projectDir,
  };
  const read = readScript(text, variables, dirname(own.file));
  const { functions } = read;
  const commands = each(read.commands);
  const steps = commands.slice(0, MOST_COMMANDS).map(({ argv, dir, starts }): Partial<Step> => {
    const [program, ...args] = argv;
    if (program === undefined || program === '' || functions.has(program) || starts) return {};
    if (SOURCES.has(program)) return sourced(args[0], own, dir, place);
    return ran(program, argv, own, dir, place, runBy);
  });
  return joined([
    ...steps,
    { gaps: shellGaps(read) },
    { gaps: commands.length > MOST_COMMANDS ? [TOO_LONG] : [] },
  ]);
}

/** The same command again loads the same files. */
const each = (commands: readonly CommandRead[]): readonly CommandRead[] => [
  ...new Map(
    commands.map((one) => [JSON.stringify([one.starts, one.dir, ...one.argv]), one]),
  ).values(),
];

/** Each of them may cost looks at the disk. */
const MOST_COMMANDS = 1_000;

/** A name without a slash is looked for in PATH, and by some shells where they run. */
function sourced(
  name: string | undefined,
  own: Code,
  dir: string | undefined,
  place: Place,
): Partial<Step> {
  if (name === undefined || name === '') return { gaps: [COMPUTED] };
  const file = seen(name, own, dir);
  if (file === undefined) return { gaps: [COMPUTED] };
  if (/^\/dev\/(stdin|null)$/.test(file)) return {};
  return {
    files: place.kind(file) === 'directory' ? [] : [file],
    code: place.kind(file) === 'file' ? [{ ...own, file }] : [],
  };
}

function ran(
  program: string,
  argv: readonly (string | undefined)[],
  own: Code,
  dir: string | undefined,
  place: Place,
  runBy: RunBy,
): Partial<Step> {
  if (isOutside(program, argv[1])) return filters(program, argv, own, dir, place);
  if (!/^[\w./+-]+$/.test(program) || /^[.\d-]+$/.test(program)) return {};
  if (dir === undefined && argv.some((arg) => arg !== undefined && /^[^/-].*\//.test(arg)))
    return { gaps: [COMPUTED] };
  const { files, code, trees, whole } = runBy(argv, place);
  const name = (file: string) => seen(file, own, dir) ?? file;
  return {
    files: files.map(name),
    trees: trees.map(name),
    code: code.map((one) => ({
      ...renamed(one, name),
      ...(own.at === undefined ? {} : { at: own.at }),
    })),
    gaps: whole ? [] : [`runs ${program}, which may load more`],
  };
}

/** Relative names are seen from where the script runs, not from where it is. */
function seen(name: string, own: Code, dir: string | undefined): string | undefined {
  if (name.startsWith('/')) return name;
  if (dir === undefined) return undefined;
  const base = dir || own.at;
  return base === undefined ? name : `${base}/${name}`;
}

const FILTERS: ReadonlySet<string> = new Set([
  'awk',
  'gawk',
  'mawk',
  'sed',
  'jq',
  'grep',
  'egrep',
  'fgrep',
]);

/** Programs that take what they do from a file. */
function filters(
  program: string,
  argv: readonly (string | undefined)[],
  own: Code,
  dir: string | undefined,
  place: Place,
): Partial<Step> {
  if (!FILTERS.has(program)) return {};
  const files = argv.flatMap((arg, at) => {
    const named = /^(-\w*f|--(from-)?file)$/.test(argv[at - 1] ?? '')
      ? arg
      : /^--(?:from-)?file=(.+)$/.exec(arg ?? '')?.[1];
    const file = named === undefined ? undefined : seen(named, own, dir);
    return file !== undefined && place.kind(file) === 'file' ? [file] : [];
  });
  return { files };
}
