import { setTimeout as wait } from 'node:timers/promises';
import type { Outcome } from '../outcome.ts';
import { limitsOf } from '../process/limits.ts';
import { isShortage, type NotStarted } from '../process/spawn.ts';
import type { ChildSpec } from './child.ts';
import { type Down, openWorker, type Reply, type Worker } from './worker.ts';

/** One event for a worker. */
export interface Question {
  readonly payload: Buffer;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** How long it may stay without a question afterwards. */
  readonly idleMs: number;
  /** How it is started, should it not run. */
  readonly program: () => ChildSpec;
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
  failures: number;
  notBefore: number;
}

const FRESH: Slot = { worker: undefined, failures: 0, notBefore: 0 };

const BACK_OFF_MS = 100;
const MAX_BACK_OFF_MS = 5_000;

/** A worker to ask; or none, and why, which may be known a moment later. */
type Found =
  | { is: 'worker'; worker: Worker }
  | { is: 'none'; why: NotStarted | Promise<NotStarted> };

export function openWorkers(): Workers {
  const slots = new Map<string, Slot>();
  const living = new Set<Worker>();
  let isClosed = false;
  const start = (slot: Slot, { program, refused }: Question): Found => {
    const error = isClosed ? 'the session has ended' : refused();
    if (error !== undefined) return { is: 'none', why: { is: 'start', error } };
    const found = startIn(slot, program());
    if (found.is === 'none') return found;
    const { worker } = found;
    living.add(worker);
    void worker.gone.finally(() => living.delete(worker));
    return found;
  };
  return {
    ask: (name, question) => ask(slotOf(slots, name), question, start),
    retire: () => {
      for (const slot of slots.values()) {
        slot.worker?.retire();
        Object.assign(slot, FRESH);
      }
    },
    close: async () => {
      isClosed = true;
      await Promise.all([...living].map((worker) => worker.close()));
    },
  };
}

function slotOf(slots: Map<string, Slot>, name: string): Slot {
  const slot = slots.get(name) ?? { ...FRESH };
  slots.set(name, slot);
  return slot;
}

async function ask(
  slot: Slot,
  question: Question,
  start: (slot: Slot, question: Question) => Found,
): Promise<Reply> {
  if (question.signal.aborted) return ended({ is: 'cancelled' });
  const limits = limitsOf(question.timeoutMs, question.signal);
  try {
    const late = await backOff(slot, limits.reached);
    if (late) return ended(late);
    const found = slot.worker
      ? { is: 'worker' as const, worker: slot.worker }
      : start(slot, question);
    if (found.is === 'none') return ended(await found.why);
    const asked = found.worker.ask(question.payload, question.idleMs);
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

function startIn(slot: Slot, program: ChildSpec): Found {
  const onDown = (how: Down) => {
    slot.worker = undefined;
    if (how === 'by itself') delay(slot);
  };
  const onAnswer = () => {
    slot.failures = 0;
  };
  const opened = openWorker({ ...program, onAnswer, onDown });
  if (opened.is === 'failed') return { is: 'none', why: failedStart(slot, opened.why) };
  slot.worker = opened.worker;
  return opened;
}

/** What the machine lacks for a moment is not the worker's doing. */
async function failedStart(slot: Slot, failed: Promise<NotStarted>): Promise<NotStarted> {
  const why = await failed;
  if (!isShortage(why)) delay(slot);
  return why;
}

function delay(slot: Slot): void {
  slot.notBefore = performance.now() + Math.min(BACK_OFF_MS * 2 ** slot.failures, MAX_BACK_OFF_MS);
  slot.failures += 1;
}
