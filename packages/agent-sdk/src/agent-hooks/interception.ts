import { setTimeout as wait } from 'node:timers/promises';
import { type Approval, askToLift } from './approval.ts';
import { type Combined, type Composition, compose, resolvedComposition } from './compose.ts';
import { contextIdentity, JCS_SHA256 } from './identity.ts';
import { type AgentContext, contextFault, type Fields, type Point, SPEC } from './points.ts';
import { type InterceptionRecord, type Mode, recordOf } from './record.ts';
import { denied, type InterceptorVerdict, readVerdict } from './verdict.ts';

/** Judges a moment of the agent's work. It gets a copy of its own; what it throws is a deny. */
export type Interceptor = (
  context: AgentContext,
  options: { readonly signal: AbortSignal },
) => unknown;

export interface InterceptionOptions {
  /** In their order. Without any, everything is denied: that is the standard's rule. */
  readonly interceptors: readonly (
    | Interceptor
    | { readonly name: string; readonly intercept: Interceptor }
  )[];
  /** How their verdicts become one; `sequential/first_deny` by default. */
  readonly composition?: Composition;
  /** `evaluate_only`: their verdicts are recorded, and bind nobody. */
  readonly mode?: Mode;
  /** Who can lift a deny that has `approval`. */
  readonly approval?: Approval;
  /** `null`: records and approvals are bound to no content. A function of your own needs a name. */
  readonly identity?: null | {
    readonly name: string;
    readonly of: (context: AgentContext) => string;
  };
  /** How long each may take, in milliseconds; 5,000 by default. */
  readonly timeoutMs?: number;
  /** Gets what was decided at each moment, without any content. */
  readonly onRecord?: (record: InterceptionRecord) => void;
  /** The name of the agent on contexts; `wave` by default. */
  readonly agentId?: string;
  /**
   * `whole`, the default: nothing of an answer is shown before all of it was judged. `incremental`: what the
   * verdicts so far permit is shown while the rest streams in, and what is shown cannot be taken back.
   */
  readonly release?: 'whole' | 'incremental';
  /** With `incremental`: how many characters are judged at once at the least. */
  readonly segmentChars?: number;
}

const TIMEOUT_MS = 5_000;
const PROVIDER_NAME = /^(?!jcs)[a-z][a-z0-9_-]*$/;

/** Whether what a moment is about goes on, and as what. */
type Judged =
  | { readonly goes: true; readonly target: unknown }
  | { readonly goes: false; readonly verdict: InterceptorVerdict };

export interface Interception {
  /** Asks the interceptors about a moment. `own` is what it carries beside the core. */
  emit(point: Point, own: Fields, target: unknown, signal?: AbortSignal): Promise<Judged>;
  /** A deny of Wave's own about a moment that no interceptor can judge. */
  refuse(point: Point, own: Fields, target: unknown, verdict: InterceptorVerdict): void;
}

export function openInterception(
  options: InterceptionOptions,
  sessionId: () => string,
): Interception {
  const { mode = 'enforce', identity, approval, onRecord, agentId = 'wave' } = options;
  const { timeoutMs = TIMEOUT_MS } = options;
  if (identity && !PROVIDER_NAME.test(identity.name))
    throw new TypeError(
      `interception.identity.name: expected lower-case letters, digits, _ and -, not beginning with jcs; got ${JSON.stringify(identity.name)}`,
    );
  const composition = resolvedComposition(
    options.composition ?? { profile: 'sequential/first_deny' },
  );
  const all = options.interceptors.map((one) =>
    typeof one === 'function' ? { intercept: one, name: undefined } : one,
  );
  const provider = identity === undefined ? JCS_SHA256 : (identity?.name ?? null);
  const identityOf = (context: AgentContext): string | null => {
    if (identity === null) return null;
    const own = (identity?.of ?? contextIdentity)(context);
    if (typeof own !== 'string') throw new TypeError('the identity is no text');
    return own;
  };
  let sequence = 0;
  const contextOf = (point: Point, own: Fields, target: unknown): AgentContext => ({
    spec: SPEC,
    interception_point: point,
    timestamp: new Date().toISOString(),
    sequence: sequence++,
    agent: { id: agentId, framework: 'wave' },
    session: { id: sessionId() },
    ...own,
    target,
  });
  const record = (
    context: AgentContext,
    combined: Omit<Combined, 'context'>,
    identities: readonly [string | null, string | null],
  ) =>
    onRecord?.(
      recordOf(context, combined, {
        ...{ mode, composition, provider, identities },
        names: all.map(({ name }) => name),
      }),
    );
  const outright = (verdict: InterceptorVerdict) => ({ verdict, verdicts: [], decidedBy: null });

  const ask = async (index: number, context: AgentContext): Promise<InterceptorVerdict> => {
    const late = new AbortController();
    const over = wait(timeoutMs, denied('interceptor_timeout'), {
      signal: late.signal,
      ref: false,
    });
    over.catch(() => {});
    const asked = new AbortController();
    const judge = async () => {
      try {
        const said = await all[index]?.intercept(structuredClone(context), asked);
        return readVerdict(said) ?? denied('verdict_invalid');
      } catch (error) {
        // Its text may hold what the moment is about.
        return denied('interceptor_failed', error instanceof Error ? error.name : typeof error);
      }
    };
    const first = await Promise.race([judge(), over]);
    late.abort();
    asked.abort();
    return first;
  };

  return {
    refuse: (point, own, target, verdict) => {
      const context = contextOf(point, own, target);
      record(context, outright(verdict), [null, null]);
    },
    emit: async (point, own, target) => {
      const context = contextOf(point, own, target);
      const goes = (verdict: InterceptorVerdict, to: unknown): Judged =>
        mode === 'enforce' && verdict.decision === 'deny'
          ? { goes: false, verdict }
          : { goes: true, target: to };
      let before: string | null;
      try {
        const fault = contextFault(context);
        if (fault !== undefined) throw new TypeError(fault);
        before = identityOf(context);
      } catch (error) {
        const verdict = denied('context_invalid', (error as Error).message);
        record(context, outright(verdict), [null, null]);
        return goes(verdict, target);
      }
      if (all.length === 0) {
        const verdict = denied('no_interceptor');
        record(context, outright(verdict), [before, before]);
        return goes(verdict, target);
      }
      const mayLift = approval && mode === 'enforce' && point !== 'agent_shutdown';
      const combined = await compose(context, {
        ...{ count: all.length, composition, ask, isEvaluated: mode === 'evaluate_only' },
        resolve: mayLift
          ? (shown, verdict) => askToLift(approval, shown, verdict, identityOf)
          : undefined,
      });
      try {
        const after = combined.context === context ? before : identityOf(combined.context);
        record(context, combined, [before, after]);
        return goes(combined.verdict, combined.context.target);
      } catch (error) {
        const verdict = denied('context_invalid', (error as Error).message);
        record(context, { ...combined, verdict, decidedBy: null }, [before, null]);
        return goes(verdict, target);
      }
    },
  };
}
