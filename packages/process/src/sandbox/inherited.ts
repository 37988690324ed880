import { openSync, readdirSync, readFileSync } from 'node:fs';

/** How the kernel writes that a descriptor ends with the program that holds it. */
const CLOSES_ON_EXEC = 0o2000000;

/** The first that is not one of the usual three. */
const FIRST = 3;

let known: readonly number[] | undefined;
let nothing: number | undefined;

/**
 * Descriptors that whoever started us left open, and that every program would get from us. One of a directory
 * is a way out of any sandbox. Node opens none of this kind, so one look is enough.
 */
export function inheritedDescriptors(): readonly number[] {
  known ??= process.platform === 'linux' ? look() : [];
  return known;
}

/** What a program gets in their place: nothing. Places that are given stay as they are. */
export function withoutInherited<T>(
  given: readonly T[],
  inherited: readonly number[] = inheritedDescriptors(),
): (T | 'ignore' | number)[] {
  const replaced = inherited.filter((fd) => given[fd] === undefined || given[fd] === 'ignore');
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
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd >= FIRST && isInherited(fd));
}

/** One that is gone again was the one of this very look. */
function isInherited(fd: number): boolean {
  try {
    const [, flags = ''] =
      /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSES_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
