import type { Progress } from '../connection/connection-types.ts';

const MAX_CHARS = 200;

/** How far a call is, in one line: `3 of 10: reading files`. */
export function progressText({ progress, total, message }: Progress): string {
  const far = total === undefined ? `${progress}` : `${progress} of ${total}`;
  const words = message
    ?.slice(0, 4 * MAX_CHARS)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_CHARS);
  return words ? `${far}: ${words}` : far;
}

/** As often as an eye can follow. */
const EVERY_MS = 100;

/** Passes on what is new: the first at once, then the latest, however often a server has news; the last in any case. */
export function paced(report: (text: string) => void): {
  (text: string): void;
  end(): void;
} {
  let timer: NodeJS.Timeout | undefined;
  let latest: string | undefined;
  const pass = () => {
    timer = undefined;
    if (latest === undefined) return;
    report(latest);
    latest = undefined;
    timer = setTimeout(pass, EVERY_MS);
  };
  const hear = (text: string) => {
    latest = text;
    if (timer === undefined) pass();
  };
  const end = () => {
    clearTimeout(timer);
    if (latest !== undefined) report(latest);
  };
  return Object.assign(hear, { end });
}
