import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { collector, metricsOf, plain, spansOf, took } from './collector.ts';
import { type Place, place, wave } from './helpers.ts';

const HOOKS = [
  { type: 'command', name: 'guard', command: 'cat >/dev/null; echo spoken >&2; exit 2' },
  { type: 'command', name: 'sloppy', command: 'cat; exit 1' },
];
const INPUT = '{"tool_name":"Bash","tool_input":{"command":"ls typed"}}';

async function run(where: Place, env: Record<string, string>, more: { stdin?: string } = {}) {
  const file = where.write('s.json', { hooks: { PreToolUse: [{ hooks: HOOKS }] } });
  const began = performance.now();
  const result = await wave(
    ['hooks', 'run', 'PreToolUse', '--settings', file, '--only', '--json'],
    where,
    { stdin: more.stdin ?? INPUT, env },
  );
  expect([result.code, JSON.parse(result.stdout).decision]).toEqual([0, 'block']);
  return { ...result, ms: performance.now() - began };
}

const TYPES = { 'http/protobuf': 'application/x-protobuf', 'http/json': 'application/json' };

test.each(Object.entries(TYPES))(
  '%s: spans and metrics of an event arrive',
  async (protocol, type) => {
    const { url, received } = await collector();
    const { stderr } = await run(place(), {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-of=mine',
      OTEL_SERVICE_NAME: 'my-agent',
      OTEL_RESOURCE_ATTRIBUTES: 'team=a,service.name=other',
    });
    expect(stderr).toBe('');
    expect(received.map(({ path }) => path).sort()).toEqual(['/v1/metrics', '/v1/traces']);
    for (const { headers } of received)
      expect(headers).toMatchObject({ 'content-type': type, 'x-of': 'mine' });
    const bodyOf = (path: string) => received.find((one) => one.path === path)?.body;

    const traces = bodyOf('/v1/traces');
    const [resource] = traces?.resourceSpans?.map((one) => plain(one.resource)) ?? [];
    expect(resource).toMatchObject({ 'service.name': 'my-agent', team: 'a' });
    const spans = spansOf(traces);
    const event = spans.find(({ name }) => name === 'hooks PreToolUse');
    const runs = spans.filter(({ name }) => name.startsWith('run_hook '));
    expect(event && plain(event)).toEqual({
      'wave.hook.event': 'PreToolUse',
      'gen_ai.tool.name': 'Bash',
      'wave.hook.decision': 'block',
    });
    const common = {
      'wave.hook.event': 'PreToolUse',
      'wave.hook.source': expect.stringMatching(/s\.json:1$/),
      'wave.hook.type': 'command',
      'wave.hook.duration': expect.any(Number),
      'wave.hook.outcome': 'exit',
    };
    expect(runs.map(({ name }) => name)).toEqual(['run_hook guard', 'run_hook sloppy']);
    expect(runs.map(plain)).toEqual([
      {
        ...{ ...common, 'wave.hook.name': 'guard', 'wave.hook.exit_code': 2 },
        'wave.hook.decision': 'block',
      },
      {
        ...{ ...common, 'wave.hook.name': 'sloppy', 'wave.hook.exit_code': 1 },
        ...{ 'wave.hook.decision': 'none', 'error.type': 'exit' },
      },
    ]);
    expect(runs.map(({ status }) => status?.code ?? 0)).toEqual([0, 2]);
    for (const one of runs) {
      expect([one.traceId, one.parentSpanId]).toEqual([event?.traceId, event?.spanId]);
      expect(took(one)).toBeGreaterThanOrEqual(Number(plain(one)['wave.hook.duration']) * 1000 - 1);
      if (event) expect(took(event)).toBeGreaterThanOrEqual(took(one) - 1);
    }

    const metrics = metricsOf(bodyOf('/v1/metrics'));
    const histogram = metrics.find(({ name }) => name === 'wave.hook.duration');
    expect(histogram?.unit).toBe('s');
    expect(
      histogram?.histogram?.dataPoints.map((point) => [
        plain(point)['wave.hook.name'],
        Number(point.count),
      ]),
    ).toEqual([
      ['guard', 1],
      ['sloppy', 1],
    ]);
    const counter = metrics.find(({ name }) => name === 'wave.hook.decisions');
    expect(
      counter?.sum?.dataPoints.map((point) => [
        plain(point),
        Number(point.asDouble ?? point.asInt),
      ]),
    ).toEqual([[{ 'wave.hook.event': 'PreToolUse', 'wave.hook.decision': 'block' }, 1]]);

    for (const { raw } of received) expect(raw).not.toMatch(/spoken|typed/);
  },
);

test('one signal alone, at an address of its own', async () => {
  const { url, received } = await collector();
  await run(place(), { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces` });
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces']);
});

test('disabled, or nothing asked for: nothing is sent', async () => {
  const { url, received } = await collector();
  await run(place(), { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' });
  await run(place(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_METRICS_EXPORTER: 'none',
  });
  expect(received).toEqual([]);
});

test('an exporter by its name asks for telemetry as well; another one is told', async () => {
  const { url, received } = await collector();
  const { stderr } = await run(place(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_METRICS_EXPORTER: 'console',
  });
  expect(stderr).toBe(
    'wave: OTEL_METRICS_EXPORTER: expected otlp or none, got "console"; no metrics are sent\n',
  );
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces']);
});

const SAMPLERS = [
  { sampler: 'always_on', spans: 3 },
  { sampler: 'always_off', spans: 0 },
  { sampler: 'parentbased_traceidratio', arg: '0', spans: 0 },
  { sampler: 'traceidratio', arg: '1', spans: 3 },
  // A parent that is not sampled decides for its children.
  {
    sampler: 'parentbased_always_on',
    parent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`,
    spans: 0,
  },
  { sampler: 'always_on', parent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00`, spans: 3 },
];

test.each(SAMPLERS)(
  '$sampler $arg $parent: $spans spans',
  async ({ sampler, arg, parent, spans }) => {
    const { url, received } = await collector();
    await run(place(), {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_TRACES_SAMPLER: sampler,
      ...(arg === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: arg }),
      ...(parent === undefined ? {} : { TRACEPARENT: parent }),
    });
    expect(received.flatMap(({ body }) => spansOf(body))).toHaveLength(spans);
  },
);

test('a project cannot send telemetry anywhere', async () => {
  const { url, received } = await collector();
  const where = place();
  where.write('project/.wave/settings.json', { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
  where.write('project/.wave/settings.local.json', { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
  await run(where, {});
  const { code } = await wave(['-p', 'hello', '--model', 'practice'], where, {});
  expect(code).toBe(0);
  expect(received).toEqual([]);
});

test('a protocol that is not spoken is told', async () => {
  const { url, received } = await collector();
  const { stderr } = await run(place(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  });
  expect(stderr).toBe(
    'wave: OTEL_EXPORTER_OTLP_PROTOCOL: expected http/protobuf or http/json, got "grpc"; nothing is sent\n',
  );
  expect(received).toEqual([]);
});

const TOLD = /^wave: telemetry could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT: .+\n$/;

const troubles: { name: string; url: () => Promise<string>; env?: Record<string, string> }[] = [
  { name: 'is down', url: async () => 'http://127.0.0.1:9' },
  { name: 'hangs', url: async () => (await collector(() => {})).url },
  {
    name: 'hangs, and is given long',
    url: async () => (await collector(() => {})).url,
    env: { OTEL_EXPORTER_OTLP_TIMEOUT: '60000' },
  },
  { name: 'answers 503', url: async () => (await collector((to) => to.writeHead(503).end())).url },
  {
    name: 'answers 503, then hangs',
    url: async () => {
      let asked = 0;
      return (await collector((to) => asked++ < 2 && to.writeHead(503).end())).url;
    },
    env: { OTEL_EXPORTER_OTLP_TIMEOUT: '60000' },
  },
  {
    name: 'answers a byte at a time',
    url: async () => {
      const drip = await collector((to) => {
        to.writeHead(200);
        const timer = setInterval(() => to.write('x'), 100);
        to.on('close', () => clearInterval(timer));
      });
      return drip.url;
    },
  },
  { name: 'has an address that is none', url: async () => 'nonsense' },
];

test.each(troubles)('a collector that $name is told once, soon', async ({ url, env }) => {
  const { stderr, ms } = await run(place(), { OTEL_EXPORTER_OTLP_ENDPOINT: await url(), ...env });
  expect(stderr).toMatch(TOLD);
  // Two seconds for the collector; the rest is the start of a process on a busy machine.
  expect(ms).toBeLessThan(10_000);
});

test('what a collector could not take at first arrives, and nobody hears of it', async () => {
  let busy = 2;
  const { url, received } = await collector((to) => {
    if (busy-- > 0) to.writeHead(503, { 'Retry-After': '1' }).end();
    else to.writeHead(200).end();
  });
  const { stderr } = await run(place(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_METRICS_EXPORTER: 'none',
  });
  expect(stderr).toBe('');
  expect(received.length).toBeGreaterThan(2);
  expect(received.at(-1)?.raw).toBe(received[0]?.raw);
});

test('at the end of a session a collector that asks for patience gets more of it', async () => {
  // At 400 ms each, more than the end of one event waits for.
  let busy = 8;
  const { url, received } = await collector((to) => {
    if (busy-- > 0) to.writeHead(503, { 'Retry-After': '1' }).end();
    else to.writeHead(200).end();
  });
  const { code, stderr } = await wave(['-p', 'hello', '--model', 'practice'], place(), {
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_METRICS_EXPORTER: 'none' },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(received.at(-1)?.raw).toBe(received[0]?.raw);
});

test('how many spans were lost is said', async () => {
  const { url, received } = await collector((to) => to.writeHead(503).end());
  const { stderr } = await run(place(), {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_METRICS_EXPORTER: 'none',
  });
  const [first] = received;
  expect(stderr).toMatch(
    new RegExp(`; ${first ? spansOf(first.body).length : 0} spans were lost\\n$`),
  );
});

test('without the variables nothing of it is loaded', async () => {
  const where = place();
  const trace = where.write(
    'trace.cjs',
    `const { registerHooks } = require('node:module');
     const { appendFileSync } = require('node:fs');
     registerHooks({ resolve: (name, context, next) => {
       const found = next(name, context);
       appendFileSync(process.env.TRACE, found.url + '\\n');
       return found;
     } });`,
  );
  const loaded = async (env: Record<string, string>) => {
    const TRACE = where.write(`trace-${Object.keys(env).length}`, '');
    await run(where, { NODE_OPTIONS: `--require ${trace}`, TRACE, ...env });
    return readFileSync(TRACE, 'utf8').split('\n').filter(Boolean);
  };
  const without = await loaded({});
  expect(without.some((name) => name.endsWith('/wave.cjs'))).toBe(true);
  expect(without.filter((name) => /telemetry|opentelemetry|node:http/.test(name))).toEqual([]);
  const { url } = await collector();
  const withThem = await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
  expect(withThem.some((name) => name.endsWith('/telemetry.cjs'))).toBe(true);
});

test('the heavy part is not in the command', () => {
  const dist = fileURLToPath(new URL('../dist', import.meta.url));
  for (const file of ['wave.cjs', 'run.cjs', 'hooks.cjs'])
    expect(readFileSync(join(dist, file), 'utf8')).not.toMatch(/opentelemetry|OTLPExporter/);
  expect(readFileSync(join(dist, 'telemetry.cjs'), 'utf8')).toMatch(/opentelemetry/);
});
