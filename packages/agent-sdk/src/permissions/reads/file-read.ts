import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { absolutePath, isWithin, nameIn, type Resolve } from '../../files/paths.ts';

/** A file or directory that a command reads. */
export interface FileRead {
  /** Absolute, as it is named. */
  readonly path: string;
  /** Where it really is. */
  readonly real: string;
  /** Only names, sizes and the like are shown. */
  readonly names: boolean;
  /** All that is below it is read, too; `kept` as far as git keeps it, with what was there once. */
  readonly below: boolean | 'kept';
  /** Links in it are followed. */
  readonly follows: boolean;
}

/**
 * Where a path leads from a directory, step by step as the system goes: behind a link, `..` is above what the
 * link leads to.
 */
export function realFrom(
  dir: string,
  named: string,
  resolve: Resolve,
): { path: string; real: string } {
  const text = /^~(\/|$)/.test(named) ? join(homedir(), named.slice(1)) : named;
  // Longer than any path: it leads nowhere that may be read.
  if (text.length > MAX_PATH) return { path: '/', real: '/' };
  const path = absolutePath(dir, named);
  const start = isAbsolute(text) ? '/' : resolve(dir).real;
  if (!text.includes('..')) {
    const isPath = start === '/' || start === dir;
    return { path, real: resolve(isPath ? path : join(start, text)).real };
  }
  let real = start;
  for (const part of text.split('/'))
    if (part === '..') real = dirname(real);
    else if (part !== '' && part !== '.') real = resolve(join(real, part)).real;
  return { path, real };
}

const MAX_PATH = 4096;

/** Whether what was found is in the project, or in another place that may be read. */
export const isReadable = (
  real: string,
  resolve: Resolve,
  readable: () => readonly string[],
): boolean => resolve(real).inside || readable().some((dir) => isWithin(dir, real));

/** A name that nobody gives to a file: a rule that means it means all in its directory. */
export const someFileIn = (dir: string): string => nameIn(dir, '\uE000');
