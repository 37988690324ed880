import type { Entry } from '../entries/entry.ts';
import { type Matcher, matcherText } from '../entries/match.ts';
import { brokenBy } from '../handlers/broken.ts';
import type { Phase } from '../vocabulary/effect.ts';
import { canBlock, type EventName, takes } from '../vocabulary/events.ts';
import { isObject } from '../vocabulary/shape.ts';

/** Something wrong with the configuration. An error switched something off, a warning did not. */
export interface Problem {
  readonly level: 'error' | 'warning';
  /** The event it is about, by the name that stands in the settings. */
  readonly event?: string;
  readonly text: string;
  /** The same without what comes of it, where something is blocked because of it. */
  readonly fault?: string;
  readonly source: string;
  readonly hook: string;
}

export interface Checked {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
}

/** What is wrong is off; where it asked to block on errors, its event is blocked until it is fixed. */
export function wrong(
  event: EventName | undefined,
  piece: unknown,
  source: string,
  hook: string,
  text: string,
  matcher: Matcher = { is: 'all' },
  written: string = event ?? hook,
): Checked {
  const about = { level: 'error', event: written, source, hook } as const;
  if (!event || !takes(event, 'block') || !asksToBlock(piece))
    return { entries: [], problems: [{ ...about, text }] };
  const blocking = `${text}, and ${shutText(event, matcher)} until it is fixed`;
  return {
    entries: [
      { ...brokenEntry(event, hook, source, blocking, matcher), phase: phaseOf(event, piece) },
    ],
    problems: [{ ...about, text: blocking, fault: text }],
  };
}

/** What comes of it: an event that is over cannot be blocked any more. */
function shutText(event: EventName, matcher: Matcher): string {
  const which = matcher.is === 'all' ? event : `${event} of ${matcherText(matcher)}`;
  return canBlock(event)
    ? `${which} is blocked`
    : `the agent gets feedback about it after ${which}`;
}

const brokenEntry = (
  event: EventName,
  label: string,
  source: string,
  error: string,
  matcher: Matcher,
): Entry => ({
  event,
  matcher,
  handler: brokenBy(error),
  label,
  source,
  timeoutMs: 0,
  onError: 'block',
  phase: 'judge',
  enabled: true,
  approved: true,
  pins: [],
  from: '',
  path: '',
  content: undefined,
});

/** An event's groups hold hooks, no deeper than this; what code hands over may have no end. */
const MAX_DEPTH = 6;

/**
 * Whether a hook in a piece of settings asks to block, under whatever name it stands: that name may be
 * what is wrong. One that is switched off asks for nothing.
 */
function asksToBlock(piece: unknown, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const inside = (inner: unknown) => asksToBlock(inner, depth + 1);
  if (Array.isArray(piece)) return piece.some(inside);
  if (!isObject(piece) || piece['enabled'] === false) return false;
  return isGuard(piece) || Object.values(piece).some(inside);
}

/** A guard that was to rewrite must not let pass what it does not rewrite. */
const phaseOf = (event: EventName, piece: unknown): Phase =>
  isObject(piece) && piece['phase'] === 'transform' && takes(event, 'rewrite')
    ? 'transform'
    : 'judge';

/** Whether an entry asks to block where it fails, under either name. */
export const isGuard = ({ onError, onFailure }: Record<string, unknown>): boolean =>
  [onError, onFailure].some((word) => typeof word === 'string' && /^block$/i.test(word.trim()));
