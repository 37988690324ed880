import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { writePrivate } from '@wavehooks/process/files';
import { dropOld, nameOf } from './unheard.ts';

/** When an agent last asked the guard in a project: the only proof that it runs its entries. */
export interface LastAsked {
  readonly agent: string;
  readonly project: string;
  /** By the clock of the file system, in milliseconds, as settings files have it. */
  readonly at: number;
  /** What the last hook that failed there said. Agents without a screen show it to nobody. */
  readonly failure?: { readonly at: number; readonly text: string };
}

type Kept = Omit<LastAsked, 'at'>;

const DIR = () => join(homedir(), '.wave', 'guard', 'asked');

/** One file for each agent and project; its time says when. A note that cannot be written is left out. */
export function noteAsked(agent: string, project: string, failure = '', dir = DIR()): void {
  const file = join(dir, nameOf(JSON.stringify([agent, project])));
  try {
    const now = Date.now();
    if (failure === '' && isTouched(file, now)) return;
    const failed = failure === '' ? {} : { failure: { at: now, text: failure } };
    writePrivate(file, JSON.stringify({ agent, project, ...failed } satisfies Kept));
    dropOld(dir);
  } catch {
    // The next event tries again. Until then, status says less than it could.
  }
}

/** The notes of an agent, of all projects. */
export function lastAsked(agent: string, dir = DIR()): LastAsked[] {
  return namesIn(dir).flatMap((name) => {
    try {
      const file = join(dir, name);
      const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
      return kept.agent === agent ? [{ ...kept, at: statSync(file).mtimeMs }] : [];
    } catch {
      // Being written, or not ours.
      return [];
    }
  });
}

function isTouched(file: string, now: number): boolean {
  try {
    utimesSync(file, now / 1000, now / 1000);
    return true;
  } catch {
    return false;
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
