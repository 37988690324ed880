import { endNow, kinOf } from './kin.ts';

/** How a group ends with this process: alone, or with all that its program started. */
type Reach = 'group' | 'kin';

interface Survivor {
  /** Calls its warden off. */
  readonly callOff: () => void;
  readonly reach: Reach;
}

/** The groups that run now. Whoever ends this process ends them as well. */
const running = new Map<number, Survivor>();
let watching = false;

/** Remembers a group until it is released, and then calls its warden off. What the launcher starts has none of ours. */
export function remember(pgid: number, callOff: () => void = () => {}, reach: Reach = 'kin'): void {
  running.set(pgid, { callOff, reach });
  endAllOnExit();
}

/** Also for who does something on exit that has to come after their end. */
export function endAllOnExit(): void {
  if (watching) return;
  watching = true;
  process.on('exit', endAll);
}

export function release(pgid: number): void {
  running.get(pgid)?.callOff();
  running.delete(pgid);
}

function endAll(): void {
  const groups = [...running];
  // Before the first signal: who loses its parent can no longer be found by it.
  const kin = groups.filter(([, { reach }]) => reach === 'kin').map(([pgid]) => kinOf(pgid));
  for (const [pgid] of groups) {
    try {
      process.kill(-pgid, 'SIGKILL');
    } catch {
      // It ended just now.
    }
  }
  for (const one of kin) endNow(one);
}
