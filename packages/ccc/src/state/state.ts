import { type Cost, sumOf } from './cost.ts';

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
  /** What its reviews took, as far as the reviewers know. */
  readonly cost?: Spent;
}

export interface Spent extends Cost {
  readonly reviews: number;
}

/** One more review, with what it took; nothing where none was made. */
export function withCost(state: State, cost: Cost | undefined): State {
  if (!cost) return state;
  const { reviews = 0, ...before } = state.cost ?? {};
  return { ...state, cost: { reviews: reviews + 1, ...(sumOf(before, cost) ?? {}) } };
}

export const freshState = (session: string): State => ({
  version: 1,
  session,
  count: 0,
  resets: 0,
  broken: 0,
  feedback: [],
});

/**
 * Reads what a file says of a session. The count decides, so without a right one it is no state:
 * undefined. Any other field that is missing or wrong is as in a session that begins.
 */
export function parseState(text: string, session: string): State | undefined {
  const value = parsed(text);
  if (!isObject(value) || !isCount(value['count'])) return undefined;
  const right = Object.entries(FITS).filter(([name, fits]) => fits(value[name]));
  const own = Object.fromEntries(right.map(([name]) => [name, value[name]]));
  return { ...freshState(session), ...own };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isRemark = (value: unknown): boolean =>
  isObject(value) && isText(value['at']) && isCount(value['iteration']) && isText(value['text']);

const isLast = (value: unknown): boolean =>
  isObject(value) &&
  isCount(value['iteration']) &&
  ['at', 'event', 'verdict', 'reason'].every((name) => isText(value[name]));

const isSpent = (value: unknown): boolean =>
  isObject(value) &&
  isCount(value['reviews']) &&
  ['tokens', 'usd'].every((name) => ['undefined', 'number'].includes(typeof value[name]));

/** What each field has to be to be taken. */
const FITS: { readonly [F in Exclude<keyof State, 'version'>]-?: (value: unknown) => boolean } = {
  session: isText,
  count: isCount,
  resets: isCount,
  broken: isCount,
  resting: (value) => typeof value === 'number',
  feedback: (value) => Array.isArray(value) && value.every(isRemark),
  notice: isText,
  last: isLast,
  cost: isSpent,
};
