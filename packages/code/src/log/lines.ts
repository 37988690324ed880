import { readdirSync, readFileSync } from 'node:fs';
import { ageOf, logFile, type Placed } from '@wavehooks/settings/log';

/** All lines of the log with their places, the oldest first. */
export function linesOf(dir: string): readonly Placed[] {
  const ages = filesIn(dir)
    .map(ageOf)
    .filter((age) => age !== undefined);
  return ages
    .sort((a, b) => b - a)
    .flatMap((age) => {
      const file = logFile(dir, age);
      return readFileSync(file, 'utf8')
        .split('\n')
        .map((text, at) => ({ text, at: `${file}:${at + 1}` }))
        .filter(({ text }) => text !== '');
    });
}

function filesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
