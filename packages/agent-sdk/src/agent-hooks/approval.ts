import { setTimeout as wait } from 'node:timers/promises';
import { type AgentContext, isFields, type Point } from './points.ts';
import { denied, type InterceptorVerdict, readVerdict } from './verdict.ts';

/** What somebody who can lift a deny is shown. */
export interface ApprovalRequest {
  /** To be given back with the answer: it counts for exactly this content. */
  readonly context_identity: string | null;
  readonly interception_point: Point;
  readonly verdict: InterceptorVerdict;
  readonly context: AgentContext;
}

export interface ApprovalResolution {
  readonly outcome: 'approve' | 'reject' | 'unresolved';
  readonly context_identity: string | null;
  readonly verdict?: InterceptorVerdict;
}

export interface Approval {
  readonly resolve: (request: ApprovalRequest) => unknown;
  /** Takes out what leaves this process with a request. */
  readonly redact?: (context: AgentContext) => AgentContext;
  /** How long the answer may take, in milliseconds; five minutes by default. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 300_000;

/** The answer of whoever can lift a deny: a verdict that permits, or the deny that stands. */
export async function askToLift(
  { resolve, redact = (context) => context, timeoutMs = TIMEOUT_MS }: Approval,
  context: AgentContext,
  verdict: InterceptorVerdict,
  identityOf: (context: AgentContext) => string | null,
): Promise<InterceptorVerdict> {
  const failed = denied('approval_resolver_failed');
  const answered = new AbortController();
  try {
    const shown = redact(structuredClone(context));
    const request = {
      context_identity: identityOf(shown),
      interception_point: context.interception_point,
      ...{ verdict, context: shown },
    };
    const late = wait(timeoutMs, undefined, { signal: answered.signal, ref: false });
    late.catch(() => {});
    const resolution = await Promise.race([resolve(request), late]);
    if (!isFields(resolution)) return failed;
    return settled(resolution, request.context_identity) ?? failed;
  } catch {
    return failed;
  } finally {
    answered.abort();
  }
}

/** In the order of the standard; undefined where the resolution is none. */
function settled(
  { outcome, context_identity: echoed, verdict }: Readonly<Record<string, unknown>>,
  identity: string | null,
): InterceptorVerdict | undefined {
  if (echoed !== identity) return denied('approval_identity_mismatch');
  const isKnown = outcome === 'approve' || outcome === 'reject' || outcome === 'unresolved';
  if (!isKnown || (verdict === undefined) !== (outcome === 'unresolved')) return undefined;
  if (outcome === 'unresolved') return denied('approval_unresolved');
  const read = readVerdict(verdict);
  if (!read || (read.decision === 'deny') !== (outcome === 'reject'))
    return denied('verdict_invalid');
  return read;
}
