import { randomUUID } from 'node:crypto';
import type { AgentEvent, Ended, SessionUsage, TurnResult } from '@wavehooks/agent-sdk';
import { type Line, usageOf } from './claude-lines.ts';

/** What is known of the session when a turn has ended. */
export interface SessionEnd {
  readonly id: string;
  readonly usage: SessionUsage;
}

/** Counts what a turn's last line tells, from its events. */
export interface Tally {
  hear(event: AgentEvent): void;
  /** The last line of a turn, in the form of Claude Code. What Wave knows beyond that has names of its own. */
  result(result: TurnResult, session: SessionEnd): Line;
}

export function openTally(): Tally {
  let from = Date.now();
  let apiMs = 0;
  let denials: object[] = [];
  const hear = (event: AgentEvent): void => {
    if (event.is === 'subagent') hear(event.event);
    if (event.is === 'request' || event.is === 'asked') apiMs += event.ms;
    if (event.is === 'decision' && event.answer === 'no')
      denials.push({ tool_name: event.tool, tool_use_id: event.call, tool_input: event.input });
  };
  return {
    hear,
    result: (result, session) => {
      const line = {
        type: 'result',
        subtype: SUBTYPES[result.ended] ?? 'success',
        is_error: FAILED.has(result.ended),
        duration_ms: Date.now() - from,
        duration_api_ms: apiMs,
        num_turns: result.requests,
        result: result.text,
        session_id: session.id,
        // No price, no field: nothing is better than a wrong sum.
        ...(result.cost === undefined ? {} : { total_cost_usd: result.cost }),
        usage: usageOf(result.usage),
        permission_denials: denials,
        uuid: randomUUID(),
        ...ownFields(result, session),
      };
      from = Date.now();
      apiMs = 0;
      denials = [];
      return line;
    },
  };
}

const FAILED: ReadonlySet<Ended> = new Set(['failed', 'aborted', 'turn-limit', 'invalid-output']);

const SUBTYPES: Readonly<Partial<Record<Ended, string>>> = {
  failed: 'error_during_execution',
  aborted: 'error_during_execution',
  'turn-limit': 'error_max_turns',
  'invalid-output': 'error_max_structured_output_retries',
};

const ownFields = (result: TurnResult, { usage: { requests, cost, ...usage } }: SessionEnd) => ({
  ended: result.ended,
  session: {
    requests,
    usage: usageOf(usage),
    ...(cost === undefined ? {} : { cost_usd: cost }),
  },
  ...(result.stopReason ? { stop_reason: result.stopReason } : {}),
  ...(result.incomplete ? { incomplete: result.incomplete } : {}),
  ...(result.output === undefined ? {} : { structured_output: result.output }),
  ...(result.error ? { error: result.error, errors: [result.error] } : {}),
});
