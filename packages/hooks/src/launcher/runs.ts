import type { ProcessHandle, ProcessSpec } from '../process/start.ts';
import { encode, type Frame } from './frames.ts';
import type { Helper } from './helper.ts';
import { lookUp } from './journal.ts';
import { orderOf, startWriter } from './order.ts';
import { openOutbox } from './outbox.ts';
import { openRun, type Run } from './run.ts';

/** Whether all that a launcher said before its end was heard. */
export type Heard = 'all' | 'not all';

/** What one launcher has under way. */
export interface Runs {
  start(spec: ProcessSpec): ProcessHandle;
  count(): number;
  /** False for a frame that has no place here. Throws for a body that is none. */
  take(frame: Frame): boolean;
  /** The launcher is gone. */
  lose(why: string, heard: Heard): void;
}

/** `onSilence` is called when the launcher leaves one of them without an answer. */
export function openRuns(helper: Helper, patienceMs: number, onSilence: () => void): Runs {
  const runs = new Map<number, Run>();
  const post = openOutbox(helper.socket);
  const startFrame = startWriter();
  let last = 0;
  return {
    start,
    count: () => runs.size,
    take: (frame) => runs.get(frame.run)?.take(frame) ?? false,
    lose: (why, heard) => {
      for (const run of runs.values()) run.lose(why, heard);
    },
  };

  function start(spec: ProcessSpec): ProcessHandle {
    last = (last % (2 ** 32 - 1)) + 1;
    const number = last;
    const order = orderOf(spec);
    const begun = () => lookUp(helper.journal, number);
    const run = openRun(spec, patienceMs, { over, onSilence, begun });
    spec.signal?.addEventListener('abort', cancel, { once: true });
    runs.set(number, run);
    post(() => {
      const frame = runs.has(number) ? startFrame(number, order, spec.stdin) : [];
      if (frame === 'too large') run.startHere();
      return frame === 'too large' ? [] : frame;
    });
    return run.handle;

    function cancel(): void {
      post(() => encode('cancel', number));
      run.cancelled();
    }

    function over(): void {
      spec.signal?.removeEventListener('abort', cancel);
      runs.delete(number);
    }
  }
}
