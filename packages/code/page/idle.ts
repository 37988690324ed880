import type { Call, Candidate, HookRun, Moment } from '../src/trace/build/trace.ts';
import { trace } from './state.ts';

/** A hook that was set up for an event and did not run. */
export interface Idle extends Candidate {
  readonly event: string;
}

/** The hooks that were set up for what a call or a moment came past, without those that ran. */
export function idleOf(span: Call | Moment, runs: readonly HookRun[]): readonly Idle[] {
  const setup = trace.value.setups?.[span.setup ?? -1] ?? {};
  const subject = span.is === 'call' ? span.tool : (span.subject ?? '');
  const events = span.is === 'call' ? CALL_EVENTS : [span.event];
  return events.flatMap((event) =>
    (setup[`${event} ${subject}`] ?? [])
      .filter((one) => !runs.some((run) => isRunOf(run, one, event)))
      .map((one) => ({ ...one, event })),
  );
}

/** What comes after a call is told beside the runs that there were. */
const CALL_EVENTS = ['PreToolUse'];

const isRunOf = (run: HookRun, { hook, source }: Candidate, event: string): boolean =>
  run.event === event && run.hook === hook && run.source === source;
