import type { Decision, RunEvent } from '@wavehooks/hooks';
import { isFailure, type Redactor } from '@wavehooks/settings/log';

/** One event as it is sent: names, ends and times. No prompt, no tool input, nothing a hook printed. */
export interface EventRecord {
  readonly event: string;
  readonly tool?: string;
  readonly decision: Decision;
  /** Milliseconds since 1970, as all times here. */
  readonly began: number;
  readonly ended: number;
  readonly runs: readonly RunRecord[];
}

export interface RunRecord {
  readonly hook: string;
  readonly source: string;
  readonly outcome: string;
  readonly exitCode?: number;
  readonly failed: boolean;
  readonly began: number;
  readonly ms: number;
}

/** Puts events together from what an observer hears; `done` gets each when it is decided. */
export function makeRecorder(redact: Redactor, done: (record: EventRecord) => void) {
  const began = new Map<string, number>();
  return (event: RunEvent): void => {
    if (event.is === 'started') began.set(event.id, now());
    if (event.is !== 'decided' && event.is !== 'late') return;
    // A run that nobody waits for is sent when it has ended.
    const hooks = event.hooks.filter(({ run }) => run.outcome.is !== 'async');
    done(recordOf({ ...event, hooks }, began, redact));
    for (const { id } of hooks) began.delete(id);
  };
}

const now = () => performance.timeOrigin + performance.now();

function recordOf(
  { event, input, verdict, hooks }: Extract<RunEvent, { is: 'decided' | 'late' }>,
  began: ReadonlyMap<string, number>,
  redact: Redactor,
): EventRecord {
  const ended = now();
  const runs = hooks.map(({ id, run }) => ({
    // Without a name it goes by the start of its command, which may hold anything.
    hook: redact(run.hook),
    source: run.source,
    outcome: run.outcome.is,
    ...(run.outcome.is === 'exit' ? { exitCode: run.outcome.code } : {}),
    failed: isFailure(run.outcome),
    began: began.get(id) ?? ended - run.ms,
    ms: run.ms,
  }));
  return {
    event,
    ...('tool_name' in input ? { tool: redact(String(input['tool_name'])) } : {}),
    decision: verdict.decision,
    began: Math.min(ended, ...runs.map((run) => run.began)),
    ended,
    runs,
  };
}
