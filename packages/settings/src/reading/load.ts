import { claudeSwitch, type Off, offOf, type Taken, takenFrom } from './claude.ts';
import type { LoadedFile } from './loaded-file.ts';
import { misplacedIn } from './misplaced.ts';
import { type LoadOptions, type SourcePlace, sourcePlaces } from './places.ts';
import { pluginFiles } from './plugin-files.ts';
import { enabledPlugins, type FoundPlugin, namedPlugins } from './plugins.ts';
import { readSettingsFile, readSettingsText, SettingsError } from './read.ts';

/** Reads all settings files there are, in configuration order. Throws `SettingsError`. */
export const loadSettings = (options: LoadOptions): LoadedFile[] => loadAll(options).files;

/** The same, with what else the files lead to. */
export function loadAll(options: LoadOptions): {
  readonly files: LoadedFile[];
  readonly plugins: readonly FoundPlugin[];
  readonly claude: boolean;
} {
  const own = settingsPaths(options).flatMap(readOwn);
  const claude = claudeSwitch(own) === true;
  const theirs = claude ? claudeParts(options) : { files: [], plugins: [] };
  const named = namedPlugins(own, options);
  return {
    files: inOrder(options, own, theirs.files, named),
    plugins: [...theirs.plugins, ...named],
    claude,
  };
}

export const claudeFiles = (options: LoadOptions, broken?: 'skip broken ones'): LoadedFile[] =>
  claudeParts(options, broken).files;

/** Claude Code's files and the plugins that they enable, whether or not somebody said to read them. */
export function claudeParts(options: LoadOptions, broken?: 'skip broken ones') {
  const read = sourcePlaces(options)
    .filter(({ agent }) => agent === 'claude-code')
    .flatMap((place) => {
      try {
        return readClaude(place);
      } catch (error) {
        if (broken && error instanceof SettingsError) return [];
        throw error;
      }
    });
  const off = offOf(read.map(({ place, taken }) => ({ ...place, taken })));
  const files = read.map(({ place, taken }) => asLoaded(place, taken, off));
  const plugins = enabledPlugins(read, options);
  const more = plugins.flatMap((plugin) => pluginFiles(plugin, off));
  return { files: [...files, ...more], plugins };
}

/** The plugins that Claude Code's settings enable and that are there. */
export function claudePlugins(options: LoadOptions) {
  const found = claudeFiles(options, 'skip broken ones').flatMap(({ plugin, name }) =>
    plugin && plugin.root !== '' ? [{ ...plugin, name }] : [],
  );
  return [...new Map(found.map((one) => [one.root, one])).values()];
}

function readClaude(place: SourcePlace) {
  try {
    const text = readSettingsText(place.file);
    return text === undefined ? [] : [{ place, taken: takenFrom(place, text) }];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new SettingsError(`${error.message} ("wave hooks claude-code off" leaves it out)`);
  }
}

const asLoaded = ({ agent, name }: SourcePlace, taken: Taken, off: Off): LoadedFile => ({
  ...taken,
  agent,
  name,
  offFor: off(name),
});

function readOwn({ agent, name, file, must }: SourcePlace): LoadedFile[] {
  const read = readSettingsFile(file);
  if (!read && must) throw new SettingsError(`${file}: there is no such file`);
  return read ? [{ ...read, agent, name, misplaced: misplacedIn(read) }] : [];
}

/** Wave's own files. */
export const settingsPaths = (options: LoadOptions): SourcePlace[] =>
  sourcePlaces(options).filter(({ agent }) => agent === 'wave');

/** As the table of sources has them, plugins behind what is the user's own. */
function inOrder(
  options: LoadOptions,
  own: readonly LoadedFile[],
  claude: readonly LoadedFile[],
  named: readonly FoundPlugin[],
): LoadedFile[] {
  const all = [...own, ...claude.filter(({ plugin }) => !plugin)];
  const placed = sourcePlaces(options).flatMap(({ file }) =>
    all.filter((one) => one.file === file),
  );
  const at = placed.findIndex(({ name }) => name !== 'user');
  const first = at < 0 ? placed.length : at;
  const plugins = [
    ...claude.filter(({ plugin }) => plugin),
    ...named.flatMap((plugin) => pluginFiles(plugin)),
  ];
  return [...placed.slice(0, first), ...plugins, ...placed.slice(first)];
}
