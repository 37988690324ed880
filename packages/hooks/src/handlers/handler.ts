import type { HandlerSpec, HandlerType } from '../entry.ts';
import type { HookInput } from '../events.ts';
import type { Ending } from '../outcome.ts';
import type { Start } from '../process/start.ts';

/** What every handler type offers. Adding a type: a file like this one's users, and a line in the list. */
export interface Handler<T extends HandlerType = HandlerType> {
  /** Hooks with equal identities are the same hook. */
  identity(spec: SpecOf<T>): unknown;
  /** Never rejects. */
  run(spec: SpecOf<T>, job: Job): Promise<Ending>;
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
}

export const parseInput = (job: Job): HookInput => JSON.parse(job.payload.toString('utf8'));
