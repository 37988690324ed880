import { readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
