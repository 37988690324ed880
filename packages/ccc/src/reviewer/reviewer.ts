import type { HookInput } from '../event/input.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { Cost } from '../state/cost.ts';

/** All that a reviewer is given. */
export interface ReviewRequest {
  readonly input: HookInput;
  /** The supervisor's id, from the environment. */
  readonly id: string;
  readonly iteration: number;
  readonly maxIterations: number;
  readonly evidence: Evidence;
  readonly instructions: string;
  readonly model: string | undefined;
  readonly cwd: string;
  /** The event's directory is gone, and this is another one: nothing in it is part of the work. */
  readonly isAway: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The last answer and what was wrong with it. */
  readonly repair?: { readonly answer: string; readonly problem: string };
}

/** What came back: a text to look for the answer in, or why there is none. */
export type Said = ({ readonly text: string } | { readonly broken: string }) & {
  readonly cost?: Cost;
};

/** The seam: who reviews can change without anybody else knowing. Ends soon after its signal. */
export type Reviewer = (request: ReviewRequest, signal: AbortSignal) => Promise<Said>;
