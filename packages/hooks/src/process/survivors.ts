/** The groups that run now. Whoever ends this process ends them as well. */
const running = new Set<number>();
let watching = false;

/** Remembers a group until it has ended. */
export function remember(pgid: number): void {
  running.add(pgid);
  if (watching) return;
  watching = true;
  process.on('exit', endAll);
}

export const release = (pgid: number): void => void running.delete(pgid);

function endAll(): void {
  for (const pgid of running) {
    try {
      process.kill(-pgid, 'SIGKILL');
    } catch {
      // It ended just now.
    }
  }
}
