import type { Start } from 'wave-process';
import type { HandlerSpec, HandlerType } from '../entries/entry.ts';
import type { Pin } from '../pins/pin.ts';
import type { HookInput } from '../vocabulary/events.ts';
import type { HookEnding } from '../vocabulary/outcome.ts';
import type { Workers } from '../worker/workers.ts';

/** What every handler type offers. Adding a type: a file like this one's users, and a line in the list. */
export interface Handler<T extends HandlerType = HandlerType> {
  /** Where it runs; by default where the event is. */
  readonly runsIn?: 'project';
  /** Hooks with equal identities are the same hook. */
  identity(spec: SpecOf<T>): unknown;
  /** Never rejects. */
  run(spec: SpecOf<T>, job: Job): Promise<HookEnding>;
}

export type SpecOf<T extends HandlerType> = Extract<HandlerSpec, { type: T }>;

/** One run of one hook. */
export interface Job {
  /** The event as JSON, serialised once for all its hooks. */
  readonly payload: Buffer;
  readonly cwd: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly start: Start;
  /** The session's workers. */
  readonly workers: Workers;
  /** Files that are what they were when the hook was approved; none where it needs no approval. */
  readonly pins: readonly Pin[];
  /** Why the hook must not start now: its files are not the approved ones. */
  readonly refused: () => string | undefined;
}

export const parseInput = (job: Job): HookInput => JSON.parse(job.payload.toString('utf8'));
