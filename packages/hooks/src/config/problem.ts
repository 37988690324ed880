import type { Entry } from '../entry.ts';
import type { EventName } from '../events.ts';
import type { Matcher } from '../match.ts';
import { isObject } from '../shape.ts';

/** Something wrong with the configuration. An error switched something off, a warning did not. */
export interface Problem {
  readonly level: 'error' | 'warning';
  readonly text: string;
  readonly source: string;
  readonly hook: string;
}

export interface Checked {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
}

/** What is wrong is off; where it asked to block on errors, its event is blocked until it is mended. */
export function wrong(
  event: EventName | undefined,
  piece: unknown,
  source: string,
  hook: string,
  text: string,
  matcher: Matcher = { is: 'all' },
): Checked {
  const problems: Problem[] = [{ level: 'error', source, hook, text }];
  if (!event || !asksToBlock(piece)) return { entries: [], problems };
  return { entries: [brokenEntry(event, hook, source, text, matcher)], problems };
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
  handler: { type: 'broken', error },
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
});

function asksToBlock(piece: unknown): boolean {
  if (Array.isArray(piece)) return piece.some(asksToBlock);
  if (!isObject(piece)) return false;
  return piece['onError'] === 'block' || Object.values(piece).some(asksToBlock);
}
