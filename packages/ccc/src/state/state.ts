/** A remark that a reviewer made, for the next one. */
export interface Remark {
  readonly at: string;
  readonly iteration: number;
  readonly text: string;
}

/** How the last event of a session ended. */
export interface Last {
  readonly at: string;
  readonly event: string;
  readonly iteration: number;
  readonly verdict: string;
  readonly reason: string;
}

/** What is kept of a session. Texts in it have been redacted. */
export interface State {
  readonly version: 1;
  /** How a person recognises it; the file's name is a hash, since an id can hold anything. */
  readonly session: string;
  /** Events since the last stop that a review allowed, or the last prompt. */
  readonly count: number;
  /** How often the count was set back: an event that waits can tell that it is no longer counted. */
  readonly resets: number;
  /** Broken reviews in a row. */
  readonly broken: number;
  /** Milliseconds since when the supervisor rests for this session. */
  readonly resting?: number;
  readonly feedback: readonly Remark[];
  /** What the user has to be told at the next occasion: a prompt's document has no place for it. */
  readonly notice?: string;
  readonly last?: Last;
}

export const freshState = (session: string): State => ({
  version: 1,
  session,
  count: 0,
  resets: 0,
  broken: 0,
  feedback: [],
});

/** Reads what a file says; undefined when it is not a state that we wrote. */
export function parseState(text: string): State | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // The number of resets came later than the rest.
    const state = isObject(value) ? { resets: 0, ...value } : undefined;
    return isState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Only what decides must be right; the rest is shown as it is, or left out. */
function isState(value: unknown): value is State {
  if (!isObject(value)) return false;
  const { count, resets, broken, resting, feedback, session, notice } = value as Partial<State>;
  return (
    isCount(count) &&
    isCount(resets) &&
    isCount(broken) &&
    (resting === undefined || typeof resting === 'number') &&
    typeof session === 'string' &&
    (notice === undefined || typeof notice === 'string') &&
    Array.isArray(feedback) &&
    feedback.every((remark) => typeof remark?.text === 'string')
  );
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
