import { type ProcessSpec, type Start, start } from '../process/start.ts';
import { MAX_BODY_BYTES } from './frames.ts';
import { startHelper } from './helper.ts';
import { type Link, openLink } from './link.ts';

/**
 * Starts programs from a small process of its own. Node starts a child by forking itself, which takes
 * the longer the more memory it holds, and nothing else happens meanwhile; the launcher stays small.
 */
export interface Launcher {
  /** Through the launcher when it is ready, else from here: the results are the same. */
  readonly start: Start;
  /** Starts it soon, in the background, unless that was done. */
  warm(): void;
  /** Settles when it is ready or will not be: true when it is. Somebody waits, so it starts at once. */
  ready(): Promise<boolean>;
  /** The launcher's own process. */
  readonly pid: number | undefined;
  /** Ends it and what it still runs. Programs are then started from here. */
  close(): void;
}

/** One that dies at work is replaced, but not for ever. */
const MAX_STARTS = 4;

/** An agent that starts has better things to do, and is still so small that it needs no launcher. */
const SETTLE_MS = 100;

/** How long the launcher may say nothing, beyond what the program itself is given. */
const PATIENCE_MS = 15_000;

export function openLauncher({ patienceMs = PATIENCE_MS } = {}): Launcher {
  let link: Link | undefined;
  let starts = 0;
  let soon: NodeJS.Timeout | undefined;
  const boot = () => {
    clearTimeout(soon);
    if (link || starts >= MAX_STARTS) return;
    starts++;
    const helper = startHelper();
    if (typeof helper === 'string') {
      starts = MAX_STARTS;
      return;
    }
    link = openLink(helper, patienceMs, (before) => {
      link = undefined;
      // One that never got ready would not the next time either.
      if (before === 'starting') starts = MAX_STARTS;
      boot();
    });
  };
  return {
    start: (spec) => (link?.state() === 'ready' && fits(spec) ? link.run(spec) : start(spec)),
    warm: () => {
      soon ??= setTimeout(boot, SETTLE_MS).unref();
    },
    ready: async () => {
      if (soon) boot();
      return (await link?.ready()) ?? false;
    },
    get pid() {
      return link?.pid;
    },
    close: () => {
      starts = MAX_STARTS;
      clearTimeout(soon);
      link?.close();
    },
  };
}

/** What is cancelled before it starts does not start, and an input beyond all bounds is in no frame. */
const fits = ({ signal, stdin }: ProcessSpec) =>
  !signal?.aborted && stdin.length < MAX_BODY_BYTES / 2;
