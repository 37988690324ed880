import type { Meter } from '@opentelemetry/api';
import { isFailure } from '@wavehooks/settings/log';
import type { RequestFacts } from '../conversation/agent-event.ts';
import type { AgentRef } from '../vocabulary/agent-ref.ts';
import {
  callError,
  errorOf,
  isFault,
  modelIdentity,
  type Redact,
  requestIdentity,
} from './attributes.ts';
import type { Clock } from './clock.ts';
import { type Tells, tellWith } from './open-spans.ts';

/** The bounds that the conventions ask for, and on from there: agents work for up to an hour. */
const SECONDS = [
  ...[0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  ...[163.84, 327.68, 655.36, 1310.72, 2621.44, 3600],
];
const TOKENS = [
  1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864,
];
/** Hooks take milliseconds. */
const SHORT = [0.001, 0.0025, 0.005, ...SECONDS];

const seconds = (meter: Meter, name: string, description: string, bounds = SECONDS) =>
  meter.createHistogram(name, {
    unit: 's',
    description,
    advice: { explicitBucketBoundaries: bounds },
  });

/** What is counted and measured. */
const instrumentsOf = (meter: Meter) => ({
  request: seconds(meter, 'gen_ai.client.operation.duration', 'How long a request took'),
  firstChunk: seconds(
    meter,
    'gen_ai.client.operation.time_to_first_chunk',
    'How soon an answer began',
  ),
  tokens: meter.createHistogram('gen_ai.client.token.usage', {
    unit: '{token}',
    description: 'Tokens of a request',
    advice: { explicitBucketBoundaries: TOKENS },
  }),
  turn: seconds(meter, 'gen_ai.invoke_agent.duration', 'How long a turn took'),
  call: seconds(meter, 'gen_ai.execute_tool.duration', 'How long a call took, hooks included'),
  hook: seconds(meter, 'wave.hook.duration', 'How long a run of a hook took', SHORT),
  verdicts: meter.createCounter('wave.hook.decisions', {
    description: 'Events with hooks, by what their hooks decided',
  }),
  decisions: meter.createCounter('wave.decisions', {
    description: 'Calls, by whether they may run and who said so',
  }),
  cost: meter.createCounter('wave.cost', {
    unit: '{USD}',
    description: 'What requests cost, where the price of the model is known',
  }),
});

/** Metrics of an agent, from what it tells. */
export function createMetrics(meter: Meter, redact: Redact, now: Clock, agentName: string) {
  const to = instrumentsOf(meter);
  const turns = new Map<string, number>();
  const calls = new Map<string, { tool: string; began: number }>();
  const keyOf = (agent: AgentRef | undefined, call: string) => `${agent?.id ?? ''} ${call}`;
  const since = (began: number) => (now() - began) / 1000;
  const tellRequest = (event: RequestFacts) => {
    const about = requestIdentity(event);
    to.request.record(event.ms / 1000, { ...about, ...errorOf(event) });
    const first = event.response?.firstChunkMs;
    if (first !== undefined) to.firstChunk.record(first / 1000, about);
    if (event.ended === 'failed') return;
    const { inputTokens, outputTokens } = event.usage;
    to.tokens.record(inputTokens, { ...about, 'gen_ai.token.type': 'input' });
    to.tokens.record(outputTokens, { ...about, 'gen_ai.token.type': 'output' });
    if (event.cost !== undefined) to.cost.add(event.cost, modelIdentity(event));
  };
  const tells: Tells = {
    began: (_, agent) => void turns.set(agent?.id ?? '', now()),
    ended: ({ result }, agent) => {
      const began = turns.get(agent?.id ?? '');
      turns.delete(agent?.id ?? '');
      if (began === undefined) return;
      to.turn.record(since(began), {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': agent?.type ?? agentName,
        ...(isFault(result.ended) ? { 'error.type': result.ended } : {}),
      });
    },
    request: tellRequest,
    asked: tellRequest,
    calling: ({ call, tool }, agent) =>
      void calls.set(keyOf(agent, call), { tool: redact(tool), began: now() }),
    decision: ({ tool, answer, by }) =>
      to.decisions.add(1, {
        'gen_ai.tool.name': redact(tool),
        'wave.decision': answer === 'yes' ? 'allow' : 'deny',
        'wave.decision.source': by.is,
      }),
    change: ({ change }, agent) => {
      if (change.is !== 'tool' || change.patch.stage !== 'end') return;
      const open = calls.get(keyOf(agent, change.call));
      calls.delete(keyOf(agent, change.call));
      if (!open) return;
      to.call.record(since(open.began), {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': open.tool,
        ...callError(change.patch),
      });
    },
    hook: ({ run: event }) => {
      if (event.is !== 'decided' && event.is !== 'late') return;
      const ran = event.hooks.filter(({ run }) => run.outcome.is !== 'async');
      for (const { run } of ran)
        to.hook.record(run.ms / 1000, {
          'wave.hook.event': event.event,
          'wave.hook.name': redact(run.hook),
          'wave.hook.outcome': run.outcome.is,
          ...(isFailure(run.outcome) ? { 'error.type': run.outcome.is } : {}),
        });
      to.verdicts.add(1, {
        'wave.hook.event': event.event,
        'wave.hook.decision': event.verdict.decision,
      });
    },
  };
  return tellWith(tells);
}
