import {
  FALLBACKS,
  type Fallback,
  type Lacks,
} from '../../packages/hook-kit/src/agents/fallbacks.ts';
import { TARGETS } from '../../packages/hook-kit/src/answer/targets.ts';
import { CLIENTS, type Client, type ClientName } from './clients.ts';
import type { Seen } from './play.ts';
import {
  ENDED,
  heard,
  isLeaked,
  isTold,
  OTHER,
  ran,
  type Situation,
  WORD,
  wentOn,
} from './situations.ts';
import { PRINTED } from './stage.ts';

export type Cell =
  | { readonly is: 'as asked' | 'lost' | 'no such moment' | 'untried' }
  | { readonly is: 'fall-back' | 'unshown'; readonly words: string };

/** How one sees that a fall-back happened. */
const SEEN: Readonly<Record<Fallback, (seen: Seen) => boolean>> = {
  deny: (seen) => !ran(seen) && /Suggested instead|cannot ask/.test(heard(seen)),
  'and deny': (seen) => !ran(seen),
  end: (seen) => !ran(seen) && heard(seen).includes(ENDED),
  shut: (seen) => seen.steps.length === 0 && isTold(seen),
  over: (seen) => seen.steps.length === 2,
  context: (seen) => heard(seen).includes(WORD) && heard(seen).includes(PRINTED),
  'with allow': (seen) => seen.file('changed') === OTHER && !ran(seen),
  instead: (seen) => heard(seen).includes(OTHER) && !isLeaked(seen),
  swap: (seen) => heard(seen).includes(OTHER) && !isLeaked(seen),
  refuse: (seen) => seen.steps.length === 0,
  tell: (seen) => ran(seen) && wentOn(seen),
  sent: (seen) => heard(seen).includes(WORD),
  drop: (seen) => wentOn(seen) && !heard(seen).includes(WORD),
};

/** What became of what was asked: as asked, the fall-back of the table, or nothing that anybody promised. */
export function verdict(
  name: ClientName,
  { event, verb, asAsked, slipped = ran }: Situation,
  seen: Seen,
): Cell {
  if (!hasMoment(name, event)) return { is: 'no such moment' };
  const { lacks, onScreen }: { lacks: Lacks; onScreen?: readonly string[] } = TARGETS[name];
  if (!seen.isAsked && onScreen?.includes(event))
    return { is: 'unshown', words: 'only on its screen; here it has no such moment' };
  // What happens without the hook being asked is the very thing that a guard is there for.
  if (!seen.isAsked) return { is: slipped(seen) ? 'lost' : 'untried' };
  // One that waits for ever has not done what was asked: it was ended.
  if (seen.code === null) return { is: 'lost' };
  const fallback = lacks[event as keyof Lacks]?.[verb as 'deny'];
  if (fallback)
    return SEEN[fallback](seen) ? { is: 'fall-back', words: FALLBACKS[fallback] } : { is: 'lost' };
  if (asAsked(seen)) return { is: 'as asked' };
  const { shows }: Client = CLIENTS[name];
  return verb === 'warn' && shows !== undefined ? { is: 'unshown', words: shows } : { is: 'lost' };
}

export const hasMoment = (name: ClientName, event: string): boolean =>
  Object.hasOwn(TARGETS[name].events, event);

export function wordsOf(cell: Cell): string {
  switch (cell.is) {
    case 'as asked':
      return 'as asked';
    case 'fall-back':
      return `fall-back, seen: ${cell.words}`;
    case 'unshown':
      return cell.words;
    case 'no such moment':
      return '-';
    case 'untried':
      return 'by its contract, not tried: the agent did not ask the hook in this run';
    case 'lost':
      return 'LOST';
  }
}
