import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { hasWave, isSame, projectDirOf } from '@wavehooks/settings';
import { AGENTS } from '../table/agents.ts';
import type { Incoming } from './incoming.ts';

/**
 * Whose hooks guard an event: those of the project in which the agent was started, wherever it went since. Neither
 * a `cd` nor a call that names another directory is a way out of a guard. Where that project has nothing of Wave's, the one it is in now.
 */
export function projectOf(
  { agent, cwd }: Pick<Incoming, 'agent' | 'cwd'>,
  env: Readonly<Record<string, string | undefined>>,
  processDir: string,
): string {
  const { startedIn } = AGENTS[agent].guard;
  const start = startedIn === 'process' ? processDir : env[startedIn.variable];
  const started = start && isAbsolute(start) ? guardedAt(start) : undefined;
  return started ?? guardedAt(cwd) ?? projectDirOf(cwd);
}

/**
 * The project that a directory belongs to, if it has anything of Wave's. Not every agent says where it was
 * started, so the nearest directory above counts, in a repository or not: a subdirectory is no way out either.
 */
function guardedAt(dir: string): string | undefined {
  const project = projectDirOf(dir);
  if (hasWave(project)) return project;
  for (let at = dir; dirname(at) !== at; at = dirname(at)) {
    const above = dirname(at);
    if (hasWave(above) && !isSame(above, homedir()) && isTrusted(above)) return above;
  }
  return undefined;
}

/** In a directory that all may write to, anybody could keep everybody else's agent from working. */
const isTrusted = (dir: string): boolean =>
  [0, process.geteuid?.()].includes(statSync(join(dir, '.wave')).uid);
