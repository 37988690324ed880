import { context, ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { StackContextManager } from '@opentelemetry/sdk-trace';
import { expect, onTestFinished, test } from 'vitest';
import type { TelemetryOptions } from '../../src/telemetry/options.ts';
import { openAgent } from '../open-agent.ts';
import { call, fail, say } from '../wire/reply.ts';
import { faultsIn, hostProvider, pathsOf } from './provider.ts';

const hook = (command: string, more: object = {}) => [
  { hooks: [{ type: 'command', name: 'one', command, ...more }] },
];

test('a host hears of a turn through a provider of its own, inside its own span', async () => {
  const manager = new StackContextManager().enable();
  context.setGlobalContextManager(manager);
  onTestFinished(() => context.disable());
  const { tracerProvider, open, spans } = hostProvider();
  const { agent, server, file } = await openAgent({
    telemetry: { tracerProvider, agentName: 'mine' },
    hooks: { PreToolUse: hook('true') },
  });
  server.script(call('Bash', { command: 'echo "$TRACEPARENT" >place' }), say('done'));
  const around = tracerProvider.getTracer('host').startSpan('around');
  await context.with(trace.setSpan(ROOT_CONTEXT, around), () => agent.sendMessage('PROMPT'));
  around.end();
  expect(pathsOf(spans())).toEqual([
    'around > invoke_agent mine > chat claude-sonnet-5-5',
    'around > invoke_agent mine > execute_tool Bash > run_hook one',
    'around > invoke_agent mine > execute_tool Bash',
    'around > invoke_agent mine > chat claude-sonnet-5-5',
    'around > invoke_agent mine',
    'around',
  ]);
  expect([...open]).toEqual([]);
  // Its own span goes by its own clock.
  expect(faultsIn(spans(), [around.spanContext().spanId])).toEqual([]);
  const { traceId, spanId } = spans()[2]?.spanContext() ?? {};
  expect(await file('place')).toBe(`00-${traceId}-${spanId}-01`);
});

test('a prompt that a hook blocks, and a turn that a hook holds, say so on their turn', async () => {
  const { tracerProvider, spans } = hostProvider();
  const { agent, server } = await openAgent({
    telemetry: { tracerProvider },
    hooks: {
      UserPromptSubmit: hook('grep -q FORBIDDEN && exit 2; exit 0'),
      Stop: hook('test -e held && exit 0; touch held; exit 2'),
    },
  });
  await agent.sendMessage('FORBIDDEN words');
  server.script(say('first'), say('second'));
  await agent.sendMessage('PROMPT');
  const turns = spans().filter(({ name }) => name === 'invoke_agent wave');
  expect(turns.map(({ attributes }) => attributes['wave.turn.ended'])).toEqual(['blocked', 'done']);
  const verdicts = turns.map(({ events }) =>
    events.filter(({ name }) => name === 'wave.verdict').map(({ attributes }) => attributes),
  );
  expect(verdicts).toEqual([
    [
      {
        'wave.hook.event': 'UserPromptSubmit',
        'wave.hook.decision': 'block',
        'wave.hook.decided_by': ['one'],
      },
    ],
    [
      {
        'wave.hook.event': 'Stop',
        'wave.hook.decision': 'block',
        'wave.hook.decided_by': ['one'],
      },
    ],
  ]);
  expect(JSON.stringify(spans().map(({ attributes, events }) => [attributes, events]))).not.toMatch(
    /FORBIDDEN|PROMPT/,
  );
});

test('a compaction: its hooks, and the request for its summary', async () => {
  const { tracerProvider, spans, open } = hostProvider();
  const { agent, server } = await openAgent({
    telemetry: { tracerProvider },
    hooks: { PreCompact: hook('true'), PostCompact: hook('true') },
  });
  server.script(say('one'), say('two'), say('a summary'));
  await agent.sendMessage('FIRST');
  await agent.sendMessage('SECOND');
  await agent.compact();
  const told = spans()
    .filter(({ name }) => /run_hook|chat/.test(name))
    .slice(2);
  expect(
    told.map(({ name, attributes }) => [
      name,
      attributes['wave.hook.event'] ?? attributes['wave.request.for'],
    ]),
  ).toEqual([
    ['run_hook one', 'PreCompact'],
    ['chat claude-sonnet-5-5', 'summary'],
    ['run_hook one', 'PostCompact'],
  ]);
  expect([...open]).toEqual([]);
});

test('a hook that asks a model: the request is in its span', async () => {
  const { tracerProvider, spans } = hostProvider();
  const { agent, server } = await openAgent({
    telemetry: { tracerProvider },
    hooks: { Stop: [{ hooks: [{ type: 'prompt', name: 'judge', prompt: 'Is it done?' }] }] },
  });
  server.script(say('done'), say('{"ok": true}'));
  await agent.sendMessage('PROMPT');
  expect(pathsOf(spans())).toContain('invoke_agent wave > run_hook judge > chat claude-sonnet-5-5');
  expect(faultsIn(spans())).toEqual([]);
});

test('a hook that nobody waits for is beside its call, with a link to it', async () => {
  const { tracerProvider, spans, open } = hostProvider();
  const { agent, server } = await openAgent({
    telemetry: { tracerProvider },
    hooks: { PostToolUse: hook('sleep 0.2; echo $TRACEPARENT >late', { async: true }) },
  });
  server.script(call('Bash', { command: 'true' }), say('done'));
  await agent.sendMessage('PROMPT');
  await agent.close();
  const late = spans().find(({ name }) => name === 'run_hook one');
  const tool = spans().find(({ name }) => name === 'execute_tool Bash');
  expect(late?.parentSpanContext).toBeUndefined();
  expect(late?.links.map(({ context }) => context.spanId)).toEqual([tool?.spanContext().spanId]);
  expect(late?.attributes).toMatchObject({ 'wave.hook.async': true });
  expect([...open]).toEqual([]);
});

test('a request that fails, and a turn that does, are errors', async () => {
  const { tracerProvider, spans } = hostProvider();
  const { agent, server } = await openAgent({ telemetry: { tracerProvider } });
  server.script(fail(401));
  await agent.sendMessage('PROMPT');
  expect(
    spans().map(({ name, status, attributes }) => [name, status.code, attributes['error.type']]),
  ).toEqual([
    ['chat claude-sonnet-5-5', 2, 'auth'],
    ['invoke_agent wave', 2, 'failed'],
  ]);
});

test('a provider that throws costs nothing but its spans', async () => {
  const broken = {
    getTracer: () => ({
      startSpan: () => {
        throw new Error('no');
      },
    }),
  };
  const { agent, server } = await openAgent({
    telemetry: {
      tracerProvider: broken as unknown as NonNullable<TelemetryOptions['tracerProvider']>,
    },
    hooks: { PreToolUse: hook('exit 2') },
  });
  server.script(call('Bash', { command: 'true' }), say('done'));
  expect((await agent.sendMessage('PROMPT')).ended).toBe('done');
});

test.each([
  [
    { tracerProvider: {} },
    'telemetry.tracerProvider: expected a provider of @opentelemetry/api, which has getTracer(), got {}',
  ],
  [
    { meterProvider: 1 },
    'telemetry.meterProvider: expected a provider of @opentelemetry/api, which has getMeter(), got 1',
  ],
  [{ content: 'yes' }, 'telemetry.content: expected true or false, got "yes"'],
  [{ parent: 'x' }, 'telemetry.parent: expected { traceparent, tracestate? }, got "x"'],
  [{ contents: true }, 'telemetry.contents: there is no such option; did you mean content?'],
])('%j is told', async (telemetry, text) => {
  await expect(openAgent({ telemetry: telemetry as unknown as TelemetryOptions })).rejects.toThrow(
    `the agent's options: ${text}`,
  );
});
