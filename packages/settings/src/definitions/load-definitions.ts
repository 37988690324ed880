import { dirname } from 'node:path';
import { checkHooks } from '@wavehooks/hooks';
import { MOST_WRITTEN, readTextFile } from '@wavehooks/process/files';
import { claudeTimeout } from '../reading/claude.ts';
import { isProjects, type LoadedFile } from '../reading/loaded-file.ts';
import type { LoadOptions, SourceName } from '../reading/places.ts';
import type { FoundPlugin } from '../reading/plugins.ts';
import {
  type Definition,
  type DefinitionFile,
  type DefinitionKind,
  faultyOf,
} from './definition.ts';
import { folderAt } from './folder.ts';
import { commandsAt, type DefinitionPlace, definitionPlaces, FILES_IN } from './places.ts';
import { type ReadDefinition, readDefinition } from './read-definition.ts';
import { scopedHooks } from './scoped-hooks.ts';

/** What settings say of where definitions are. */
export interface DefinitionSources {
  readonly files: readonly LoadedFile[];
  readonly plugins: readonly FoundPlugin[];
  /** Whether Claude Code's files are read. */
  readonly claude: boolean;
}

/** Longer than this nobody wrote it by hand. */
const MAX_CHARS = 400_000;

/** Every agent and skill there is, each a source of hooks; what is wrong with one concerns only itself. */
export function loadDefinitions(
  options: LoadOptions,
  { files, plugins, claude }: DefinitionSources,
): DefinitionFile[] {
  return definitionPlaces(options, { claude, plugins }).flatMap((place) =>
    [
      ...(['agent', 'skill'] as const).flatMap((kind) =>
        FILES_IN[kind](place.dir).map((file) => ({ kind, file })),
      ),
      ...commandsAt(place).map(
        ({ file, name }) => ({ kind: 'skill', file, command: name }) as const,
      ),
    ].map((found) => guarded(loaded(found, place, files))),
  );
}

/** `command`: its name, where it is one of Claude Code's. */
interface Found {
  readonly kind: DefinitionKind;
  readonly file: string;
  readonly command?: string;
}

function loaded(
  found: Found,
  place: DefinitionPlace,
  others: readonly LoadedFile[],
): DefinitionFile {
  const { agent, name, plugin } = place;
  const { kind, file } = found;
  const { text, read } = approvable(readFile(found), found, name);
  const definition = plugin ? ofPlugin(read.definition, plugin.id) : read.definition;
  const { hooks, origin } = scopedHooks(kind, read.hooks);
  const { offFor } = others.find((one) => one.agent === agent && one.name === name) ?? {};
  return {
    file,
    text,
    value: {},
    hooks,
    locate: (path) => `${file}:${read.lineOf(['hooks', ...origin(path)])}`,
    locateIn: (path) => `${file}:${read.lineOf(path)}`,
    name,
    agent,
    definition,
    scope: { id: `${kind} ${file}`, says: SAYS[kind](definition.name) },
    problems: read.problems,
    notTaken: read.notTaken,
    ...(agent === 'claude-code' ? { timeoutOf: claudeTimeout } : {}),
    ...(plugin ? { plugin: { root: plugin.root, data: plugin.data } } : {}),
    ...(offFor ? { offFor } : {}),
  };
}

/** Without a hook that is wrong it would work unguarded, so it is off as a whole. */
function guarded(one: DefinitionFile): DefinitionFile {
  const wrong = checkHooks([one]).problems.filter(({ level }) => level === 'error');
  if (wrong.length === 0) return one;
  const { kind, name } = one.definition;
  const said = wrong.map((problem) => ({ problem, text: problem.fault ?? problem.text }));
  const faults = said.map(({ problem: { source }, text }) => ({
    line: Number(source.slice(one.file.length + 1)),
    text,
  }));
  return {
    ...one,
    hooks: {},
    definition: faultyOf(kind, name, faults),
    problems: [
      ...(one.problems ?? []),
      ...said.map(({ problem: { level, event = '', source, hook }, text }) => ({
        ...{ level, event, source, hook },
        text: `${text}; this ${kind} is off`,
      })),
    ],
  };
}

const SAYS: Readonly<Record<DefinitionKind, (name: string) => string>> = {
  agent: (name) => `while the agent ${name} works`,
  skill: (name) => `once the skill ${name} is in use`,
};

interface Loaded {
  readonly text: string;
  readonly read: ReadDefinition;
}

function readFile(found: Found): Loaded {
  const { kind, file, command } = found;
  try {
    const text = readTextFile(file, MOST_WRITTEN);
    if (text.length > MAX_CHARS)
      return failed(found, `expected at most ${MAX_CHARS} characters, got ${text.length}`);
    return { text, read: readDefinition(kind, file, text, command) };
  } catch (error) {
    return failed(found, `cannot be read: ${(error as Error).message}`);
  }
}

/** What comes with a project is approved with all that lies beside it, so that has to be a list of files. */
function approvable(one: Loaded, found: Found, name: SourceName): Loaded {
  const { definition } = one.read;
  if (!('dir' in definition) || !isProjects({ name })) return one;
  const folder = folderAt(dirname(found.file));
  return folder.ok ? one : failed(found, `${folder.why}, so it cannot be approved`);
}

function failed({ kind, file, command }: Found, fault: string): Loaded {
  const read = readDefinition(kind, file, '', command);
  const text = `${fault}; this ${kind} is off`;
  return {
    text: '',
    read: {
      ...read,
      definition: faultyOf(kind, read.definition.name, [{ line: 1, text: fault }]),
      problems: [{ level: 'error', source: `${file}:1`, hook: '', text } as const],
    },
  };
}

/** As Claude Code names them, so that two plugins can have one of the same name. */
const ofPlugin = (definition: Definition, id: string): Definition => ({
  ...definition,
  name: `${id.replace(/@.*$/, '')}:${definition.name}`,
});
