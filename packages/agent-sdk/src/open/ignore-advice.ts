import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { MOST_WRITTEN, readTextFile } from '@wavehooks/process/files';

/** What one user says about a project is not for the repository. */
export function ignoreAdvice(file: string, projectDir: string): string {
  const name = relative(projectDir, file);
  const root = repositoryOf(projectDir);
  if (name.startsWith('..') || root === undefined) return '';
  const ignored = [root, projectDir].some((dir) => NAMES_IT.test(textOf(join(dir, '.gitignore'))));
  return ignored ? '' : `. It is yours alone: add ${name} to .gitignore`;
}

const NAMES_IT = /^[^#\n]*(\.wave\/?\s*$|settings\.local\.json|\.wave\/\*)/m;

function repositoryOf(dir: string): string | undefined {
  if (existsSync(join(dir, '.git'))) return dir;
  return dirname(dir) === dir ? undefined : repositoryOf(dirname(dir));
}

function textOf(file: string): string {
  try {
    return readTextFile(file, MOST_WRITTEN).slice(0, 100_000);
  } catch {
    return '';
  }
}
