import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { freshId, isHeld, modesFor, putInPlace } from '@wavehooks/process/files';
import { SettingsError } from '../reading/read.ts';

/**
 * Writes settings at one stroke: whoever reads the file sees the old text or the new one, never half.
 * `expectedOldText` is what the new text was made from, undefined when there was no file; if the disk
 * holds anything else by now, nothing is written. Throws `SettingsError`.
 */
export function writeSettings(
  file: string,
  text: string,
  expectedOldText: string | undefined,
): void {
  try {
    const target = followLinks(file);
    refuseReadOnly(file, target);
    const fresh = modesFor(file);
    mkdirSync(dirname(target), { recursive: true, mode: fresh.directory });
    replace(target, text, fresh.file, () => refuseChanged(file, target, expectedOldText));
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${file}: cannot be written: ${(error as Error).message}`);
  }
}

const MAX_LINKS = 40;

/** A link stays a link; what it points to is written, even when it is not there yet. */
function followLinks(file: string, left = MAX_LINKS): string {
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isLink) return file;
  if (left === 0) throw new SettingsError(`${file}: cannot be written: its links go in a circle`);
  return followLinks(resolve(dirname(file), readlinkSync(file)), left - 1);
}

/** A rename would pass over a file's own protection. */
function refuseReadOnly(file: string, target: string): void {
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat && !stat.isFile())
    throw new SettingsError(
      isHeld(target)
        ? `${file}: cannot be written while a sandboxed command runs in this project, which bars its place; try again when that has ended`
        : `${file}: cannot be written: expected a file, got something else`,
    );
  if (stat && (stat.mode & 0o222) === 0)
    throw new SettingsError(`${file}: cannot be written: it is read-only`);
}

function replace(target: string, text: string, fresh: number, check: () => void): void {
  const temp = join(dirname(target), `.${basename(target)}.${freshId()}.tmp`);
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  putInPlace(target, temp, () => {
    writeDown(temp, text, mode, fresh);
    check();
  });
}

function writeDown(temp: string, text: string, mode: number | undefined, fresh: number): void {
  const fd = openSync(temp, 'wx', fresh);
  try {
    if (mode !== undefined) fchmodSync(fd, mode & 0o7777);
    writeFileSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function refuseChanged(file: string, target: string, expected: string | undefined): void {
  const bytes = statSync(target, { throwIfNoEntry: false }) ? readFileSync(target) : undefined;
  if (bytes === undefined && expected === undefined) return;
  if (bytes && expected !== undefined && bytes.equals(Buffer.from(expected))) return;
  const isLossy = bytes?.toString('utf8') === expected;
  throw new SettingsError(
    isLossy
      ? `${file}: cannot be written: expected UTF-8, got bytes that are none`
      : `${file}: was changed by somebody else since it was read; nothing was written, try again`,
  );
}
