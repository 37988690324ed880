import { isShortage, type NotStarted } from '../basics/spawn.ts';
import { type ProcessSpec, type Start, start } from '../running/start.ts';
import { type Stay, stay } from '../running/staying.ts';
import { MAX_BODY_BYTES } from '../wire/frames.ts';
import { startHelper } from './helper.ts';
import { type Link, openLink } from './link.ts';

/**
 * Starts programs from a small process of its own. Node starts a child by forking itself, which takes
 * the longer the more memory it holds, and nothing else happens meanwhile; the launcher stays small.
 */
export interface Launcher {
  /** Through the launcher when it is ready, else from here: the results are the same. */
  readonly start: Start;
  /** The same for one that stays. */
  readonly stay: Stay;
  /** Starts it soon, in the background, unless that was done. */
  warm(): void;
  /** Starts it now where it would be started soon. */
  hurry(): void;
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

/** How long the launcher may take to get ready, and to start a program. */
const PATIENCE_MS = 15_000;

export function openLauncher({ patienceMs = PATIENCE_MS } = {}): Launcher {
  let link: Link | undefined;
  let starts = 0;
  let soon: NodeJS.Timeout | undefined;
  let isLacking = false;
  return {
    start: (spec) => {
      if (link?.isFree() && fits(spec)) return link.run(spec);
      if (isLacking) bootSoon();
      return start(spec);
    },
    stay: (program) => (link?.isFree() ? link.stay(program) : stay(program)),
    warm: () => {
      if (!soon) bootSoon();
    },
    hurry: () => {
      if (soon) boot();
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
      isLacking = false;
      clearTimeout(soon);
      link?.close();
    },
  };

  function bootSoon(): void {
    isLacking = false;
    soon = setTimeout(boot, SETTLE_MS).unref();
  }

  function boot(): void {
    clearTimeout(soon);
    if (link || starts >= MAX_STARTS) return;
    starts++;
    const started = startHelper();
    if (started.is === 'failed') void failed(started.why);
    else link = openLink(started.helper, patienceMs, replace);
  }

  /** What is lacking for a moment may be there when the next program is started. */
  async function failed(why: Promise<NotStarted>): Promise<void> {
    const isBrief = isShortage(await why);
    if (starts >= MAX_STARTS) return;
    isLacking = isBrief;
    starts = isBrief ? starts - 1 : MAX_STARTS;
  }

  function replace(wasReady: boolean): void {
    link = undefined;
    // One that never got ready would not the next time either.
    if (!wasReady) starts = MAX_STARTS;
    boot();
  }
}

/** What is cancelled before it starts does not start, and an input beyond all bounds is in no frame. */
const fits = ({ signal, stdin }: ProcessSpec) =>
  !signal?.aborted && stdin.length < MAX_BODY_BYTES / 2;
