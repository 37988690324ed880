import { constants } from 'node:os';
import type { Ended } from '@wavehooks/agent-sdk';
import type { Io } from '../../cli/command.ts';
import { inStages } from '../../cli/signals.ts';

/** What each end of a turn means to a script. */
const EXIT_CODES: Record<Ended, number> = {
  done: 0,
  failed: 1,
  blocked: 2,
  halted: 2,
  'stop-limit': 3,
  'turn-limit': 3,
  'invalid-output': 4,
  aborted: 130,
};

export interface Interrupts {
  /** Ends the turn. */
  readonly turn: AbortSignal;
  /** Ends the wait for the hooks of the session's end. */
  readonly wait: AbortSignal;
  /** The turn has come to its end: the next signal is about the wait. */
  ended(): void;
  /** The exit code that says how the turn ended, and by which signal. */
  code(ended: Ended): number;
  ignore(): void;
}

/**
 * A signal ends the turn, the next one the wait for the session's last hooks, and one more the process.
 * One that comes after the turn does not change the exit code. A stdout that takes nothing any more
 * does, at whatever time: the answer is not where it should be.
 */
export function awaitInterrupt(io: Io): Interrupts {
  const [turn, wait] = [new AbortController(), new AbortController()];
  let aborted = EXIT_CODES.aborted;
  let broken: number | undefined;
  io.whenBroken((how) => {
    if (how.is === 'failed') io.err(`error: ${how.reason}\n`);
    broken = how.is === 'failed' ? EXIT_CODES.failed : UNREAD;
    // Where a slow reader leaves while the last of it is written, the command has ended already.
    process.exitCode = broken;
    turn.abort();
  });
  const stages = inStages(
    (exitCode) => {
      aborted = exitCode;
      turn.abort();
    },
    () => wait.abort(),
  );
  return {
    turn: turn.signal,
    wait: wait.signal,
    ended: stages.past,
    code: (ended) => broken ?? (ended === 'aborted' ? aborted : EXIT_CODES[ended]),
    ignore: stages.ignore,
  };
}

/** As a shell counts an end by SIGPIPE. */
const UNREAD = 128 + constants.signals.SIGPIPE;
