import type { Combined, Composition } from './compose.ts';
import type { AgentContext, Point } from './points.ts';
import type { InterceptorVerdict } from './verdict.ts';

export type Mode = 'enforce' | 'evaluate_only';

/** What is kept of a moment: who decided what, and nothing of what it was about. */
export interface InterceptionRecord {
  readonly interception_point: Point;
  readonly mode: Mode;
  readonly verdict: InterceptorVerdict;
  readonly input_identity: string | null;
  readonly enforced_identity: string | null;
  readonly identity_provider: string | null;
  readonly session_id: string;
  readonly sequence: number;
  readonly timestamp?: string;
  readonly decided_by: number | null;
  readonly composition: Composition;
  readonly verdicts: readonly {
    readonly index: number;
    readonly decision: InterceptorVerdict['decision'];
    readonly reason?: string;
    readonly name?: string;
  }[];
  readonly fold_truncated: boolean;
  readonly resolved_by?: 'approval' | 'rejection';
  readonly interceptors_registered: number;
}

interface Recorded {
  readonly mode: Mode;
  readonly composition: Composition;
  readonly provider: string | null;
  readonly names: readonly (string | undefined)[];
  /** Of the context before and after; null where there is none. */
  readonly identities: readonly [string | null, string | null];
}

export function recordOf(
  { interception_point, session, sequence, timestamp }: AgentContext,
  combined: Omit<Combined, 'context'>,
  { mode, composition, provider, names, identities }: Recorded,
): InterceptionRecord {
  const { verdict, verdicts, decidedBy, resolvedBy } = combined;
  return {
    interception_point,
    mode,
    verdict: withoutPayload(verdict),
    ...{ input_identity: identities[0], enforced_identity: identities[1] },
    identity_provider: provider,
    ...{ session_id: session.id, sequence, timestamp },
    decided_by: decidedBy,
    composition,
    verdicts: verdicts.map(({ decision, reason }, index) => ({
      ...{ index, decision },
      ...(reason === undefined ? {} : { reason }),
      ...(names[index] === undefined ? {} : { name: names[index] }),
    })),
    fold_truncated: verdicts.length > 0 && verdicts.length < names.length,
    ...(resolvedBy === undefined ? {} : { resolved_by: resolvedBy }),
    interceptors_registered: names.length,
  };
}

/** A rewrite's value is a piece of the payload, and so may be what approvers are told. */
function withoutPayload(verdict: InterceptorVerdict): InterceptorVerdict {
  const { message, warnings, approval, transform } = verdict;
  return {
    ...verdict,
    ...(message === undefined ? {} : { message: short(message) }),
    ...(warnings
      ? {
          warnings: warnings.map((one) =>
            one.message === undefined ? one : { ...one, message: short(one.message) },
          ),
        }
      : {}),
    ...(approval ? { approval: {} } : {}),
    ...(transform ? { transform: { path: transform.path } } : {}),
  };
}

const MAX_BYTES = 256;

function short(text: string): string {
  if (Buffer.byteLength(text) <= MAX_BYTES) return text;
  let kept = '';
  let bytes = Buffer.byteLength('…');
  for (const letter of text) {
    bytes += Buffer.byteLength(letter);
    if (bytes > MAX_BYTES) break;
    kept += letter;
  }
  return `${kept}…`;
}
