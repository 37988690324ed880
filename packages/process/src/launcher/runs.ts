import type { Socket } from 'node:net';
import type { NotStarted } from '../basics/spawn.ts';
import type { Program } from '../running/spawn-group.ts';
import type { ProcessHandle, ProcessSpec } from '../running/start.ts';
import type { Staying } from '../running/staying.ts';
import { encode, type Frame } from '../wire/frames.ts';
import { lookUp } from '../wire/journal.ts';
import { type Ordered, orderOf, orderWriter, startOrder } from '../wire/order.ts';
import { openOutbox } from '../wire/outbox.ts';
import type { Helper } from './helper.ts';
import type { Around, Handed, Heard, Open } from './open.ts';
import { openRun } from './run.ts';
import { openStay } from './stay.ts';

/** What one launcher has under way. */
export interface Runs {
  start(spec: ProcessSpec): ProcessHandle;
  stay(program: Program): Promise<Staying | NotStarted>;
  count(): number;
  /** False for a frame that has no place here. Throws if the body cannot be read. */
  take(frame: Frame): boolean;
  /** Takes a pipe that the launcher handed over. */
  hand(handed: Handed, pipe: Socket | undefined): void;
  /** The launcher is gone. */
  lose(why: string, heard: Heard): void;
}

const NO_INPUT = Buffer.alloc(0);

/** `onSilence` is called when the launcher leaves one of them without an answer. */
export function openRuns(helper: Helper, patienceMs: number, onSilence: () => void): Runs {
  const open = new Map<number, Open>();
  const post = openOutbox(helper.socket);
  const write = orderWriter();
  let last = 0;
  return {
    start,
    stay,
    count: () => open.size,
    take: (frame) => open.get(frame.run)?.take(frame) ?? false,
    hand: (handed, pipe) => {
      const run = open.get(handed.run);
      run ? run.hand(handed, pipe) : pipe?.destroy();
    },
    lose: (why, heard) => {
      for (const run of open.values()) run.lose(why, heard);
    },
  };

  function start(spec: ProcessSpec): ProcessHandle {
    const number = nextNumber();
    const over = () => {
      spec.signal?.removeEventListener('abort', cancel);
      open.delete(number);
    };
    const cancel = () => {
      post(() => encode('cancel', number));
      run.cancelled();
    };
    const run = openRun(spec, patienceMs, { ...aroundOf(number, over), cancel });
    spec.signal?.addEventListener('abort', cancel, { once: true });
    give('start', number, run, startOrder(spec), spec.stdin);
    return run.handle;
  }

  function stay(program: Program): Promise<Staying | NotStarted> {
    const number = nextNumber();
    const say = (what: 'go' | 'cancel') => post(() => encode(what, number));
    const over = () => {
      open.delete(number);
      say('cancel');
    };
    const run = openStay(program, patienceMs, { ...aroundOf(number, over), say });
    give('stay', number, run, orderOf(program), NO_INPUT);
    return run.started;
  }

  function nextNumber(): number {
    last = (last % (2 ** 32 - 1)) + 1;
    return last;
  }

  function aroundOf(number: number, over: () => void): Around {
    return { over, onSilence, begun: () => lookUp(helper.journal, number) };
  }

  function give(
    kind: 'start' | 'stay',
    number: number,
    run: Open,
    order: Ordered,
    stdin: Buffer,
  ): void {
    open.set(number, run);
    post(() => {
      const frame = open.has(number) ? write(kind, number, order, stdin) : [];
      if (frame !== 'too large') return frame;
      run.startHere();
      return [];
    });
  }
}
