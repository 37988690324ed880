import { claudeSwitch, type Off, offOf, type Taken, takenFrom } from './claude.ts';
import type { LoadedFile } from './loaded-file.ts';
import { misplacedIn } from './misplaced.ts';
import { type LoadOptions, type SourcePlace, sourcePlaces } from './places.ts';
import { pluginFiles } from './plugin-files.ts';
import { enabledPlugins, namedPlugins } from './plugins.ts';
import { readSettingsFile, readSettingsText, SettingsError } from './read.ts';

/** Reads all settings files there are, in configuration order. Throws `SettingsError`. */
export function loadSettings(options: LoadOptions): LoadedFile[] {
  const own = settingsPaths(options).flatMap(readOwn);
  const isOn = claudeSwitch(own) === true;
  return inOrder(options, own, isOn ? claudeFiles(options) : []);
}

/** Claude Code's files and the plugins that they enable, whether or not somebody said to read them. */
export function claudeFiles(options: LoadOptions, broken?: 'skip broken ones'): LoadedFile[] {
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
  const plugins = enabledPlugins(read, options).flatMap((plugin) => pluginFiles(plugin, off));
  return [...files, ...plugins];
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
): LoadedFile[] {
  const named = namedPlugins(own, options).flatMap((plugin) => pluginFiles(plugin));
  const all = [...own, ...claude.filter(({ plugin }) => !plugin)];
  const placed = sourcePlaces(options).flatMap(({ file }) =>
    all.filter((one) => one.file === file),
  );
  const at = placed.findIndex(({ name }) => name !== 'user');
  const first = at < 0 ? placed.length : at;
  const plugins = [...claude.filter(({ plugin }) => plugin), ...named];
  return [...placed.slice(0, first), ...plugins, ...placed.slice(first)];
}
