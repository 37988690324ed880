import { MOST_WRITTEN, readTextFile } from '@wavehooks/process/files';

/** A file of a repository that a person wrote; nothing where there is none, or something else, or far more. */
export function writtenText(file: string): string {
  try {
    return readTextFile(file, MOST_WRITTEN);
  } catch {
    return '';
  }
}
