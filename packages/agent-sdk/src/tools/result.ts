import type { ToolResult } from './tool.ts';

type Data = Readonly<Record<string, unknown>>;

export const done = (text: string, data?: Data): ToolResult => ({
  success: true,
  text,
  ...(data === undefined ? {} : { data }),
});

export const failed = (text: string, data?: Data): ToolResult => ({
  success: false,
  text,
  ...(data === undefined ? {} : { data }),
});

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
