import type { AgentContext } from './points.ts';
import { transformed } from './transform.ts';
import { denied, type InterceptorVerdict, severity } from './verdict.ts';

/** How the verdicts of several interceptors become one. */
export interface Composition {
  readonly profile:
    | 'sequential/first_deny'
    | 'sequential/run_all'
    | 'parallel/strictest'
    | 'parallel/unanimous';
  readonly on_approval?: 'stop' | 'resume';
  readonly on_disagreement?: 'deny' | 'approval';
  readonly on_transform_conflict?: 'deny' | 'approval';
}

/** The knobs that a profile looks at, as they are in force. */
export const resolvedComposition = ({
  profile,
  on_approval = 'stop',
  on_disagreement = 'deny',
  on_transform_conflict = 'deny',
}: Composition): Composition => ({
  profile,
  ...(profile === 'sequential/first_deny' ? { on_approval } : {}),
  ...(profile === 'parallel/unanimous' ? { on_disagreement } : {}),
  ...(profile.startsWith('parallel/') ? { on_transform_conflict } : {}),
});

/** What all interceptors came to. */
export interface Combined {
  readonly verdict: InterceptorVerdict;
  /** What the action goes on with, where it does. */
  readonly context: AgentContext;
  readonly decidedBy: number | null;
  /** What each said that was asked. */
  readonly verdicts: readonly InterceptorVerdict[];
  readonly resolvedBy?: 'approval' | 'rejection';
}

export interface Composing {
  readonly count: number;
  readonly composition: Composition;
  /** Rewrites are tried, and not applied. */
  readonly isEvaluated: boolean;
  readonly ask: (index: number, context: AgentContext) => Promise<InterceptorVerdict>;
  /** Asks whoever can lift a deny; undefined where nobody is to be asked. */
  readonly resolve:
    | ((context: AgentContext, verdict: InterceptorVerdict) => Promise<InterceptorVerdict>)
    | undefined;
}

export const compose = async (context: AgentContext, parts: Composing): Promise<Combined> => {
  const combined = parts.composition.profile.startsWith('sequential/')
    ? await inOrder(context, parts)
    : await sideBySide(context, parts);
  return { ...combined, verdict: withUnions(combined) };
};

/** Each sees what those before it made of the target. */
async function inOrder(first: AgentContext, parts: Composing): Promise<Combined> {
  const { count, composition, ask, resolve, isEvaluated } = parts;
  const stops = composition.profile === 'sequential/first_deny';
  const verdicts: InterceptorVerdict[] = [];
  let context = first;
  let winner: { readonly verdict: InterceptorVerdict; readonly by: number | null } | undefined;
  let lifted: number | undefined;
  const end = (verdict: InterceptorVerdict, decidedBy: number | null): Combined => ({
    ...{ verdict, context, decidedBy, verdicts },
    ...(lifted === undefined ? {} : { resolvedBy: 'approval' as const }),
  });
  /** Applies a rewrite; gives the deny that comes of one that cannot be. */
  const apply = ({ transform }: InterceptorVerdict): Combined | undefined => {
    if (!transform) return undefined;
    const made = transformed(context, transform);
    if ('fault' in made) return end(denied(made.fault), null);
    if (!isEvaluated) context = made.context;
    return undefined;
  };
  for (let index = 0; index < count; index++) {
    let verdict = await ask(index, context);
    verdicts.push(verdict);
    if (stops && verdict.decision === 'deny') {
      if (!verdict.approval || !resolve) return end(verdict, index);
      verdict = await resolve(context, verdict);
      if (verdict.decision === 'deny') return { ...end(verdict, index), resolvedBy: 'rejection' };
      lifted = index;
      const failed = apply(verdict);
      if (failed) return failed;
      if (composition.on_approval !== 'resume') return end(verdict, index);
    } else {
      const failed = apply(verdict);
      if (failed) return failed;
    }
    // A block keeps the first of its kind; a rewrite the last, which saw those before it.
    const beats = severity(verdict) - (winner ? severity(winner.verdict) : 0);
    if (beats > 0 || (beats === 0 && verdict.decision === 'transform'))
      winner = { verdict, by: index };
  }
  if (winner?.verdict.decision === 'deny') return lifting(winner, context, verdicts, parts);
  return end(winner?.verdict ?? { decision: 'allow' }, winner?.by ?? lifted ?? null);
}

/** Each sees the same, and nobody what another made of it. */
async function sideBySide(context: AgentContext, parts: Composing): Promise<Combined> {
  const { count, composition, ask } = parts;
  const all = Array.from({ length: count }, (_, index) => ask(index, context));
  const verdicts = await Promise.all(all);
  const settle = (winner: Winner) => lifting(winner, context, verdicts, parts);
  const liftable = (how: 'deny' | 'approval' | undefined) =>
    how === 'approval' ? { approval: {} } : {};
  if (composition.profile === 'parallel/unanimous') {
    if (verdicts.every(({ decision }) => decision === 'allow'))
      return { verdict: { decision: 'allow' }, context, decidedBy: null, verdicts };
    const verdict = denied('composition_disagreement');
    return settle({ verdict: { ...verdict, ...liftable(composition.on_disagreement) }, by: null });
  }
  const most = Math.max(...verdicts.map(severity));
  const by = verdicts.findIndex((one) => severity(one) === most);
  const verdict = verdicts[by] ?? { decision: 'allow' };
  if (verdict.decision === 'allow') return { verdict, context, decidedBy: null, verdicts };
  if (verdict.decision === 'deny') return settle({ verdict, by });
  if (verdicts.filter(({ decision }) => decision === 'transform').length > 1) {
    const conflict = denied('transform_conflict');
    const how = liftable(composition.on_transform_conflict);
    return settle({ verdict: { ...conflict, ...how }, by: null });
  }
  return rewriting({ verdict, by }, context, verdicts, parts);
}

interface Winner {
  readonly verdict: InterceptorVerdict;
  readonly by: number | null;
}

/** A deny that won: lifted once for all, if each deny can be and somebody permits it. */
async function lifting(
  { verdict, by }: Winner,
  context: AgentContext,
  verdicts: readonly InterceptorVerdict[],
  parts: Composing,
): Promise<Combined> {
  const stands = { verdict, context, decidedBy: by, verdicts };
  if (!verdict.approval || !parts.resolve) return stands;
  const resolved = await parts.resolve(context, verdict);
  if (resolved.decision === 'deny')
    return { ...stands, verdict: resolved, resolvedBy: 'rejection' };
  const permitted = rewriting({ verdict: resolved, by }, context, verdicts, parts);
  return { ...permitted, resolvedBy: 'approval' };
}

function rewriting(
  { verdict, by }: Winner,
  context: AgentContext,
  verdicts: readonly InterceptorVerdict[],
  { isEvaluated }: Composing,
): Combined {
  if (!verdict.transform) return { verdict, context, decidedBy: by, verdicts };
  const made = transformed(context, verdict.transform);
  if ('fault' in made) return { verdict: denied(made.fault), context, decidedBy: null, verdicts };
  return { verdict, context: isEvaluated ? context : made.context, decidedBy: by, verdicts };
}

/** Warnings of all count; labels of those that permit, and only where the action goes on. */
function withUnions({ verdict, verdicts }: Combined): InterceptorVerdict {
  const { warnings: _warnings, result_labels: _labels, ...rest } = verdict;
  const all = verdicts.includes(verdict) ? verdicts : [...verdicts, verdict];
  const warnings = new Map(
    all
      .flatMap(({ warnings = [] }) => warnings)
      .toReversed()
      .map((one) => [JSON.stringify([one.reason, one.message]), one]),
  );
  const permits = verdict.decision === 'deny' ? [] : all;
  const labels = new Set(
    permits.flatMap((one) => (one.decision === 'deny' ? [] : (one.result_labels ?? []))),
  );
  return {
    ...rest,
    ...(warnings.size > 0 ? { warnings: [...warnings.values()].toReversed() } : {}),
    ...(labels.size > 0 ? { result_labels: [...labels] } : {}),
  };
}
