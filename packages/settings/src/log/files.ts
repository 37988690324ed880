import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where a log is, and how much of it is kept. */
export interface LogPlace {
  readonly dir: string;
  readonly maxBytes: number;
  readonly keep: number;
}

/** Where the log lies unless somebody says otherwise. */
export const defaultLogDir = (home = homedir()): string => join(home, '.wave', 'logs');

/** The file that is written; 0 is the newest, higher numbers are older. */
export const logFile = (dir: string, age = 0): string =>
  join(dir, age === 0 ? 'hooks.jsonl' : `hooks.${age}.jsonl`);

/** How old a file of the log is by its name; undefined for other files. */
export function ageOf(name: string): number | undefined {
  const age = /^hooks(?:\.([1-9]\d{0,3}))?\.jsonl$/.exec(name);
  return age ? Number(age[1] ?? 0) : undefined;
}
