import { pause } from '../../base/wait.ts';
import type { ModelPart, Retry } from '../../vocabulary/model.ts';
import type { Failure } from './failure.ts';

export interface RetryOptions {
  readonly signal: AbortSignal;
  readonly judge: (thrown: unknown) => Failure;
  /** Injected for tests. Comes back early when the signal is aborted, and never throws. */
  readonly sleep?: Sleep | undefined;
  /** Between 0 and 1, for the jitter. */
  readonly random?: (() => number) | undefined;
  /** Told before each wait, for people who wonder why nothing happens. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** No provider is worth a longer wait without asking the user. */
const LONGEST_WAIT = 120_000;
const FIRST_BACK_OFF = 500;
const LONGEST_BACK_OFF = 30_000;

/**
 * Asks until there is a whole answer. What a broken attempt already gave out is voided by `restart`,
 * but only when the next attempt has something to say: when none has, the user keeps the half answer
 * beside the error. No tool runs twice: calls run only once the stream has ended.
 */
export async function* withRetries(
  ask: () => AsyncIterable<ModelPart>,
  options: RetryOptions,
): AsyncGenerator<ModelPart> {
  let given = false;
  for (let tries = 1; !options.signal.aborted; tries++) {
    try {
      for await (const part of restarting(ask(), given)) {
        // What was already under way when the user said stop is not given out any more.
        if (options.signal.aborted) return;
        given = true;
        yield part;
      }
      return;
    } catch (thrown) {
      if (options.signal.aborted) return;
      await waitOrThrow(options.judge(thrown), tries, options);
    }
  }
}

/** Puts `restart` in front of the first part when something was given out before. */
async function* restarting(
  parts: AsyncIterable<ModelPart>,
  given: boolean,
): AsyncGenerator<ModelPart> {
  let first = given;
  for await (const part of parts) {
    if (first) yield { is: 'restart' };
    first = false;
    yield part;
  }
}

async function waitOrThrow(failure: Failure, tries: number, options: RetryOptions): Promise<void> {
  const waitMs = Math.max(failure.waitMs ?? 0, backOff(tries, (options.random ?? Math.random)()));
  if (tries >= failure.tries || waitMs > LONGEST_WAIT) throw failure.error;
  options.onRetry?.({
    tries,
    of: failure.tries,
    waitMs,
    why: failure.brief ?? failure.error.message,
  });
  await (options.sleep ?? pause)(waitMs, options.signal);
}

/** Doubles from try to try; the jitter keeps many clients from coming back at once. */
export function backOff(tries: number, random: number): number {
  const full = Math.min(FIRST_BACK_OFF * 2 ** (tries - 1), LONGEST_BACK_OFF);
  return Math.round(full * (0.5 + random / 2));
}
