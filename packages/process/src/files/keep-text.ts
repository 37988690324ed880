import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshId } from '../basics/id.ts';

/** Keeps a text that is too long to pass on in a private file; says where it is, or why it is not. */
export function keepText(text: string, dir: string): string {
  const file = join(dir, `${freshId()}.txt`);
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
    prune(dir);
    return `the whole is in ${file}`;
  } catch (error) {
    return `the whole could not be kept: ${(error as Error).message}`;
  }
}

/** How many whole texts are kept; the oldest go first. Names begin with the time. */
const MAX_KEPT = 200;

function prune(dir: string): void {
  const old = readdirSync(dir).sort().slice(0, -MAX_KEPT);
  for (const name of old) rmSync(join(dir, name), { force: true });
}
