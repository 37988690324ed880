import type { EventName, Verdict } from '@wavehooks/hooks';
import type { Fire } from '../hooks/fire.ts';
import { blockedBy } from '../hooks/route.ts';
import type { Fields, Point } from './points.ts';

interface Gate {
  readonly event: EventName;
  readonly ask: (fire: Fire, own: Fields, model: string, signal?: AbortSignal) => Promise<Verdict>;
}

/** The moments that hooks can shut as well, and what they are told there. */
const GATES: Partial<Record<Point, Gate>> = {
  agent_startup: {
    event: 'SessionGate',
    ask: (fire, { agent_init }, model, signal) => {
      const { tools_registered: tools } = agent_init as { tools_registered: string[] };
      return fire('SessionGate', { model, tools }, signal);
    },
  },
  pre_model_call: {
    event: 'PreModelCall',
    ask: (fire, { messages }, model, signal) =>
      fire('PreModelCall', { model, messages: messages as unknown[] }, signal),
  },
  post_model_call: {
    event: 'PostModelCall',
    ask: (fire, { response }, model, signal) =>
      fire('PostModelCall', { model, reply: response as Record<string, unknown> }, signal),
  },
  output: {
    event: 'PreAnswer',
    ask: (fire, { output }, _model, signal) =>
      fire('PreAnswer', { answer: (output as { content: string }).content }, signal),
  },
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
    points.some((point) => events().some((event) => event === GATES[point]?.event));
  return {
    listen,
    against: async (point, own, signal) => {
      const gate = GATES[point];
      if (!gate || !listen(point)) return undefined;
      const { id = model() } = (own['model'] ?? {}) as { id?: string };
      const verdict = await gate.ask(fire(), own, id, signal);
      tell(verdict);
      if (verdict.decision !== 'block' && verdict.decision !== 'halt') return undefined;
      return verdict.stopReason ?? blockedBy(verdict);
    },
  };
};
