import { canonicalJson } from './identity.ts';
import { isFields } from './points.ts';

/** What an interceptor answers. A deny with `approval` can be lifted by whoever approves. */
export interface InterceptorVerdict {
  readonly decision: 'allow' | 'deny' | 'transform';
  readonly reason?: string;
  readonly message?: string;
  readonly warnings?: readonly { readonly reason?: string; readonly message?: string }[];
  readonly approval?: Readonly<Record<string, unknown>>;
  readonly transform?: { readonly path: string; readonly value?: unknown };
  readonly evidence?: Readonly<Record<string, unknown>>;
  readonly result_labels?: readonly string[];
}

/** Why Wave itself denies, in the words that the standard reserves for hosts. */
export type HostError =
  | 'context_invalid'
  | 'interceptor_failed'
  | 'interceptor_timeout'
  | 'verdict_invalid'
  | 'transform_invalid'
  | 'transform_target_forbidden'
  | 'transform_conflict'
  | 'composition_disagreement'
  | 'approval_resolver_failed'
  | 'approval_unresolved'
  | 'approval_identity_mismatch'
  | 'no_interceptor'
  | 'streaming_unsupported';

export const denied = (why: HostError, message?: string): InterceptorVerdict => ({
  decision: 'deny',
  reason: `host_error:${why}`,
  ...(message === undefined ? {} : { message }),
});

const MAX_EVIDENCE_BYTES = 10_240;

const isText = (value: unknown) => value === undefined || typeof value === 'string';
const isObject = (value: unknown) => value === undefined || isFields(value);
const isList = (value: unknown, check: (one: unknown) => boolean) =>
  value === undefined || (Array.isArray(value) && value.every(check));

/** A verdict counts whole or not at all; undefined for one that does not fit the standard. */
export function readVerdict(value: unknown): InterceptorVerdict | undefined {
  if (!isFields(value)) return undefined;
  const { decision, reason, message, warnings, approval, transform, evidence, result_labels } =
    value;
  const isWhole =
    (decision === 'allow' || decision === 'deny' || decision === 'transform') &&
    isText(reason) &&
    !String(reason ?? '').startsWith('host_error:') &&
    isText(message) &&
    isList(warnings, (one) => isFields(one) && isText(one['reason']) && isText(one['message'])) &&
    (approval === undefined || (decision === 'deny' && isFields(approval))) &&
    (transform === undefined) === (decision !== 'transform') &&
    isObject(transform) &&
    (decision !== 'transform' || typeof (transform as { path?: unknown }).path === 'string') &&
    isObject(evidence) &&
    isSmall(evidence) &&
    isList(result_labels, (one) => typeof one === 'string');
  return isWhole ? (value as unknown as InterceptorVerdict) : undefined;
}

function isSmall(evidence: unknown): boolean {
  if (evidence === undefined) return true;
  try {
    return Buffer.byteLength(canonicalJson(evidence)) <= MAX_EVIDENCE_BYTES;
  } catch {
    return false;
  }
}

/** From the weakest to the strongest. */
export const severity = ({ decision, approval }: InterceptorVerdict): number => {
  if (decision !== 'deny') return decision === 'allow' ? 0 : 1;
  return approval ? 2 : 3;
};
