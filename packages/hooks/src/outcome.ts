/** How a hook ended. Every end has its own name: a time-out is not an exit, a cut is not a success. */
export type Outcome =
  | { is: 'exit'; code: number }
  | { is: 'signal'; signal: string }
  | { is: 'timeout'; ms: number }
  | { is: 'start'; error: string }
  | { is: 'cancelled' }
  | { is: 'cut'; stream: 'stdout' | 'stderr' };

/** An end with what was printed on the way there. */
export interface Ending {
  readonly outcome: Outcome;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** The end in words that follow the hook's name. */
export function describe(outcome: Outcome): string {
  switch (outcome.is) {
    case 'exit':
      return `exited ${outcome.code}${EXIT_HINTS[outcome.code] ?? ''}`;
    case 'signal':
      return `was killed by ${outcome.signal}`;
    case 'timeout':
      return `timed out after ${Number((outcome.ms / 1000).toPrecision(3))} s and was ended`;
    case 'start':
      return `could not be started: ${outcome.error}`;
    case 'cancelled':
      return 'was cancelled';
    case 'cut':
      return `printed more to ${outcome.stream} than is kept, so neither its answer nor its exit code was used`;
  }
}

/** What many do not expect of an end. */
export const hintOf = (outcome: Outcome): string =>
  outcome.is === 'exit' && outcome.code === 1 ? ', which does not block; exit 2 does' : '';

const EXIT_HINTS: Record<number, string> = {
  126: ' (not executable)',
  127: ' (command not found)',
  137: ' (a command in it was killed)',
};
