import { readdirSync, readFileSync } from 'node:fs';

/** The variable that marks a review's processes, also those that left its group. */
export const MARK = 'CCC_REVIEW';

/**
 * Ends a review's group and, where the process table shows environments, everybody with its mark. More
 * than once: somebody may fork while we look.
 */
export function endAll(group: number | undefined, mark: string): void {
  if (group !== undefined) kill(-group);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = marked(mark);
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
  }
}

const MAX_ROUNDS = 20;

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended just now.
  }
}

function marked(mark: string): number[] {
  if (process.platform !== 'linux') return [];
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && carries(name, mark))
      .map(Number);
  } catch {
    return [];
  }
}

/** The environment of a dead process is empty, and that of a stranger cannot be read. */
function carries(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${MARK}=${mark}`);
  } catch {
    return false;
  }
}
