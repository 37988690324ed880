import type { Span } from '../src/trace/build/trace.ts';

/** What can come of a span beside that it went well. Rows show it as a tag, and each is a filter. */
export type Outcome = 'blocked' | 'rewritten' | 'asked' | 'failed' | 'interrupted';

export const OUTCOMES: readonly Outcome[] = [
  'blocked',
  'rewritten',
  'asked',
  'failed',
  'interrupted',
];

/** How turns and requests end; any other end than `done` is a failure. */
const ENDS: Readonly<Record<string, Outcome>> = {
  aborted: 'interrupted',
  blocked: 'blocked',
  halted: 'blocked',
};

export function outcomesOf(span: Span): readonly Outcome[] {
  const met = new Set<Outcome>();
  if ('verdict' in span && BLOCKS.has(span.verdict ?? '')) met.add('blocked');
  if ('rewrittenBy' in span && span.rewrittenBy) met.add('rewritten');
  if (span.is === 'run') {
    if (BLOCKS.has(span.decision)) met.add('blocked');
    if (span.decision === 'ask') met.add('asked');
    if (span.rewrote) met.add('rewritten');
    if (span.failed) met.add('failed');
  }
  if (span.is === 'call') {
    if (span.permission?.answer === 'no') met.add('blocked');
    if (span.resultRewrittenBy) met.add('rewritten');
    if (span.waited !== undefined) met.add('asked');
    if (span.interrupted) met.add('interrupted');
    else if (span.success === false && !met.has('blocked')) met.add('failed');
  }
  if ((span.is === 'turn' || span.is === 'request') && (span.ended ?? 'done') !== 'done')
    met.add(ENDS[span.ended ?? ''] ?? 'failed');
  return OUTCOMES.filter((one) => met.has(one));
}

const BLOCKS: ReadonlySet<string> = new Set(['block', 'halt']);
