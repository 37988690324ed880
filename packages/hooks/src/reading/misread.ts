import { cell, type EventName, observes } from '../vocabulary/events.ts';
import { show } from '../vocabulary/shape.ts';
import { remarksOn } from './names.ts';
import type { Printed } from './stdout.ts';

export interface Misread {
  readonly remarks: readonly string[];
  /** Somebody may have meant to decide or to rewrite. */
  readonly lostDecision: boolean;
  /** A remark for which once a session is enough. */
  readonly once?: string;
}

export const NOTHING_WRONG: Misread = { remarks: [], lostDecision: false };

/** What is to be said of plain text that somebody may have meant as an answer. */
export function misreadOf(
  event: EventName,
  code: number,
  printed: Printed & { is: 'text' },
): Misread {
  const { misread, foreign } = printed;
  if (misread !== undefined) return { remarks: [misread], lostDecision: true };
  if (foreign === undefined) return NOTHING_WRONG;
  const { remarks, lostDecision } = remarksOn(foreign);
  const unheard = code === 0 && cell(event, 'success')?.length === 0 && !observes(event);
  if (!unheard) return { remarks, lostDecision };
  return remarks.length > 0
    ? { remarks, lostDecision: true }
    : { remarks, lostDecision: true, once: noKnownField(Object.keys(foreign)) };
}

const MOST_NAMES = 8;

function noKnownField(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(show).join(', ');
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `its JSON object says nothing: none of its fields is known (${shown}${more})`;
}
