import { setTimeout as wait } from 'node:timers/promises';
import type { TracePlace } from '@wavehooks/process';
import {
  isShortage,
  limitsOf,
  type NotStarted,
  type Outcome,
  type Program,
  type Stay,
  stay,
} from '@wavehooks/process';
import { openWorker, type Reply, type Worker } from './worker.ts';

/** One event for a worker. */
export interface Question {
  readonly payload: Buffer;
  /** Where the event stands in a trace. */
  readonly trace?: TracePlace | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** How long it may stay without a question afterwards. */
  readonly idleMs: number;
  /** Bytes of one answer. */
  readonly maxBytes: number;
  /** How it is started, should it not run. */
  readonly program: () => Program;
  /** Why it must not be started now; asked right before each start. */
  readonly refused: () => string | undefined;
}

/** The workers of one session. */
export interface Workers {
  /** Asks the worker of that name, starting it where needed. Never rejects. */
  ask(name: string, question: Question): Promise<Reply>;
  /** Ends those that run once they have answered; the next question starts new ones. */
  retire(): void;
  /** Ends all; nothing starts after that. */
  close(): Promise<void>;
}

/** A worker over its lives. */
interface Slot {
  worker: Worker | undefined;
  /** While it is being started: for all who ask meanwhile. */
  starting: Promise<Found> | undefined;
  failures: number;
  notBefore: number;
}

const FRESH: Slot = { worker: undefined, starting: undefined, failures: 0, notBefore: 0 };

const BACK_OFF_MS = 100;
const MAX_BACK_OFF_MS = 5_000;

/** A worker to ask; or none, and why. */
type Found = Worker | NotStarted;

/** `start` is how a program that stays is started. */
export function openWorkers(start: Stay = stay): Workers {
  const slots = new Map<string, Slot>();
  const living = new Set<Worker>();
  const starting = new Set<Promise<Found>>();
  let isClosed = false;

  return {
    ask: (name, question) => ask(slotOf(slots, name), question, startOnce),
    retire: () => {
      for (const slot of slots.values()) {
        slot.worker?.retire();
        Object.assign(slot, FRESH);
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all(starting);
      await Promise.all([...living].map((worker) => worker.close()));
    },
  };

  /** Whoever is first starts it for all who ask until it runs. */
  function startOnce(slot: Slot, question: Question): Promise<Found> {
    if (slot.starting) return slot.starting;
    // Many wait for it, and some only for its end: whatever goes wrong is a value.
    const own: Promise<Found> = startIn(slot, question, () => slot.starting === own).catch(
      (error: Error) => ({ is: 'start', error: error.message }),
    );
    slot.starting = own;
    starting.add(own);
    void own.finally(() => {
      starting.delete(own);
      if (slot.starting === own) slot.starting = undefined;
    });
    return own;
  }

  async function startIn(slot: Slot, question: Question, isWanted: () => boolean): Promise<Found> {
    const error = isClosed ? 'the session has ended' : question.refused();
    if (error !== undefined) return { is: 'start', error };
    const started = await start(question.program());
    if ('is' in started) {
      // What the machine lacks for a moment is not the worker's doing.
      if (!isShortage(started)) delay(slot);
      return started;
    }
    const { maxBytes, idleMs } = question;
    const worker = openWorker(started, {
      maxBytes,
      idleMs,
      onAnswer: () => {
        slot.failures = 0;
      },
      onDown: (how) => {
        if (slot.worker === worker) slot.worker = undefined;
        if (how === 'by itself') delay(slot);
      },
    });
    living.add(worker);
    void worker.gone.finally(() => living.delete(worker));
    if (isWanted()) slot.worker = worker;
    // Those who waited for it ask it before that.
    else setImmediate(() => worker.retire());
    return worker;
  }
}

function slotOf(slots: Map<string, Slot>, name: string): Slot {
  const slot = slots.get(name) ?? { ...FRESH };
  slots.set(name, slot);
  return slot;
}

async function ask(
  slot: Slot,
  question: Question,
  start: (slot: Slot, question: Question) => Promise<Found>,
): Promise<Reply> {
  if (question.signal.aborted) return ended({ is: 'cancelled' });
  const limits = limitsOf(question.timeoutMs, question.signal);
  try {
    const late = await backOff(slot, limits.reached);
    if (late) return ended(late);
    const found = slot.worker ?? (await Promise.race([start(slot, question), limits.reached]));
    if ('is' in found) return ended(found);
    const asked = found.ask(question.payload, question.idleMs, question.trace);
    const first = await Promise.race([asked.reply, limits.reached]);
    return 'is' in first ? asked.drop(first) : first;
  } finally {
    limits.clear();
  }
}

const ended = (outcome: Outcome): Reply => ({ outcome, stdout: '', stderr: '' });

/** One that died is not started again at once. Whoever is first after the wait starts it for all. */
async function backOff<L>(slot: Slot, reached: Promise<L>): Promise<L | undefined> {
  for (;;) {
    const ms = slot.notBefore - performance.now();
    if (slot.worker || ms <= 0) return undefined;
    const late = await Promise.race([reached, wait(ms, undefined, { ref: false })]);
    if (late) return late;
  }
}

function delay(slot: Slot): void {
  slot.notBefore = performance.now() + Math.min(BACK_OFF_MS * 2 ** slot.failures, MAX_BACK_OFF_MS);
  slot.failures += 1;
}
