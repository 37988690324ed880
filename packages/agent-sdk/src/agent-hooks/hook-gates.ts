import type { EventName, Verdict } from '@wavehooks/hooks';
import type { Fire } from '../hooks/fire.ts';
import { blockedBy } from '../hooks/route.ts';
import type { Fields, Point } from './points.ts';

/** The moments that hooks can shut as well, and what they are told there. */
const GATES: Partial<Record<Point, readonly [EventName, (own: Fields, model: string) => Fields]>> =
  {
    agent_startup: [
      'SessionGate',
      ({ agent_init }, model) => ({ model, tools: (agent_init as Fields)['tools_registered'] }),
    ],
    pre_model_call: ['PreModelCall', ({ messages }, model) => ({ model, messages })],
    post_model_call: ['PostModelCall', ({ response }, model) => ({ model, response })],
    output: ['PreAnswer', ({ output }) => ({ answer: (output as Fields)['content'] })],
  };

export interface GateParts {
  readonly fire: () => Fire;
  readonly tell: (verdict: Verdict) => void;
  readonly model: () => string;
  /** The events that hooks in force are on. */
  readonly events: () => readonly EventName[];
}

export interface HookGates {
  /** Whether a hook waits at one of these moments. */
  listen(...points: readonly Point[]): boolean;
  /** Why hooks do not let a moment pass; undefined where they do, or nobody listens. */
  against(point: Point, own: Fields, signal?: AbortSignal): Promise<string | undefined>;
}

export const hookGates = ({ fire, tell, model, events }: GateParts): HookGates => {
  const listen = (...points: readonly Point[]) =>
    points.some((point) => events().some((event) => event === GATES[point]?.[0]));
  return {
    listen,
    against: async (point, own, signal) => {
      const [event, inputOf] = GATES[point] ?? [];
      if (!event || !inputOf || !listen(point)) return undefined;
      const { id = model() } = (own['model'] ?? {}) as { id?: string };
      const verdict = await fire()(event, inputOf(own, id) as never, signal);
      tell(verdict);
      if (verdict.decision !== 'block' && verdict.decision !== 'halt') return undefined;
      return verdict.stopReason ?? blockedBy(verdict);
    },
  };
};
