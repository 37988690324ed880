import { type Context, type Link, trace } from '@opentelemetry/api';
import type { Open } from './open-spans.ts';

/** What an agent is at: the main one, or a subagent. */
interface Lane {
  turn?: Open | undefined;
  /** The turn that was. */
  last?: Open | undefined;
  readonly calls: Map<string, Open>;
}

/** The agents of a session, by their ids; '' is the main one. */
export interface Lanes {
  of(agent: string | undefined): Lane;
  /** The call that started a subagent. */
  startedBy(agent: string, by: Open | undefined): void;
  /** What surrounds a call of an agent, or what it does between calls. */
  around(agent: string | undefined, call?: string): Context;
  /** For what nobody waits for: around the whole session, with a link to where it comes from. */
  beside(agent: string | undefined, call?: string): Beside;
  /** Whether it is in a turn, or about to begin one inside a call. */
  isBusy(agent: string | undefined): boolean;
  forget(agent: string): void;
  all(): readonly Open[];
}

export interface Beside {
  readonly around: Context;
  readonly links: Link[];
}

/** `base` is what surrounds all of them now. */
export function createLanes(base: () => Context): Lanes {
  const lanes = new Map<string, Lane>();
  const starters = new Map<string, Open>();
  const of = (agent = ''): Lane => {
    const known = lanes.get(agent);
    if (known) return known;
    const made: Lane = { calls: new Map() };
    lanes.set(agent, made);
    return made;
  };
  const openOf = (agent = '', call?: string): Open | undefined => {
    const lane = lanes.get(agent);
    const own = call === undefined ? undefined : lane?.calls.get(call);
    return own ?? lane?.turn ?? starters.get(agent);
  };
  return {
    of,
    startedBy: (agent, by) => void (by && starters.set(agent, by)),
    around: (agent, call) => {
      const open = openOf(agent, call);
      return open ? trace.setSpan(base(), open.span) : base();
    },
    beside: (agent, call) => {
      const open = openOf(agent, call) ?? lanes.get(agent ?? '')?.last;
      return { around: base(), links: open ? [{ context: open.span.spanContext() }] : [] };
    },
    isBusy: (agent) => openOf(agent) !== undefined,
    forget: (agent) => {
      lanes.delete(agent);
      starters.delete(agent);
    },
    all: () =>
      [...lanes.values()]
        .reverse()
        .flatMap(({ turn, calls }) => [...calls.values(), ...(turn ? [turn] : [])]),
  };
}
