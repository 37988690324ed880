import type { ProcessHandle, ProcessSpec } from '../process/start.ts';
import { createDecoder, encode, type Frame, PROTOCOL } from './frames.ts';
import type { Helper } from './helper.ts';
import { startFrame } from './order.ts';
import { openRun, type Run } from './runs.ts';
import { watch } from './watch.ts';

/** One launcher process, from its start to its end. */
export interface Link {
  readonly pid: number | undefined;
  state(): State;
  /** Settles when it is ready, or will never be: true when it is. */
  ready(): Promise<boolean>;
  /** Only while it is ready. */
  run(spec: ProcessSpec): ProcessHandle;
  close(): void;
}

type State = 'starting' | 'ready' | 'gone';

/** `onGone` is called once, in whichever way the launcher went. */
export function openLink(
  helper: Helper,
  patienceMs: number,
  onGone: (before: State) => void,
): Link {
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  const runs = runsOf(helper, patienceMs, () => {
    // If it woke up again, it must not start what is given up here.
    helper.child.kill('SIGKILL');
    gone('did not answer');
  });
  let state: State = 'starting';
  const gone = (why: string) => {
    if (state === 'gone') return;
    const before = state;
    state = 'gone';
    starting.stop();
    letGo(helper);
    runs.lose(why);
    settle();
    onGone(before);
  };
  const starting = watch(() => gone('did not get ready'));
  starting.within(patienceMs);
  const ready = () => {
    starting.stop();
    state = 'ready';
    settle();
    return true;
  };
  listen(helper, gone, (frame) => (isReady(frame) ? ready() : runs.take(frame)));
  return {
    pid: helper.child.pid,
    state: () => state,
    ready: async () => {
      helper.hold();
      await settled;
      helper.release();
      return state === 'ready';
    },
    run: runs.start,
    close: () => gone('was closed'),
  };
}

const isReady = ({ kind, body }: Frame) => kind === 'ready' && body.readUInt32BE(0) === PROTOCOL;

/** Hears the launcher until it is gone. What it still said before its end counts. */
function listen(
  helper: Helper,
  gone: (why: string) => void,
  take: (frame: Frame) => boolean,
): void {
  const { child, socket } = helper;
  const decode = createDecoder((frame) =>
    take(frame) ? undefined : `a frame "${frame.kind}" for run ${frame.run}`,
  );
  socket.on('data', (chunk: Buffer) => {
    const wrong = attempt(() => decode(chunk));
    if (wrong !== undefined) gone(`sent what it must not (${wrong})`);
  });
  socket.on('error', () => {});
  socket.on('close', () => letGo(helper));
  child.on('error', (error) => gone(`could not be started (${error.message})`));
  child.on('close', (code, signal) => gone(signal ? `was killed by ${signal}` : `exited ${code}`));
}

const LEAVE_MS = 2_000;

/** Without its socket it ends what it runs, then itself; if it cannot any more, it is ended. */
function letGo({ child, socket }: Helper): void {
  socket.destroy();
  setTimeout(() => child.kill('SIGKILL'), LEAVE_MS).unref();
}

function attempt(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

/** The runs that one launcher has under way. */
function runsOf(helper: Helper, patienceMs: number, silent: () => void) {
  const runs = new Map<number, Run>();
  let last = 0;
  const { socket } = helper;
  const send = (frame: readonly Buffer[]) => {
    socket.cork();
    for (const part of frame) socket.write(part);
    socket.uncork();
  };
  const start = (spec: ProcessSpec): ProcessHandle => {
    last = (last + 1) % 2 ** 32;
    const number = last;
    const cancel = () => {
      send(encode('cancel', number));
      run.cancelled();
    };
    const over = () => {
      spec.signal?.removeEventListener('abort', cancel);
      runs.delete(number);
      helper.release();
    };
    const run = openRun(spec, patienceMs, over, silent);
    spec.signal?.addEventListener('abort', cancel, { once: true });
    helper.hold();
    runs.set(number, run);
    send(startFrame(number, spec));
    return run.handle;
  };
  return {
    start,
    take: (frame: Frame) => runs.get(frame.run)?.take(frame) ?? false,
    lose: (why: string) => {
      for (const run of runs.values()) run.lose(why);
    },
  };
}
