import { endIfKilled } from './warden.ts';

/** The groups that run now, and how to call off their warden. Whoever ends this process ends them as well. */
const running = new Map<number, () => void>();
let watching = false;

/** Remembers a group until it has ended. Should we be killed, the launcher ends itself and what it started. */
export function remember(pgid: number, by: 'us' | 'launcher' = 'us'): void {
  running.set(pgid, by === 'us' ? endIfKilled(pgid) : () => {});
  if (watching) return;
  watching = true;
  process.on('exit', endAll);
}

export function release(pgid: number): void {
  running.get(pgid)?.();
  running.delete(pgid);
}

function endAll(): void {
  for (const pgid of running.keys()) {
    try {
      process.kill(-pgid, 'SIGKILL');
    } catch {
      // It ended just now.
    }
  }
}
