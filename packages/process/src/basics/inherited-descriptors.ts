import { openSync, readdirSync, readFileSync } from 'node:fs';

/** How the kernel writes that a descriptor ends with the program that holds it. */
const CLOSES_ON_EXEC = 0o2000000;

/** The first that is not one of the usual three. */
const FIRST = 3;

/**
 * What our caller left open: every program that we start would get it. A directory is a way out of any sandbox, and
 * a caller waits for the end of its pipe. Node opens none of this kind, so one look is enough, at the beginning:
 * later there may be no descriptor left to look with.
 */
const INHERITED: readonly number[] = process.platform === 'linux' ? look() : [];

let nothing: number | undefined;

/** Puts `/dev/null` in their place. Places that are given stay as they are. */
export function withoutInherited<T>(given: readonly T[]): (T | 'ignore' | number)[] {
  const isFree = (fd: number) => given[fd] === undefined || given[fd] === 'ignore';
  const replaced = INHERITED.filter(isFree);
  const length = Math.max(given.length, ...replaced.map((fd) => fd + 1));
  return Array.from({ length }, (_, fd) =>
    replaced.includes(fd) ? devNull() : (given[fd] ?? 'ignore'),
  );
}

function devNull(): number {
  nothing ??= openSync('/dev/null', 'r');
  return nothing;
}

function look(): readonly number[] {
  const limit = openFilesLimit();
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd >= FIRST && fd < limit && isInherited(fd));
}

/** The kernel refuses to put anything at or above the limit, and a start that asks for it would fail. */
function openFilesLimit(): number {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}

/** One that is gone was open for this look only. */
function isInherited(fd: number): boolean {
  try {
    const [, flags = ''] =
      /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
