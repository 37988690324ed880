/** The most that a hook may take. */
const MAX_TIMEOUT_S = 86_400;

const HOUR_S = 3_600;

/**
 * What a time-out in seconds comes to if it was meant in milliseconds; undefined where seconds are the
 * likelier reading. People write round thousands of milliseconds, and hours in seconds; a hook that
 * nobody waits for is given a day on purpose.
 */
function asMilliseconds(seconds: number, isAsync: boolean): number | undefined {
  const isRound = seconds > 1_000 && seconds % 1_000 === 0 && seconds % HOUR_S !== 0;
  return seconds > MAX_TIMEOUT_S || (isRound && !isAsync) ? seconds / 1_000 : undefined;
}

/** The same as a note: what it is as it stands, and what to write. */
export function timeoutHint(seconds: number, isAsync: boolean) {
  const meant = asMilliseconds(seconds, isAsync);
  return meant === undefined
    ? undefined
    : {
        text: `"timeout" is ${seconds} seconds, which is ${Math.round(seconds / 60)} minutes`,
        fix: `if you meant milliseconds, write ${meant}: it is in seconds`,
      };
}
