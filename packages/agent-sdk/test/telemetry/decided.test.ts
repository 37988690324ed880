import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect, test } from 'vitest';
import { decisionAttributes, type Of } from '../../src/telemetry/attributes.ts';
import { openAgent } from '../open-agent.ts';
import { call, say } from '../wire/reply.ts';
import { hostProvider } from './provider.ts';

const decision = (more: Partial<Of<'decision'>>): Of<'decision'> => ({
  ...{ is: 'decision', call: 'c1', tool: 'Bash', answer: 'yes', row: 19, input: {} },
  by: { is: 'person' },
  ...more,
});

test.each([
  [
    decision({ answer: 'no', by: { is: 'table' }, unanswered: true }),
    { 'wave.decision': 'deny', 'wave.decision.source': 'table', 'wave.decision.unanswered': true },
  ],
  [
    decision({ by: { is: 'person', mode: 'acceptEdits' }, waited: 1500 }),
    {
      ...{ 'wave.decision': 'allow', 'wave.decision.source': 'person' },
      ...{ 'wave.decision.mode': 'acceptEdits', 'wave.decision.waited': 1.5 },
    },
  ],
  [
    decision({ by: { is: 'person', lasting: 'Bash(ls)' } }),
    {
      ...{ 'wave.decision': 'allow', 'wave.decision.source': 'person' },
      'wave.decision.rule': 'Bash(ls)',
    },
  ],
])('who decided: %j', (event, attributes) => {
  expect(decisionAttributes(event, (text) => text)).toEqual({
    ...{ 'wave.decision.row': 19, ...attributes },
  });
});

test('spans and metrics say the same of a call that did not run', async () => {
  const { tracerProvider, spans } = hostProvider();
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const { agent, server } = await openAgent({
    telemetry: { tracerProvider, meterProvider },
    permissions: { allow: ['Bash'], deny: ['Bash(rm *)'] },
    hooks: {
      PreToolUse: [
        {
          hooks: [{ type: 'command', name: 'one', command: 'grep -q FORBIDDEN && exit 2; exit 0' }],
        },
      ],
    },
  });
  server.script(
    call('Bash', { command: 'echo FORBIDDEN' }, 'c1'),
    call('Bash', { command: 'rm a' }, 'c2'),
    call('Read', { file_path: 'not-there' }, 'c3'),
    call('Bash', { command: 'true' }, 'c4'),
    say('done'),
  );
  await agent.sendMessage('go');
  await reader.forceFlush();
  const found = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
  const points = found
    .flatMap(({ metrics }) => metrics)
    .filter(({ descriptor }) => descriptor.name === 'gen_ai.execute_tool.duration')
    .flatMap(({ dataPoints }) => dataPoints.map(({ attributes }) => attributes['error.type']));
  const calls = spans().filter(({ name }) => name.startsWith('execute_tool'));
  expect(calls.map(({ attributes }) => attributes['error.type'])).toEqual([
    'blocked',
    'denied',
    'tool_error',
    undefined,
  ]);
  expect(points).toEqual(['blocked', 'denied', 'tool_error', undefined]);
  await meterProvider.shutdown();
});
