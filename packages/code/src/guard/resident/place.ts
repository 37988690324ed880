import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the resident process of a build can be reached. */
export interface Place {
  readonly dir: string;
  readonly socket: string;
  /** Names the process that holds the socket. */
  readonly lock: string;
}

export const placeOf = (build: string, home = homedir()): Place => {
  const dir = join(home, '.wave', 'run');
  return { dir, socket: join(dir, build), lock: join(dir, `${build}.lock`) };
};

/** Beside every bundle: says which build it belongs to, and what the program of the entries should be. */
const BUILD_FILE = join(import.meta.dirname, 'build-id');

/** The build that is on disk now; undefined where it is gone. */
export const buildOnDisk = (): string | undefined => linesOnDisk()[0];

/** The hash of the program that entries run, as it was built. */
export const programOnDisk = (): string | undefined => linesOnDisk()[1];

function linesOnDisk(): string[] {
  try {
    return readFileSync(BUILD_FILE, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

/** What a system takes for the name of a socket. */
const MAX_SOCKET_NAME = 103;

/** Makes the directory. Returns why no socket may be there: only its user must be able to enter. */
export function faultOfPlace({ dir, socket }: Place): string | undefined {
  if (Buffer.byteLength(socket) > MAX_SOCKET_NAME)
    return `${socket}: too long for the name of a socket`;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return faultOfDir(dir);
}

/** Why nothing in a directory may be trusted. */
export function faultOfDir(dir: string): string | undefined {
  const found = lstatSync(dir);
  if (!found.isDirectory()) return `${dir}: expected a directory, found something else`;
  if (found.uid !== process.geteuid?.()) return `${dir}: belongs to another user`;
  if ((found.mode & 0o077) !== 0)
    return `${dir}: others may enter it; allow only yourself: chmod 700 ${dir}`;
  return undefined;
}
