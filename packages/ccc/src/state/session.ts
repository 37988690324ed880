import { oneLine, shortened } from '../cli/text.ts';
import { makeDirs } from './dirs.ts';
import { readState, StateError, stateFile, writeState } from './file.ts';
import { takeLock } from './lock.ts';
import type { Last, Remark, State } from './state.ts';

/** A session's state on disk. Every change is made under a lock and is on disk when it returns. */
export interface Session {
  /** Counts an event. */
  count(): Promise<Counted>;
  /** Waits until no other event of this session is under review; returns how to let the next one in. */
  turn(maxHoldMs: number, signal: AbortSignal): Promise<() => void>;
  read(): Promise<State>;
  change(how: (state: State) => State): Promise<void>;
}

export interface Counted {
  readonly state: State;
  readonly told?: string;
}

/** A change takes a moment; whoever holds the lock for longer is not coming back. */
const MAX_CHANGE_MS = 10_000;

export type Redact = (text: string) => string;

export function openSession(dir: string, sessionId: string, redact: Redact): Session {
  const file = stateFile(dir, sessionId);
  const shown = shortened(oneLine(redact(sessionId.slice(0, 1_000))), 80);
  const locked = async (how: (state: State) => State): Promise<Counted> => {
    const release = await lock(dir, `${file}.lock`, MAX_CHANGE_MS);
    try {
      const { state, ...told } = readState(file, shown);
      const next = how(state);
      if (next !== state) writeState(file, next);
      return { state: next, ...told };
    } finally {
      release();
    }
  };
  return {
    count: () => locked((state) => ({ ...state, count: state.count + 1 })),
    turn: (maxHoldMs, signal) => lock(dir, `${file}.turn`, maxHoldMs, signal),
    read: async () => (await locked((state) => state)).state,
    change: async (how) => void (await locked(how)),
  };
}

async function lock(dir: string, path: string, maxHoldMs: number, signal?: AbortSignal) {
  try {
    makeDirs(dir);
    return await takeLock(path, { maxHoldMs, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new StateError(`${path}: cannot be taken: ${(error as Error).message}`);
  }
}

/** How many broken reviews in a row the supervisor tries. */
export const MAX_BROKEN = 3;
const MAX_REMARKS = 5;

/** What a review leaves behind: an allowed stop starts the count anew, feedback is remembered. */
export function afterVerdict(state: State, last: Last, answer: 'allow' | 'block'): State {
  const { resting: _, ...rest } = state;
  const passed = answer === 'allow' && last.event === 'Stop';
  const remark: Remark = { at: last.at, iteration: last.iteration, text: last.reason };
  const feedback = answer === 'block' ? [...state.feedback, remark].slice(-MAX_REMARKS) : [];
  return {
    ...rest,
    count: passed ? 0 : state.count,
    broken: 0,
    feedback: answer === 'block' ? feedback : passed ? [] : state.feedback,
    last,
  };
}

/** A broken review is no verdict. After some in a row there is no point in trying again. */
export function afterBroken(state: State, last: Last): State {
  const broken = state.broken + 1;
  return { ...state, broken, ...(broken >= MAX_BROKEN ? { resting: Date.now() } : {}), last };
}

/** A new prompt is new work. */
export const afterPrompt = (state: State): State =>
  state.count === 0 && state.feedback.length === 0 ? state : { ...state, count: 0, feedback: [] };
