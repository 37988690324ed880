import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isObject, show } from '@wavehooks/hooks/vocabulary';
import { readTextFile } from '@wavehooks/process/files';
import type { Taken } from './claude.ts';
import type { LoadedFile } from './loaded-file.ts';
import { claudeHome, type LoadOptions, type SourceName, type SourcePlace } from './places.ts';
import { isSame, real } from './project.ts';

/** A plugin that settings name or enable. */
export interface FoundPlugin {
  readonly id: string;
  /** Where it is, or why nobody knows. */
  readonly at: { readonly root: string } | { readonly fault: string };
  readonly data: string;
  /** Whose it is: it decides whether its hooks need approval. */
  readonly name: SourceName;
  /** Where it is named: `file:line`. */
  readonly source: string;
}

/** Plugins that Wave's own settings name in `plugins`. */
export function namedPlugins(own: readonly LoadedFile[], options: LoadOptions): FoundPlugin[] {
  return own.flatMap((file) =>
    listOf(file.value['plugins']).map((named, at) => {
      const source = file.locateIn(['plugins', at]);
      const id = typeof named === 'string' ? basename(named) : 'plugin';
      const found = { id, data: dataOf(id, options), source };
      if (typeof named !== 'string' || named.trim() === '')
        return {
          ...found,
          name: file.name,
          at: { fault: `"plugins": expected a directory, got ${show(named)}` },
        };
      const root = resolve(baseOf(file, options), inHome(named, options));
      return { ...found, at: { root }, name: ownerOf(file.name, root, options) };
    }),
  );
}

/** What a relative name is seen from. */
function baseOf({ name, file }: LoadedFile, { projectDir, home = homedir() }: LoadOptions): string {
  if (name === 'user') return home;
  return name === 'flag' ? dirname(file) : projectDir;
}

const inHome = (path: string, { home = homedir() }: LoadOptions) =>
  path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path;

/** What lies in a project comes with it, whoever names it. */
function ownerOf(name: SourceName, root: string, { projectDir, home }: LoadOptions): SourceName {
  const isHome = isSame(projectDir, home ?? homedir());
  const way = relative(real(projectDir), real(root));
  return name === 'user' && !isHome && !way.startsWith('..') ? 'project' : name;
}

interface ReadClaude {
  readonly place: SourcePlace;
  readonly taken: Taken;
}

/** Plugins that Claude Code's settings enable; what the user enabled, no project switches off. */
export function enabledPlugins(read: readonly ReadClaude[], options: LoadOptions): FoundPlugin[] {
  const said = read.flatMap(({ place, taken }) =>
    Object.entries(objectOf(taken.whole['enabledPlugins'])).map(([id, value]) => ({
      id,
      isOn: value !== false && value !== null,
      name: place.name,
      source: taken.locateIn(['enabledPlugins', id]),
    })),
  );
  const ids = [...new Set(said.map(({ id }) => id))];
  return ids.flatMap((id) => {
    const own = said.filter((one) => one.id === id);
    const chosen = own.find(({ name, isOn }) => name === 'user' && isOn) ?? own.at(-1);
    if (!chosen?.isOn) return [];
    const { name, source } = chosen;
    const at = installed(id, options);
    return [{ id, at, data: dataOf(id, options), source, name: ownerIn(at, name, options) }];
  });
}

const ownerIn = (at: FoundPlugin['at'], name: SourceName, options: LoadOptions): SourceName =>
  'root' in at ? ownerOf(name, at.root, options) : name;

/** Where Claude Code put a plugin: for this project, or for all. */
function installed(id: string, options: LoadOptions): FoundPlugin['at'] {
  const file = join(claudeHome(options), 'plugins', 'installed_plugins.json');
  const entry = objectOf(objectOf(jsonIn(file))['plugins'])[id];
  const places = (Array.isArray(entry) ? entry : [entry])
    .filter(isObject)
    .filter((one) => typeof one['installPath'] === 'string');
  const isHere = ({ projectPath }: Record<string, unknown>) =>
    typeof projectPath === 'string' && isSame(projectPath, options.projectDir);
  const found = places.find(isHere) ?? places.find((one) => one['projectPath'] === undefined);
  return found
    ? { root: resolve(dirname(file), inHome(String(found['installPath']), options)) }
    : { fault: `${file} does not say where it is installed` };
}

/** Claude Code's own way to name the directory: one for each plugin, apart from its files. */
const dataOf = (id: string, options: LoadOptions): string =>
  join(claudeHome(options), 'plugins', 'data', id.replace(/[^\w-]/g, '-'));

const objectOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readTextFile(file));
  } catch {
    return undefined;
  }
}
