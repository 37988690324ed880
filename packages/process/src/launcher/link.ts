import { closeSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { NotStarted } from '../basics/spawn.ts';
import type { Program } from '../running/spawn-group.ts';
import type { ProcessHandle, ProcessSpec } from '../running/start.ts';
import type { Staying } from '../running/staying.ts';
import { createDecoder, type Frame, PROTOCOL } from '../wire/frames.ts';
import type { Helper } from './helper.ts';
import type { Handed, Heard } from './open.ts';
import { openRuns } from './runs.ts';
import { watch } from './watch.ts';

/** One launcher process, from its start to its end. */
export interface Link {
  readonly pid: number | undefined;
  /** Whether it can be given one more program. */
  isFree(): boolean;
  /** Settles when it is ready, or will never be: true when it is. */
  ready(): Promise<boolean>;
  /** Only while it is free. */
  run(spec: ProcessSpec): ProcessHandle;
  /** Only while it is free. */
  stay(program: Program): Promise<Staying | NotStarted>;
  close(): void;
}

type State = 'starting' | 'ready' | 'dying' | 'gone';

/** Its memory is kept small, and each program takes some of it. */
const MAX_RUNS = 256;

/** For so long it may take to end. */
const MAX_LEAVE_MS = 2_000;

/** `onGone` is called once, in whichever way the launcher went, with whether it had been ready. */
export function openLink(
  helper: Helper,
  patienceMs: number,
  onGone: (wasReady: boolean) => void,
): Link {
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const leaveMs = Math.min(patienceMs, MAX_LEAVE_MS);
  let state: State = 'starting';
  let wasReady = false;
  let reason: string | undefined;
  let leaving: NodeJS.Timeout | undefined;
  const runs = openRuns(helper, patienceMs, () => kill('did not answer'));
  const starting = watch(() => kill('did not get ready'), false);
  starting.within(patienceMs);
  listen(helper, { take, hand: runs.hand, kill, gone });
  return {
    pid: helper.child.pid,
    isFree: () => state === 'ready' && runs.count() < MAX_RUNS,
    ready: async () => {
      // For longer than that it is not waited for anyway.
      const alive = setTimeout(() => {}, patienceMs * 2);
      await settled;
      clearTimeout(alive);
      return state === 'ready';
    },
    run: runs.start,
    stay: runs.stay,
    close: () => gone('was closed', 'not all'),
  };

  function take(frame: Frame): boolean {
    if (state !== 'starting') return runs.take(frame);
    if (!isReady(frame)) return false;
    starting.stop();
    state = 'ready';
    wasReady = true;
    settle();
    return true;
  }

  /** If it woke up again, it must not start what is given up here. Its end tells what it had begun. */
  function kill(why: string): void {
    if (state === 'dying' || state === 'gone') return;
    state = 'dying';
    reason = why;
    helper.child.kill('SIGKILL');
    leaving = setTimeout(() => gone(why, 'not all'), leaveMs);
    // Whoever waits for what it had is told before this process ends.
    if (runs.count() === 0) leaving.unref();
  }

  function gone(why: string, heard: Heard): void {
    if (state === 'gone') return;
    state = 'gone';
    clearTimeout(leaving);
    starting.stop();
    letGo(helper, leaveMs);
    runs.lose(reason ?? why, heard);
    closeSync(helper.journal);
    settle();
    onGone(wasReady);
  }
}

const isReady = ({ kind, body }: Frame) => kind === 'ready' && body.readUInt32BE(0) === PROTOCOL;

interface Ears {
  take(frame: Frame): boolean;
  hand(handed: Handed, pipe: Socket | undefined): void;
  kill(why: string): void;
  gone(why: string, heard: Heard): void;
}

/** Hears the launcher until it is gone. What it still said before its end counts. */
function listen({ child, socket }: Helper, { take, hand, kill, gone }: Ears): void {
  const decode = createDecoder((frame) =>
    take(frame) ? undefined : `a frame "${frame.kind}" for run ${frame.run}`,
  );
  socket.on('data', (chunk: Buffer) => {
    const wrong = attempt(() => decode(chunk));
    if (wrong !== undefined) gone(`sent what it must not (${wrong})`, 'not all');
  });
  child.on('message', (message, pipe) => hand(message as Handed, pipe as Socket | undefined));
  socket.on('error', () => {});
  child.on('error', () => {});
  // How it ended says more than that its socket closed, which comes a moment earlier.
  socket.on('close', () => setTimeout(() => kill('let go of its socket'), MOMENT_MS).unref());
  // Comes after the last byte of its socket.
  child.on('close', (code, signal) =>
    gone(signal ? `was killed by ${signal}` : `exited ${code}`, 'all'),
  );
}

const MOMENT_MS = 200;

function attempt(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

/** Without its socket it ends what it runs, then itself; if it cannot any more, it is ended. */
function letGo({ child, socket }: Helper, leaveMs: number): void {
  socket.destroy();
  setTimeout(() => child.kill('SIGKILL'), leaveMs).unref();
}
