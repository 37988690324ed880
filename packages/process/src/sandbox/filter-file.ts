import { writeSync } from 'node:fs';
import { namelessFile } from '../basics/nameless.ts';
import type { SandboxPlan } from './plan.ts';
import { syscallFilter } from './syscalls.ts';

/** Where bubblewrap reads the filter; it closes it before anything inside runs. Next to the mark of a run. */
export const FILTER_FD = 20;

/** Whether a sandbox has a filter of calls to the kernel here. */
export const hasFilter = ({ runner }: Pick<SandboxPlan, 'runner'>): boolean =>
  filterOf(runner) !== undefined;

/** A file that holds it, for the caller to close; one a sandbox, since it is read to its end. */
export function openFilter({ runner }: SandboxPlan): number | undefined {
  const filter = filterOf(runner);
  if (filter === undefined) return undefined;
  // Bubblewrap reads on from where we stopped: so it is written without moving there.
  return namelessFile((fd) => void writeSync(fd, filter, 0, filter.length, 0));
}

const filterOf = (runner: SandboxPlan['runner']): Buffer | undefined =>
  runner.is === 'bubblewrap' ? syscallFilter(process.arch, runner.nesting) : undefined;
