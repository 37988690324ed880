import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../../../../test/until.ts';
import type { Random } from './random.ts';

/** When a process is killed. */
export type Moment =
  /** So long after its start. */
  | { readonly is: 'time'; readonly ms: number }
  /** When it printed so many lines of a type. */
  | { readonly is: 'line'; readonly type: string; readonly count: number }
  /** So long after its request of this number came in. */
  | { readonly is: 'request'; readonly count: number; readonly ms: number };

/** Beginnings of lines: a session says `system` once, then more and more of the others. */
const LINES = ['system', 'user', 'assistant', 'user', 'assistant', 'user', 'assistant'];

/** A kind of moment is as likely as the others. */
export function momentOf(random: Random): Moment {
  return random.pick([
    (): Moment => ({ is: 'time', ms: 50 + random.below(1_200) }),
    (): Moment => ({ is: 'line', type: random.pick(LINES), count: 2 + random.below(8) }),
    (): Moment => ({ is: 'request', count: 1 + random.below(5), ms: random.below(120) }),
  ])();
}

/** What can be seen of a process from outside. */
export interface Watched {
  readonly requests: () => number;
  readonly stdout: () => string;
  readonly ended: Promise<unknown>;
}

/** A move may wait for minutes (a command that sleeps): it is killed in there. A start takes as long as it takes. */
const SILENT_MS = 1_500;

/** Settles when the moment has come, or the process ended by itself. */
export async function comeTo(
  moment: Moment,
  watched: Watched,
  silentMs = SILENT_MS,
): Promise<void> {
  let over = false;
  void watched.ended.then(() => {
    over = true;
  });
  if (moment.is === 'time') return void (await Promise.race([sleep(moment.ms), watched.ended]));
  const has = HAS[moment.is] as (moment: Moment, watched: Watched) => boolean;
  let [seen, limit] = [0, performance.now() + PATIENCE_MS];
  while (!over && !has(moment, watched) && performance.now() < limit) {
    const signs = watched.stdout().length + watched.requests();
    if (signs > seen) [seen, limit] = [signs, performance.now() + silentMs];
    await sleep(2);
  }
  if (moment.is === 'request' && !over) await sleep(moment.ms);
}

const HAS = {
  line: ({ type, count }: Extract<Moment, { is: 'line' }>, { stdout }: Watched) =>
    stdout().split(`{"type":"${type}"`).length > count,
  request: ({ count }: Extract<Moment, { is: 'request' }>, { requests }: Watched) =>
    requests() >= count,
};
