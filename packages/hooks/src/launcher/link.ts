import type { ProcessHandle, ProcessSpec } from '../process/start.ts';
import { createDecoder, type Frame, PROTOCOL } from './frames.ts';
import type { Helper } from './helper.ts';
import { openRuns } from './runs.ts';
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

/** `onGone` is called once, in whichever way the launcher went, with what it was before. */
export function openLink(
  helper: Helper,
  patienceMs: number,
  onGone: (before: State) => void,
): Link {
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  let state: State = 'starting';
  const gone = (why: string) => {
    if (state === 'gone') return;
    const before = state;
    state = 'gone';
    starting.stop();
    letGo(helper, patienceMs);
    runs.lose(why);
    settle();
    onGone(before);
  };
  const runs = openRuns(helper, patienceMs, () => {
    // If it woke up again, it must not start what is given up here.
    helper.child.kill('SIGKILL');
    gone('did not answer');
  });
  const starting = watch(() => gone('did not get ready'));
  starting.within(patienceMs);
  const ready = () => {
    starting.stop();
    state = 'ready';
    settle();
    return true;
  };
  const take = (frame: Frame) =>
    state === 'starting' ? isReady(frame) && ready() : runs.take(frame);
  listen(helper, take, gone);
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
  { child, socket }: Helper,
  take: (frame: Frame) => boolean,
  gone: (why: string) => void,
): void {
  const decode = createDecoder((frame) =>
    take(frame) ? undefined : `a frame "${frame.kind}" for run ${frame.run}`,
  );
  socket.on('data', (chunk: Buffer) => {
    const wrong = attempt(() => decode(chunk));
    if (wrong !== undefined) gone(`sent what it must not (${wrong})`);
  });
  socket.on('error', () => {});
  child.on('error', (error) => gone(`could not be started (${error.message})`));
  // How it ended says more than that its socket closed, which comes a moment earlier.
  socket.on('close', () => setTimeout(() => gone('let go of its socket'), MOMENT_MS).unref());
  child.on('close', (code, signal) => gone(signal ? `was killed by ${signal}` : `exited ${code}`));
}

const MOMENT_MS = 200;

function attempt(work: () => string | undefined): string | undefined {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

const MAX_LEAVE_MS = 2_000;

/** Without its socket it ends what it runs, then itself; if it cannot any more, it is ended. */
function letGo({ child, socket }: Helper, patienceMs: number): void {
  socket.destroy();
  setTimeout(() => child.kill('SIGKILL'), Math.min(patienceMs, MAX_LEAVE_MS)).unref();
}
