import { takeLock } from '@wavehooks/process/files';
import { oneLine, shortened } from '../cli/text.ts';
import { makeDirs } from './dirs.ts';
import { type Known, readState, StateError, stateFile, writeState } from './file.ts';
import type { Last, Remark, State } from './state.ts';

/** A session's state on disk. Every change is made under a lock and is on disk when it returns. */
export interface Session {
  /** Counts an event. */
  count(): Promise<State>;
  /**
   * The state when the turn of an event comes that was counted as `state`. Where the count was set back
   * while it waited, it is counted again: otherwise reviews could outnumber the limit.
   */
  recount(state: State): Promise<Recounted>;
  /** Waits until no other event of this session is under review; returns how to let the next one in. */
  turn(maxHoldMs: number, signal: AbortSignal): Promise<() => void>;
  change(how: (state: State) => State): Promise<void>;
}

interface Recounted {
  readonly state: State;
  /** The event's own number, which others that were counted since do not change. */
  readonly iteration: number;
}

/** A change takes a moment; whoever holds the lock for longer is not coming back. */
const MAX_CHANGE_MS = 10_000;

export type Redact = (text: string) => string;

export function openSession(dir: string, sessionId: string, redact: Redact): Session {
  const file = stateFile(dir, sessionId);
  const shown = shownId(sessionId, redact);
  /** What we counted ourselves is not lost with the file. */
  let known: Known | undefined;
  const locked = async (how: (state: State) => State): Promise<State> => {
    const release = await lock(dir, `${file}.lock`, MAX_CHANGE_MS);
    try {
      const { state, isNew } = readState(file, shown, known);
      const next = how(state);
      if (next !== state || isNew) writeState(file, next);
      return next;
    } finally {
      release();
    }
  };
  const count = async (how: (state: State) => State) => {
    const state = await locked(how);
    known = { count: state.count, resets: state.resets };
    return state;
  };
  return {
    count: () => count(oneMore),
    recount: async (mine) => {
      let isWiped = false;
      const state = await count((now) => {
        isWiped = now.resets !== mine.resets;
        return isWiped ? oneMore(now) : now;
      });
      return { state, iteration: isWiped ? state.count : mine.count };
    },
    turn: (maxHoldMs, signal) => lock(dir, `${file}.turn`, maxHoldMs, signal),
    change: async (how) => void (await locked(how)),
  };
}

/** Longer ids are not shown, not even in part: a secret that was cut is not recognised as one. */
const MAX_ID = 1_000;

const shownId = (id: string, redact: Redact): string =>
  id.length > MAX_ID ? `(an id of ${id.length} characters)` : shortened(oneLine(redact(id)), 80);

const oneMore = (state: State): State => ({ ...state, count: state.count + 1 });

const setBack = (state: State): State => ({ ...state, count: 0, resets: state.resets + 1 });

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
    ...(passed ? setBack(rest) : rest),
    broken: 0,
    feedback: answer === 'block' ? feedback : passed ? [] : state.feedback,
    last,
  };
}

/** Rests that began before `awakeSince` have been ended by the user. */
export const isResting = ({ resting }: State, awakeSince: number): boolean =>
  resting !== undefined && resting > awakeSince;

/**
 * A broken review is no verdict. After some in a row there is no point in trying again; a session that
 * was woken has all its tries before it.
 */
export function afterBroken(state: State, last: Last, awakeSince: number): State {
  const { resting, ...rest } = state;
  const isWoken = resting !== undefined && !isResting(state, awakeSince);
  const broken = isWoken ? 1 : state.broken + 1;
  return { ...rest, broken, ...(broken >= MAX_BROKEN ? { resting: Date.now() } : {}), last };
}

/** A new prompt is new work. */
export const afterPrompt = (state: State): State =>
  state.count === 0 && state.feedback.length === 0 ? state : { ...setBack(state), feedback: [] };
