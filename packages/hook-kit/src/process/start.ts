import type { EventName } from '../event/events.generated.ts';
import { use } from './idle.ts';
import { type Answering, runAsProcess } from './process.ts';
import { runAsWorker, VARIABLE } from './worker.ts';

export interface Startable extends Answering {
  readonly event: EventName;
  isFor(raw: object): boolean;
}

/** The hooks of what was started: they share one stdin. */
const all: Startable[] = [];

/** Whoever started the file says whether it is asked once or stays. */
export function start(one: Startable): void {
  if (all.push(one) > 1) return;
  use();
  if (process.env[VARIABLE]) runAsWorker(choose);
  else runAsProcess(choose);
}

/** Who answers an event. While that is not known, or nobody can be chosen, the strictest counts. */
function choose(raw?: object): Answering {
  const fit = raw && all.length > 1 ? all.filter((one) => one.isFor(raw)) : all;
  if (fit.length === 1) return fit[0] as Startable;
  return {
    failClosed: all.some(({ failClosed }) => failClosed),
    answer: async () => {
      const { hook_event_name: named } = raw as { hook_event_name?: unknown };
      const what = named === undefined ? 'an input without a name' : JSON.stringify(named);
      const events = all.map(({ event }) => event).join(', ');
      throw new Error(`expected one hook for ${what}, got ${fit.length} among those for ${events}`);
    },
  };
}
