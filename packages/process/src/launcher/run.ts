import type { Ending } from '../basics/outcome.ts';
import { stopwatch } from '../basics/stopwatch.ts';
import { LEAVE_MS } from '../kin/group.ts';
import { endKin } from '../kin/kin.ts';
import { release, remember } from '../kin/survivors.ts';
import { collect } from '../running/collect.ts';
import type { End } from '../running/run.ts';
import { type ProcessHandle, type ProcessSpec, start } from '../running/start.ts';
import type { Frame, Kind } from '../wire/frames.ts';
import { readEnd } from '../wire/order.ts';
import { type Around, NEVER, type Open } from './open.ts';
import { watch } from './watch.ts';

/** One run that the launcher was told to make, as the agent sees it. */
export interface Run extends Open {
  readonly handle: ProcessHandle;
  /** The user wants no more of it. */
  cancelled(): void;
}

export function openRun(spec: ProcessSpec, patienceMs: number, around: Around): Run {
  const ms = stopwatch();
  const { keep, ending } = collect();
  const { promise: ended, resolve } = Promise.withResolvers<Ending>();
  const silence = watch(around.onSilence, true);
  let pid: number | undefined;
  const over = (end: End) => {
    silence.stop();
    if (pid !== undefined) release(pid);
    around.over();
    resolve(ending(end, ms()));
  };
  const startHere = () => {
    silence.stop();
    around.over();
    const here = start(spec);
    pid = here.pid;
    resolve(here.ended);
  };
  const takes: { [K in Kind]?: (frame: Frame) => void } = {
    started: ({ body }) => {
      pid = body.readUInt32BE(0);
      remember(pid);
      silence.within(spec.signal?.aborted ? LEAVE_MS : spec.timeoutMs + LEAVE_MS);
    },
    stdout: ({ body }) => keep('stdout', body),
    stderr: ({ body }) => keep('stderr', body),
    ended: (frame) => {
      const { pid: group, end } = readEnd(frame);
      pid ??= group;
      over(end);
    },
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
      const begun = around.begun();
      if (!begun.isTaken && heard === 'all') return startHere();
      silence.stop();
      pid ??= begun.pid;
      if (pid !== undefined) await endKin(pid, NEVER);
      if (!spec.signal?.aborted) keep('stderr', Buffer.from(lostText(why)));
      over(spec.signal?.aborted ? CANCELLED : LOST);
    },
  };
}

const CANCELLED: End = { outcome: { is: 'cancelled' }, cut: {} };
const LOST: End = { outcome: { is: 'signal', signal: 'SIGKILL' }, cut: {} };

const lostText = (why: string) =>
  `[wave: the launcher ${why} while this ran. It may have done part of its work; it was ended and is not run again.]\n`;
