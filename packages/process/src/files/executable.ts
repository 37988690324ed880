import { accessSync, constants } from 'node:fs';

/** Whether this user may run what is at a path. A directory can be entered, which counts as well. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
