import type { Ending } from '../basics/outcome.ts';
import { stopwatch } from '../basics/stopwatch.ts';
import { LEAVE_MS } from '../kin/group.ts';
import { endKin } from '../kin/kin.ts';
import { release, remember } from '../kin/survivors.ts';
import { collect } from '../running/collect.ts';
import { type End, STREAMS } from '../running/run.ts';
import { type ProcessHandle, type ProcessSpec, start } from '../running/start.ts';
import type { Frame, Kind } from '../wire/frames.ts';
import { readEnd, readHanded, readPrinted } from '../wire/order.ts';
import { type Around, type Heard, NEVER, type Open } from './open.ts';
import { openRest } from './rest.ts';
import { watch } from './watch.ts';

/** One run that the launcher was told to make, as the agent sees it. */
export interface Run extends Open {
  readonly handle: ProcessHandle;
  /** The user wants no more of it. */
  cancelled(): void;
}

interface AroundRun extends Around {
  /** It prints more than anybody wants. */
  cancel(): void;
}

export function openRun(spec: ProcessSpec, patienceMs: number, around: AroundRun): Run {
  const ms = stopwatch();
  const { keep, ending } = collect();
  const rest = openRest(spec, keep, around.cancel);
  const { promise: ended, resolve } = Promise.withResolvers<Ending>();
  const silence = watch(around.onSilence, true);
  let pid: number | undefined;
  let hasEnded = false;
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
    handed: (frame) => rest.follows(readHanded(frame)),
    printed: (frame) => spec.onOutput?.(readPrinted(frame)),
    ended: (frame) => {
      const { pid: group, end } = readEnd(frame);
      pid ??= group;
      hasEnded = true;
      silence.stop();
      if (rest.isAny()) void rest.finish(end).then((all) => (all ? over(all) : failed(NO_PIPE)));
      else over(end);
    },
  };
  const failed = (text: string) => {
    rest.drop();
    if (!spec.signal?.aborted) keep('stderr', Buffer.from(text));
    over(spec.signal?.aborted ? CANCELLED : LOST);
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
    hand: ({ pipe }, socket) => {
      const stream = STREAMS.find((name) => name === pipe);
      stream ? rest.hand(stream, socket) : socket?.destroy();
    },
    cancelled: () => {
      if (!hasEnded) silence.within(LEAVE_MS);
    },
    startHere,
    lose: (...how) => void lose(...how),
  };

  async function lose(why: string, heard: Heard): Promise<void> {
    // What it still has to say is in its pipes.
    if (hasEnded) return;
    const begun = around.begun();
    if (!begun.isTaken && heard === 'all') return startHere();
    silence.stop();
    pid ??= begun.pid;
    if (pid !== undefined) await endKin(pid, NEVER);
    failed(lostText(why));
  }
}

const CANCELLED: End = { outcome: { is: 'cancelled' }, cut: {} };
const LOST: End = { outcome: { is: 'signal', signal: 'SIGKILL' }, cut: {} };

const NO_PIPE =
  '[wave: the rest of what this printed could not be taken over. It may have done its work; it is not run again.]\n';

const lostText = (why: string) =>
  `[wave: the launcher ${why} while this ran. It may have done part of its work; it was ended and is not run again.]\n`;
