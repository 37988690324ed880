/** The groups that run now, and how to call off their warden. Whoever ends this process ends them as well. */
const running = new Map<number, () => void>();
let watching = false;

/** Remembers a group until it is released, and then calls its warden off. What the launcher starts has none of ours. */
export function remember(pgid: number, callOff: () => void = () => {}): void {
  running.set(pgid, callOff);
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
