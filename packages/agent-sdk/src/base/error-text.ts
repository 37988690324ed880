export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** What the system said, in words for the model. */
export function faultText(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined ? undefined : FAULTS[code]) ?? message;
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied by the system',
  EPERM: 'the system does not permit it',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is not a directory',
  EEXIST: 'a part of its path is not a directory',
  ELOOP: 'its links lead in a circle',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'its name is too long',
};
