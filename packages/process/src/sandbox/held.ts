import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { HOLDERS, STAND_INS } from './plan.ts';

/** How the entries begin that note which sandboxes need what is barred. */
export const MARK = '.wave-sandbox-';

/** Whether a name is one that only a sandbox gives: what it makes on the way, and where it notes who needs what. */
export const isHoldName = (name: string): boolean =>
  name.startsWith(MARK) || name.endsWith(HOLDERS);

/** Whether something that is there is only what a sandbox bars: for everybody else nothing is there. */
export function isHeld(path: string): boolean {
  try {
    const stats = statSync(path);
    if (stats.isFile()) {
      const text = STAND_INS[basename(path)];
      return text?.length === stats.size && readFileSync(path, 'utf8') === text;
    }
    const names = readdirSync(path);
    // Inside it is an empty mount, which nobody can write to.
    if (names.length === 0)
      return (stats.mode & 0o222) === 0 && stats.dev !== statSync(dirname(path)).dev;
    return names.every((name) => name.startsWith(MARK));
  } catch {
    return false;
  }
}
