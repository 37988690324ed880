import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { expect, test } from 'vitest';
import { memory } from '../mcp/servers.ts';
import { openAgent } from '../open-agent.ts';
import { call, say } from '../wire/reply.ts';
import { hostProvider, pathsOf } from './provider.ts';

const SCHEMA = 'https://opentelemetry.io/schemas/1.41.0';

function meters() {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 30 });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const read = async () => {
    await reader.forceFlush();
    return exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
  };
  return { meterProvider, read };
}

test('a request says which answer came, from where, and how soon it began', async () => {
  const { tracerProvider, spans } = hostProvider();
  const { meterProvider, read } = meters();
  const { agent, server } = await openAgent({ telemetry: { tracerProvider, meterProvider } });
  server.script(say('done'));
  await agent.sendMessage('PROMPT');
  const chat = spans().find(({ name }) => name.startsWith('chat '));
  const { hostname, port } = new URL(server.baseUrl.anthropic);
  const where = { 'server.address': hostname, 'server.port': Number(port) };
  expect(chat?.attributes).toMatchObject({
    ...where,
    'gen_ai.response.id': expect.stringMatching(/./),
    'gen_ai.response.time_to_first_chunk': expect.any(Number),
  });
  const first = Number(chat?.attributes['gen_ai.response.time_to_first_chunk']);
  expect(first).toBeGreaterThanOrEqual(0);
  expect(first).toBeLessThan(60);
  expect(chat?.instrumentationScope.schemaUrl).toBe(SCHEMA);

  const scopes = await read();
  expect(scopes.map(({ scope }) => scope.schemaUrl)).toEqual([SCHEMA]);
  const named = new Map(
    scopes.flatMap(({ metrics }) => metrics.map((one) => [one.descriptor.name, one])),
  );
  for (const name of [
    'gen_ai.client.operation.duration',
    'gen_ai.client.operation.time_to_first_chunk',
    'gen_ai.client.token.usage',
  ])
    expect(named.get(name)?.dataPoints[0]?.attributes, name).toMatchObject(where);
  expect(named.get('gen_ai.invoke_agent.duration')?.dataPoints[0]?.value).toMatchObject({
    buckets: { boundaries: expect.arrayContaining([0.01, 81.92, 3600]) },
  });
  await meterProvider.shutdown();
});

test('a call to an MCP server says over what, and in which revision; its hooks are inside', async () => {
  const { tracerProvider, spans } = hostProvider();
  const { agent, server } = await openAgent({
    telemetry: { tracerProvider },
    mcpServers: { 'my memory': memory() },
    permissions: { allow: ['mcp__my_memory'] },
    hooks: {
      PreToolUse: [{ hooks: [{ type: 'command', name: 'one', command: 'exit 2' }] }],
    },
  });
  server.script(call('mcp__my_memory__read_graph', {}), say('done'));
  await agent.sendMessage('PROMPT');
  const about = { 'network.transport': 'pipe', 'mcp.protocol.version': '2025-11-25' };
  const tool = spans().find(({ name }) => name.startsWith('execute_tool'));
  expect(tool?.attributes).toMatchObject({ ...about, 'mcp.method.name': 'tools/call' });
  const start = spans().find(({ name }) => name === 'initialize');
  expect(start?.attributes).toMatchObject({ ...about, 'mcp.method.name': 'initialize' });
  expect(pathsOf(spans())).toContain(
    'invoke_agent wave > execute_tool mcp__my_memory__read_graph > run_hook one',
  );
  const run = spans().find(({ name }) => name === 'run_hook one');
  expect(run?.attributes['wave.hook.decision']).toBe('block');
});
