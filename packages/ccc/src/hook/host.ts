import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const LOOK_MS = 500;

/** The process that asked us. When it wants us gone, or is gone itself, nobody waits for the review. */
export interface Host {
  readonly signal: AbortSignal;
  /** The exit code that says why we went. */
  code(): number;
  /** From now on we end as any process does. */
  leave(): void;
}

export function watchHost(): Host {
  const gone = new AbortController();
  let code = 1;
  const end = (why: number) => {
    code = why;
    gone.abort();
  };
  const handlers = SIGNALS.map((signal) => ({
    signal,
    handle: () => end(128 + constants.signals[signal]),
  }));
  for (const { signal, handle } of handlers) process.on(signal, handle);
  const before = ancestors();
  const timer = setInterval(() => ancestors() !== before && end(1), LOOK_MS);
  timer.unref();
  return {
    signal: gone.signal,
    code: () => code,
    leave: () => {
      clearInterval(timer);
      for (const { signal, handle } of handlers) process.off(signal, handle);
    },
  };
}

/** A host usually starts hooks through a shell, which outlives it: then the shell's parent counts too. */
function ancestors(): string {
  const parent = process.ppid;
  const stat = statOf(parent);
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return SHELLS.has(name) ? `${parent} ${grandparent}` : `${parent}`;
}

const SHELLS = new Set(['sh', 'dash', 'bash', 'zsh', 'ash', 'busybox']);

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return '';
  }
}
