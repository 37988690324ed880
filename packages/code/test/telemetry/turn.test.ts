import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import { collector, hex, metricsOf, plain, type Span, spansOf } from '../collector.ts';
import { type Place, place, wave } from '../helpers.ts';
import { traceServer } from './trace-server.ts';

const TRACE = 'a1'.repeat(16);
const PARENT = 'b2'.repeat(8);

const NOTED = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolBatch',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'SessionEnd',
];

/** Every hook writes down where it stands in a trace. */
function settingsIn(where: Place, notes: string): string {
  const hook = (event: string) => [
    {
      hooks: [
        {
          type: 'command',
          name: `note-${event}`,
          command: `cat >/dev/null; echo "${event} $TRACEPARENT" >>'${notes}'; echo HEARD`,
        },
      ],
    },
  ];
  return where.write('s.json', {
    hooks: Object.fromEntries(NOTED.map((event) => [event, hook(event)])),
    permissions: {
      allow: ['Bash', 'Task', 'mcp__echo__echo'],
      deny: ['Bash(rm TOKEN=sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789)', 'Bash(rm *)'],
    },
  });
}

async function runTurn(env: Record<string, string> = {}, args: string[] = []) {
  const { url, received } = await collector();
  const server = await startWire();
  onTestFinished(() => server.close());
  const where = place();
  const notes = where.write('notes', '');
  const usage = { input: 100, output: 20, cached: 40 };
  const bash = (name: string) => `echo "${name} $TRACEPARENT" >>'${notes}'; echo TYPED`;
  server.script(
    call('Bash', { command: bash('bash') }, 'c1'),
    call('Bash', { command: 'rm -r TYPED' }, 'c2'),
    call('Bash', { command: bash('background'), run_in_background: true }, 'c3'),
    call('mcp__echo__echo', { text: 'TYPED' }, 'c4'),
    call('Task', { description: 'a task', prompt: 'ASKED', subagent_type: 'general' }, 'c5'),
    call('Bash', { command: bash('inner') }, 'i1'),
    say('SPOKEN inside', { usage }),
    say('SPOKEN', { usage }),
  );
  const result = await wave(
    [
      ...['-p', 'ASKED', '--settings', settingsIn(where, notes)],
      ...['--mcp-config', traceServer(where, notes), ...args],
    ],
    where,
    { env: { ...server.env('anthropic'), OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env } },
  );
  expect({ code: result.code, stderr: result.stderr }).toEqual({
    code: 0,
    stderr: expect.not.stringContaining('telemetry'),
  });
  expect(server.faults).toEqual([]);
  const noted = readFileSync(notes, 'utf8').trim().split('\n');
  const notedBy = (name: string) =>
    noted.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(' ')[1]);
  const spans = received.flatMap(({ body }) => spansOf(body));
  const log = readFileSync(join(where.home, '.wave/logs/hooks.jsonl'), 'utf8');
  const records = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { received, spans, noted, notedBy, records };
}

const placeOf = ({ traceId, spanId }: Span) => `00-${hex(traceId)}-${hex(spanId)}-01`;

test('a turn is a tree: the agent, its requests, its calls, its subagent, and every hook', async () => {
  const { spans, received, notedBy, records } = await runTurn({
    TRACEPARENT: `00-${TRACE}-${PARENT}-01`,
    TRACESTATE: 'mine=1',
  });
  const byId = new Map(spans.map((span) => [hex(span.spanId), span]));
  const named = (name: string) => spans.filter((span) => span.name === name);
  const one = (name: string, fits: (span: Span) => boolean = () => true): Span => {
    const found = named(name).filter(fits);
    expect([name, found.length]).toEqual([name, 1]);
    return found[0] as Span;
  };
  const parentOf = (span: Span) => byId.get(hex(span.parentSpanId))?.name;
  const hasCall = (id: string) => (span: Span) => plain(span)['gen_ai.tool.call.id'] === id;

  // One trace, that of the environment; every parent is there, and every span lies within its own.
  expect(new Set(spans.map(({ traceId }) => hex(traceId)))).toEqual(new Set([TRACE]));
  for (const span of spans) {
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    if (hex(span.parentSpanId) === PARENT) continue;
    const parent = byId.get(hex(span.parentSpanId));
    expect([span.name, parent?.name]).toEqual([span.name, expect.any(String)]);
    expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(
      BigInt(parent?.startTimeUnixNano ?? 0),
    );
    expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(parent?.endTimeUnixNano ?? 0));
  }

  const turn = one('invoke_agent wave');
  expect(hex(turn.parentSpanId)).toBe(PARENT);
  expect(plain(turn)).toMatchObject({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'wave',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': 'claude-sonnet-5-5',
    'gen_ai.conversation.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    'wave.turn.ended': 'done',
    'wave.turn.requests': 8,
  });
  const inner = one('invoke_agent general');
  expect(parentOf(inner)).toBe('execute_tool Task');
  expect(parentOf(one('execute_tool Bash', hasCall('i1')))).toBe('invoke_agent general');

  const chats = named('chat claude-sonnet-5-5');
  expect(chats.map(parentOf).sort()).toEqual([
    ...Array(2).fill('invoke_agent general'),
    ...Array(6).fill('invoke_agent wave'),
  ]);
  expect(plain(chats.at(-1) as Span)).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.request.model': 'claude-sonnet-5-5',
    'gen_ai.response.model': 'claude-test',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.input_tokens': 140,
    'gen_ai.usage.output_tokens': 20,
    'gen_ai.usage.cache_read.input_tokens': 40,
    'wave.cost': expect.any(Number),
  });
  expect(plain(chats[0] as Span)['gen_ai.response.finish_reasons']).toEqual(['tool_call']);
  expect(chats.map(({ kind }) => kind)).toEqual(Array(8).fill(3));

  const denied = one('execute_tool Bash', hasCall('c2'));
  const decision = {
    'wave.decision': 'deny',
    'wave.decision.source': 'rule',
    'wave.decision.rule': 'Bash(rm *)',
    'wave.decision.list': 'deny',
    'wave.decision.rule.source': expect.stringMatching(/s\.json:\d+$/),
    'wave.decision.row': expect.any(Number),
  };
  expect(plain(denied)).toMatchObject({ ...decision, 'error.type': 'denied' });
  expect(denied.events?.map(({ name }) => name)).toEqual(['wave.decision']);
  expect(plain(denied.events?.[0] ?? {})).toEqual(decision);
  expect(denied.status?.code).toBe(2);
  expect(plain(one('execute_tool mcp__echo__echo'))).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.type': 'extension',
    'mcp.method.name': 'tools/call',
    'wave.mcp.server': 'echo',
    'wave.decision': 'allow',
  });

  // Each hook is a span, in its call or its turn.
  const hooks = spans.filter(({ name }) => name.startsWith('run_hook '));
  const around = (event: string) =>
    [
      ...new Set(hooks.filter((span) => plain(span)['wave.hook.event'] === event).map(parentOf)),
    ].sort();
  expect(Object.fromEntries(NOTED.map((event) => [event, around(event)]))).toEqual({
    SessionStart: ['invoke_agent wave'],
    UserPromptSubmit: ['invoke_agent wave'],
    PreToolUse: ['execute_tool Bash', 'execute_tool Task', 'execute_tool mcp__echo__echo'],
    PostToolUse: ['execute_tool Bash', 'execute_tool Task', 'execute_tool mcp__echo__echo'],
    PostToolBatch: ['invoke_agent general', 'invoke_agent wave'],
    SubagentStart: ['invoke_agent general'],
    SubagentStop: ['invoke_agent general'],
    Stop: ['invoke_agent wave'],
    // After its turn, so beside it.
    SessionEnd: [undefined],
  });
  const [last] = hooks.filter((span) => plain(span)['wave.hook.event'] === 'SessionEnd');
  expect(last?.links?.map(({ spanId }) => hex(spanId))).toEqual([hex(turn.spanId)]);
  expect(plain(one('run_hook note-Stop'))).toEqual({
    'wave.hook.event': 'Stop',
    'wave.hook.name': 'note-Stop',
    'wave.hook.type': 'command',
    'wave.hook.source': expect.stringMatching(/s\.json:\d+$/),
    'wave.hook.outcome': 'exit',
    'wave.hook.exit_code': 0,
    'wave.hook.decision': 'none',
    'wave.hook.duration': expect.any(Number),
  });

  // What each program was handed is the span that it is in.
  const places = (name: string, fits?: (span: Span) => boolean) =>
    named(name)
      .filter(fits ?? (() => true))
      .map(placeOf);
  for (const event of NOTED)
    expect([event, notedBy(event).sort()]).toEqual([
      event,
      hooks
        .filter((span) => plain(span)['wave.hook.event'] === event)
        .map(placeOf)
        .sort(),
    ]);
  expect(notedBy('bash')).toEqual(places('execute_tool Bash', hasCall('c1')));
  expect(notedBy('background')).toEqual(places('execute_tool Bash', hasCall('c3')));
  expect(notedBy('inner')).toEqual(places('execute_tool Bash', hasCall('i1')));
  expect(notedBy('mcp-start')).toEqual(places('initialize'));
  expect(notedBy('initialize')).toEqual(places('initialize'));
  expect(notedBy('tools/call')).toEqual(places('execute_tool mcp__echo__echo'));

  // Which hooks there are, from where, with which hash.
  const installed = (turn.events ?? []).filter(({ name }) => name === 'wave.hook.installed');
  expect(installed.map((event) => plain(event)['wave.hook.event']).sort()).toEqual(
    [...NOTED].sort(),
  );
  expect(plain(installed[0] ?? {})).toEqual({
    'wave.hook.name': expect.stringMatching(/^note-/),
    'wave.hook.event': expect.any(String),
    'wave.hook.source': expect.stringMatching(/s\.json:\d+$/),
    'wave.hook.type': 'command',
    'wave.hook.matcher': '*',
    'wave.hook.hash': expect.stringMatching(/^[\w-]{22}$/),
  });

  const inventory = records.find(({ is }) => is === 'inventory')?.['hooks'] as { hash: string }[];
  expect(installed.map((event) => plain(event)['wave.hook.hash']).sort()).toEqual(
    inventory.map(({ hash }) => hash).sort(),
  );

  // Nothing that was said, typed or heard, and no secret.
  for (const { raw } of received) expect(raw).not.toMatch(/ASKED|TYPED|HEARD|SPOKEN|sk-ant/);
});

test('every hook in force is told, however many there are', async () => {
  const { url, received } = await collector();
  const server = await startWire();
  onTestFinished(() => server.close());
  const where = place();
  const hooks = Array.from({ length: 200 }, (_, n) => ({
    ...{ matcher: 'Never', hooks: [{ type: 'command', name: `hook-${n}`, command: `echo ${n}` }] },
  }));
  where.write('home/.wave/settings.json', { hooks: { PreToolUse: hooks } });
  server.script(say('done'));
  await wave(['-p', 'hi'], where, {
    env: { ...server.env('anthropic'), OTEL_EXPORTER_OTLP_ENDPOINT: url },
  });
  const events = received.flatMap(({ body }) => spansOf(body)).flatMap(({ events = [] }) => events);
  expect(events.map((event) => plain(event)['wave.hook.name'])).toEqual(
    hooks.map((_, n) => `hook-${n}`),
  );
});

test('metrics: decisions, durations, tokens and cost', async () => {
  const { received } = await runTurn({ OTEL_TRACES_EXPORTER: 'none' });
  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/metrics']));
  const metrics = new Map(
    metricsOf(received.at(-1)?.body).map((metric) => [metric.name, metric] as const),
  );
  expect([...metrics].map(([name, { unit = '' }]) => [name, unit]).sort()).toEqual([
    ['gen_ai.client.operation.duration', 's'],
    ['gen_ai.client.operation.time_to_first_chunk', 's'],
    ['gen_ai.client.token.usage', '{token}'],
    ['gen_ai.execute_tool.duration', 's'],
    ['gen_ai.invoke_agent.duration', 's'],
    ['wave.cost', '{USD}'],
    ['wave.decisions', ''],
    ['wave.hook.decisions', ''],
    ['wave.hook.duration', 's'],
  ]);
  const counts = (name: string) =>
    metrics.get(name)?.histogram?.dataPoints.map((point) => [
      Object.entries(plain(point))
        .flatMap(([key, value]) => (key.startsWith('server.') ? [] : String(value)))
        .sort()
        .join(' '),
      Number(point.count),
    ]);
  expect(counts('gen_ai.client.operation.duration')).toEqual([
    ['anthropic chat claude-sonnet-5-5 claude-test', 8],
  ]);
  expect(counts('gen_ai.client.token.usage')?.sort()).toEqual([
    ['anthropic chat claude-sonnet-5-5 claude-test input', 8],
    ['anthropic chat claude-sonnet-5-5 claude-test output', 8],
  ]);
  const [tokens] = metrics.get('gen_ai.client.token.usage')?.histogram?.dataPoints ?? [];
  expect(tokens?.explicitBounds?.slice(0, 4)).toEqual([1, 4, 16, 64]);
  expect(counts('gen_ai.invoke_agent.duration')?.sort()).toEqual([
    ['general invoke_agent', 1],
    ['invoke_agent wave', 1],
  ]);
  const sums = (name: string) =>
    metrics
      .get(name)
      ?.sum?.dataPoints.map((point) => [
        Object.values(plain(point)).join(' '),
        Number(point.asDouble ?? point.asInt),
      ])
      .sort();
  expect(sums('wave.decisions')).toEqual([
    ['Bash allow rule', 3],
    ['Bash deny rule', 1],
    ['Task allow rule', 1],
    ['mcp__echo__echo allow rule', 1],
  ]);
  expect(sums('wave.cost')).toEqual([['chat anthropic claude-sonnet-5-5', expect.any(Number)]]);
});

test('content goes out only where it is asked for, and secrets never do', async () => {
  const { spans } = await runTurn({
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    MY_SECRET: 'TYPED-very-secret',
  });
  const all = spans.map(plain);
  const chat = all.findLast((one) => one['gen_ai.operation.name'] === 'chat');
  expect(JSON.parse(String(chat?.['gen_ai.output.messages']))).toEqual([
    { role: 'assistant', parts: [{ type: 'text', content: 'SPOKEN' }], finish_reason: 'stop' },
  ]);
  const input = JSON.parse(String(chat?.['gen_ai.input.messages'])) as { role: string }[];
  expect(input[0]).toEqual({ role: 'user', parts: [{ type: 'text', content: 'ASKED' }] });
  expect(input.map(({ role }) => role)).toContain('tool');
  const denied = all.find((one) => one['gen_ai.tool.call.id'] === 'c2');
  expect(JSON.parse(String(denied?.['gen_ai.tool.call.arguments']))).toEqual({
    command: 'rm -r TYPED',
  });
  const served = all.find((one) => one['gen_ai.tool.call.id'] === 'c4');
  expect(served?.['gen_ai.tool.call.result']).toContain('ECHOED');
});

test('without a collector nobody is handed a place in a trace', async () => {
  const { noted, spans } = await runTurn({ OTEL_SDK_DISABLED: 'true' });
  expect(spans).toEqual([]);
  expect(noted.length).toBeGreaterThan(10);
  expect(noted.filter((line) => /00-/.test(line))).toEqual([]);
});

test('a collector that hangs costs a turn nothing but one line', async () => {
  const { url } = await collector(() => {});
  const where = place();
  const { code, stdout, stderr } = await wave(['-p', 'help', '--model', 'practice'], where, {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url },
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/practice model/) });
  expect(stderr).toMatch(
    /^wave: telemetry could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT: .+\n$/,
  );
});
