import type { Ending } from '../outcome.ts';
import { collect } from '../process/collect.ts';
import { endGroup, LEAVE_MS } from '../process/group.ts';
import type { End } from '../process/run.ts';
import { type ProcessHandle, type ProcessSpec, start } from '../process/start.ts';
import { release, remember } from '../process/survivors.ts';
import { stopwatch } from '../stopwatch.ts';
import type { Frame, Kind } from './frames.ts';
import { readEnd } from './order.ts';
import type { Heard } from './runs.ts';
import { watch } from './watch.ts';

/** One run that the launcher was told to make, as the agent sees it. */
export interface Run {
  readonly handle: ProcessHandle;
  /** False for a frame that has no place here. Throws for a body that is none. */
  take(frame: Frame): boolean;
  /** The user wants no more of it. */
  cancelled(): void;
  /** The launcher is not to have it. */
  startHere(): void;
  /**
   * The launcher is gone. A program that it had taken may have run, so it is ended, not run again;
   * what it certainly had not taken is started from here.
   */
  lose(why: string, heard: Heard): void;
}

/** `onOver` is called once, when nothing more is to come; `onSilence` when the launcher says nothing. */
export function openRun(
  spec: ProcessSpec,
  patienceMs: number,
  onOver: () => void,
  onSilence: () => void,
): Run {
  const ms = stopwatch();
  const { keep, ending } = collect();
  const { promise: ended, resolve } = Promise.withResolvers<Ending>();
  const silence = watch(onSilence);
  let pid: number | undefined;
  let isTaken = false;
  const over = (end: End) => {
    silence.stop();
    if (pid !== undefined) release(pid);
    onOver();
    resolve(ending(end, ms()));
  };
  const startHere = () => {
    silence.stop();
    onOver();
    const here = start(spec);
    pid = here.pid;
    resolve(here.ended);
  };
  const takes: { [K in Kind]?: (frame: Frame) => void } = {
    taken: () => {
      isTaken = true;
    },
    started: ({ body }) => {
      pid = body.readUInt32BE(0) || undefined;
      if (pid !== undefined) remember(pid, 'launcher');
      silence.within(spec.signal?.aborted ? LEAVE_MS : spec.timeoutMs + LEAVE_MS);
    },
    stdout: ({ body }) => keep('stdout', body),
    stderr: ({ body }) => keep('stderr', body),
    ended: (frame) => over(readEnd(frame)),
  };
  silence.within(patienceMs);
  return {
    handle: {
      get pid() {
        return pid;
      },
      ended,
    },
    take: (frame) => {
      const act = takes[frame.kind];
      act?.(frame);
      return act !== undefined;
    },
    cancelled: () => silence.within(LEAVE_MS),
    startHere,
    lose: async (why, heard) => {
      if (!isTaken && heard === 'all') return startHere();
      silence.stop();
      if (pid !== undefined) await endGroup(pid, NEVER);
      if (!spec.signal?.aborted) keep('stderr', Buffer.from(lostText(why)));
      over(spec.signal?.aborted ? CANCELLED : LOST);
    },
  };
}

/** Whoever reaps it now, we do not hear of it. */
const NEVER = new Promise<never>(() => {});

const CANCELLED: End = { outcome: { is: 'cancelled' }, cut: [] };
const LOST: End = { outcome: { is: 'signal', signal: 'SIGKILL' }, cut: [] };

const lostText = (why: string) =>
  `[wave: the launcher ${why} while this ran. It may have done part of its work; it was ended and is not run again.]\n`;
