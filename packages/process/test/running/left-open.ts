import { closeSync, openSync, readdirSync, readlinkSync } from 'node:fs';

/** Node closes the first descriptors itself, up to a gap. */
const LEFT = 100;

/** Calls with what makes a child start with that file open, beside the usual three. */
export function leavingOpen<T>(file: string, call: (more: readonly ('ignore' | number)[]) => T): T {
  const fd = openSync(file, 'r');
  try {
    return call([...Array.from({ length: LEFT - 3 }, () => 'ignore' as const), fd]);
  } finally {
    closeSync(fd);
  }
}

/** The processes that have the file open. */
export const holders = (file: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && opens(pid, file));

function opens(pid: string, file: string): boolean {
  try {
    const fds = readdirSync(`/proc/${pid}/fd`);
    return fds.some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === file);
  } catch {
    return false;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
