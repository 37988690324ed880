import { isWithin, pathFrom, type Resolve } from '../../files/paths.ts';

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

/** Where a path leads from a directory: as the system goes, and `path` for programs that take `..` out of the text. */
export function realFrom(
  dir: string,
  named: string,
  resolve: Resolve,
): Pick<FileRead, 'path' | 'real'> {
  // Longer than any path: it leads nowhere that may be read.
  return named.length > MAX_PATH ? { path: '/', real: '/' } : resolve(pathFrom(dir, named));
}

const MAX_PATH = 4096;

/** Whether what was found is in the project, or in another place that may be read. */
export const isReadable = (
  real: string,
  resolve: Resolve,
  readable: () => readonly string[],
): boolean => resolve(real).inside || readable().some((dir) => isWithin(dir, real));
