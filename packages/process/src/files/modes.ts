import { homedir } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';

/** What others may do with something new: nothing below `~/.wave`, elsewhere what the umask says. */
export interface Modes {
  readonly file: number;
  readonly directory: number;
}

export const modesFor = (path: string, home = homedir()): Modes =>
  isBelow(path, join(home, '.wave'))
    ? { file: 0o600, directory: 0o700 }
    : { file: 0o666, directory: 0o777 };

function isBelow(path: string, dir: string): boolean {
  const way = relative(dir, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
