import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../cli/command.ts';

/** Directories that hold what others made. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git', 'dist', 'build', 'coverage']);

export const isScenario = (name: string) => /\.scenario\.jsonc?$/.test(name);

/** The scenario files at and below some paths, in order of their names. */
export const findScenarios = (paths: readonly string[], cwd: string): string[] => [
  ...new Set(paths.map((path) => resolve(cwd, path)).flatMap(filesAt)),
];

function filesAt(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`${path}: there is no such file or directory`);
  return stat.isDirectory() ? below(path) : [path];
}

const below = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : below(join(dir, entry.name));
      return isScenario(entry.name) ? [join(dir, entry.name)] : [];
    });
