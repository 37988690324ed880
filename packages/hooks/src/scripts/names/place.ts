import { closeSync, openSync, readSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { readTextFile } from '@wavehooks/process/files';
import { differsByProcess, seenFrom } from '../../pins/pin.ts';
import type { Variables } from './commands.ts';
import type { Kind, Look } from './interpreters.ts';

/** Where a command runs. */
export interface Place extends Look {
  readonly dir: string;
  readonly projectDir: string;
  /** Where it looks for programs, if the command or its entry says so. */
  readonly path: string | undefined;
  /** A file's name without links; as it is where there are none on its way from here. */
  real(name: string): string;
}

export function placeAt(dir: string, projectDir: string, env: Variables): Place {
  return {
    dir,
    projectDir,
    path: env['PATH'],
    real: (name) => {
      const path = realOf(seenFrom(dir, name));
      return path === join(realOf(dir), name) || path === resolve(name) ? name : path;
    },
    kind: (name) => kindOf(seenFrom(dir, name)),
    read: (name) => textOf(seenFrom(dir, name)),
    size: (name) => statOf(seenFrom(dir, name))?.size ?? 0,
  };
}

export const firstLine = (file: string, place: Place): string =>
  startOf(seenFrom(place.dir, file)).toString('utf8').split('\n')[0] ?? '';

/** Of some words those that name a file whose content matters: any in the project, and elsewhere one that is no compiled program. */
export const named = (words: readonly (string | undefined)[], place: Place): string[] =>
  words.flatMap((word) =>
    word !== undefined &&
    word !== '' &&
    place.kind(word) === 'file' &&
    (isInside(word, place) || !startOf(seenFrom(place.dir, word)).includes(0))
      ? [word]
      : [],
  );

/** The same for directories: those below the project's root, which a hook is given to read. */
export const namedDirs = (words: readonly (string | undefined)[], place: Place): string[] =>
  words.flatMap((word) =>
    word !== undefined && word !== '' && place.kind(word) === 'directory' && isInside(word, place)
      ? [word]
      : [],
  );

/** By its name, or by where that leads: a directory can have several names. */
export function isInside(name: string, { dir, projectDir }: Place): boolean {
  const path = seenFrom(dir, name);
  return isBelow(projectDir, path) || isBelow(realOf(projectDir), realOf(path));
}

function isBelow(dir: string, path: string): boolean {
  const below = relative(dir, path);
  return below !== '' && !below.startsWith('..') && !isAbsolute(below);
}

/** With links followed, also on the way to what is not there. */
export function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), basename(path));
  }
}

/** A name that cannot be one, such as the text of a program, is that of no file. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function kindOf(path: string): Kind {
  if (differsByProcess(path)) return 'other';
  const stat = statOf(path);
  if (!stat) return 'nothing';
  if (stat.isFile()) return 'file';
  return stat.isDirectory() ? 'directory' : 'other';
}

function textOf(path: string): string {
  try {
    return readTextFile(path);
  } catch {
    return '';
  }
}

/** What cannot be read is taken for a compiled program. */
function startOf(path: string): Buffer {
  const start = Buffer.alloc(512);
  try {
    const fd = openSync(path, 'r');
    const length = readSync(fd, start, 0, start.length, 0);
    closeSync(fd);
    return start.subarray(0, length);
  } catch {
    return Buffer.alloc(1);
  }
}
