import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Misplaced } from 'wave-hooks';
import { show } from 'wave-hooks/vocabulary';
import { misplacedIn } from './misplaced.ts';
import { isSame } from './project.ts';
import { readSettingsFile, SettingsError, type SettingsFile } from './read.ts';

/** Whose file it is: it decides what the file may do before somebody looked at it. */
export type SourceName = 'user' | 'project' | 'local' | 'flag';

export interface LoadOptions {
  readonly projectDir: string;
  readonly home?: string;
  /** Which of the usual files are read; all by default. */
  readonly which?: readonly SourceName[];
  /** A further file, added last. */
  readonly settings?: string | undefined;
  /** That file is all there is. */
  readonly only?: boolean;
}

export interface LoadedFile extends SettingsFile {
  readonly name: SourceName;
  readonly misplaced?: readonly Misplaced[];
}

/** Files that come with a project, whoever wrote them. */
export const isProjects = ({ name }: { name: string }) => name === 'project' || name === 'local';

/** Reads all settings files there are, in configuration order. Throws `SettingsError`. */
export function loadSettings(options: LoadOptions): LoadedFile[] {
  return settingsPaths(options).flatMap(({ name, file, must }) => {
    const read = readSettingsFile(file);
    if (!read && must) throw new SettingsError(`${file}: there is no such file`);
    return read ? [{ ...read, name, misplaced: misplacedIn(read) }] : [];
  });
}

export function settingsPaths(options: LoadOptions) {
  const { which } = options;
  return allPaths(options).filter(({ name }) => name === 'flag' || !which || which.includes(name));
}

function allPaths({ projectDir, home = homedir(), settings, only }: LoadOptions) {
  const files: { name: SourceName; file: string; must: boolean }[] = [];
  if (!only) {
    if (!isAbsolute(home))
      throw new SettingsError(
        `HOME: expected an absolute path, got ${show(home)}, so your settings cannot be found`,
      );
    files.push({ name: 'user', file: join(home, '.wave', 'settings.json'), must: false });
    // Started in the home directory, the user's own file is not a project's as well.
    if (!isSame(projectDir, home))
      files.push(
        { name: 'project', file: join(projectDir, '.wave', 'settings.json'), must: false },
        { name: 'local', file: join(projectDir, '.wave', 'settings.local.json'), must: false },
      );
  }
  if (settings !== undefined) files.push({ name: 'flag', file: settings, must: true });
  return files;
}
