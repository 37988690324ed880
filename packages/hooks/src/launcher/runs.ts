import type { ProcessHandle, ProcessSpec } from '../process/start.ts';
import { encode, type Frame } from './frames.ts';
import type { Helper } from './helper.ts';
import { startFrame } from './order.ts';
import { openOutbox } from './outbox.ts';
import { openRun, type Run } from './run.ts';

/** What one launcher has under way. */
export interface Runs {
  start(spec: ProcessSpec): ProcessHandle;
  /** False for a frame that has no place here. Throws for a body that is none. */
  take(frame: Frame): boolean;
  /** The launcher is gone. */
  lose(why: string): void;
}

/** `onSilence` is called when the launcher leaves one of them without an answer. */
export function openRuns(helper: Helper, patienceMs: number, onSilence: () => void): Runs {
  const runs = new Map<number, Run>();
  const post = openOutbox(helper.socket);
  let last = 0;
  const start = (spec: ProcessSpec): ProcessHandle => {
    last = (last + 1) % 2 ** 32;
    const number = last;
    const cancel = () => {
      post(() => encode('cancel', number));
      run.cancelled();
    };
    const over = () => {
      spec.signal?.removeEventListener('abort', cancel);
      runs.delete(number);
      helper.release();
    };
    const run = openRun(spec, patienceMs, over, onSilence);
    spec.signal?.addEventListener('abort', cancel, { once: true });
    runs.set(number, run);
    helper.hold();
    post(() => startFrame(number, spec));
    return run.handle;
  };
  return {
    start,
    take: (frame) => runs.get(frame.run)?.take(frame) ?? false,
    lose: (why) => {
      for (const run of runs.values()) run.lose(why);
    },
  };
}
