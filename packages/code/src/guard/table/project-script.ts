import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { readSettingsText, writeSettings } from '@wavehooks/settings';
import { SCRIPT } from './entry-command.ts';

const text = () => readFileSync(join(import.meta.dirname, 'project-guard.sh'), 'utf8');

/** Whether a project has the script that its entries run, as this Wave writes it. */
export const hasScript = (project: string): boolean =>
  readSettingsText(join(project, SCRIPT)) === text();

/** Colleagues get it with the repository. */
export function putScript(project: string): void {
  const file = join(project, SCRIPT);
  const old = readSettingsText(file);
  if (old !== text()) writeSettings(file, text(), old);
}

/** Once no entry runs it. What somebody wrote into it stays. */
export function dropScript(project: string): void {
  if (!hasScript(project)) return;
  const file = join(project, SCRIPT);
  rmSync(file);
  try {
    rmdirSync(dirname(file));
  } catch {
    // Something else is in it.
  }
}

/** Whether the script finds a Wave, as it looks: in the project and above it, then on the PATH. */
export function findsWave(project: string, path = process.env['PATH'] ?? ''): boolean {
  const above = (dir: string): boolean =>
    existsSync(join(dir, 'node_modules/@wavehooks/wave/dist/wave-guard')) ||
    (dirname(dir) !== dir && above(dirname(dir)));
  // What npm and we put there for as long as we run, an agent does not have.
  const own = join(import.meta.dirname, '../bin');
  const others = path.split(delimiter).filter((dir) => /^\/(?!.*node_modules\/\.bin)/.test(dir));
  return above(project) || others.some((dir) => dir !== own && existsSync(join(dir, 'wave-guard')));
}
