import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const EVERY_MS = 20;

/** All processes that a process has started, and those that they have. */
export const descendantsOf = (pid) =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** Linux tells by /proc. */
const childrenOf =
  process.platform === 'linux'
    ? (pid) => numbersIn(textOf(`/proc/${pid}/task/${pid}/children`))
    : (pid) =>
        execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' })
          .split('\n')
          .map(numbersIn)
          .flatMap(([parent, child]) => (parent === pid ? [child] : []));

const numbersIn = (text) => text.trim().split(/\s+/).filter(Boolean).map(Number);

/** Megabytes that they all hold at once, at the most; looked at until `stop` is called. */
export function watchMemory(pid) {
  let most = 0;
  const look = () => {
    const now = descendantsOf(pid).reduce((sum, one) => sum + residentOf(one), 0);
    most = Math.max(most, now);
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

const residentOf = (pid) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024;

/** A process may end while one looks. */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
