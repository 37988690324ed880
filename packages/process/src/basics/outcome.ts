/** How a process ended. Every end has its own name: a time-out is not an exit, a cut is not a success. */
export type Outcome =
  | { is: 'exit'; code: number }
  | { is: 'signal'; signal: string }
  | { is: 'timeout'; ms: number }
  | { is: 'start'; error: string }
  | { is: 'cancelled' }
  /** It printed more than is kept. The code is known where it ended by itself. */
  | { is: 'cut'; stream: 'stdout' | 'stderr'; code?: number };

/** An end with what was printed on the way there. */
export interface Ending<O = Outcome> {
  readonly outcome: O;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}
