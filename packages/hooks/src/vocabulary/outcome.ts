import type { Ending, Outcome } from '@wavehooks/process';
import type { Signal } from './signal.ts';

/**
 * How the run of a hook ended: as a process, with a web answer that does not count, or without an answer.
 * `async`: it goes on while the event is over, because nobody waits for it.
 */
export type HookOutcome =
  | Outcome
  | { is: 'http'; status: number }
  | { is: 'lost'; error: string }
  | { is: 'async' };

/** `signals`: what it says, where it speaks another protocol than answers; they count if it exited 0. */
export type HookEnding = Ending<HookOutcome> & { readonly signals?: readonly Signal[] };

/** The end in words that follow the hook's name. */
export function describe(outcome: HookOutcome): string {
  switch (outcome.is) {
    case 'exit':
      return `exited ${outcome.code}${EXIT_HINTS[outcome.code] ?? ''}`;
    case 'signal':
      return `was killed by ${outcome.signal}`;
    case 'timeout':
      return `timed out after ${Number((outcome.ms / 1000).toPrecision(3))} s`;
    case 'start':
      return `could not be started: ${outcome.error}`;
    case 'cancelled':
      return 'was cancelled';
    case 'cut':
      return `printed more to ${outcome.stream} than Wave keeps, so Wave did not read an answer from it${codeOf(outcome)}`;
    case 'http':
      return `answered HTTP ${outcome.status}${STATUS_HINTS[Math.floor(outcome.status / 100)] ?? ''}`;
    case 'lost':
      return `gave no answer: ${outcome.error}`;
    case 'async':
      return 'runs on: it is async, so nobody waits for it';
  }
}

/** What many do not expect of a server's answer. */
const STATUS_HINTS: Record<number, string> = {
  2: ' with a body that is not an answer in JSON',
  3: ', and Wave follows no redirects',
};

const codeOf = ({ code }: Outcome & { is: 'cut' }) =>
  code === undefined ? '' : ` (exit code ${code})`;

/** What many do not expect of an end. */
export const hintOf = (outcome: HookOutcome): string =>
  (outcome.is === 'exit' || outcome.is === 'cut') && isChosen(outcome.code)
    ? ', which does not block; only exit 2 does'
    : '';

/** A code that an author may have meant as a no. */
const isChosen = (code: number | undefined): boolean =>
  code !== undefined && code !== 0 && code !== 2 && !Object.hasOwn(EXIT_HINTS, code);

const EXIT_HINTS: Record<number, string> = {
  126: ' (not executable)',
  127: ' (command not found)',
  137: ' (a command in it was killed)',
};
