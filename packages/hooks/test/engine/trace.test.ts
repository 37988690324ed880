import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import type { EngineOptions } from '../../src/engine/engine-options.ts';
import type { RunInfo } from '../../src/engine/setting.ts';
import { INPUTS, tempDir } from '../helpers.ts';

const PLACE = { traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01`, tracestate: 'x=1' };

/** Fires PreToolUse with one hook that stands at a place in a trace. */
async function fired(entry: Record<string, unknown>, more: Partial<EngineOptions> = {}) {
  const asked: RunInfo[] = [];
  const engine = await createEngine({
    hooks: { PreToolUse: [{ hooks: [{ name: 'one', ...entry }] }] } as never,
    projectDir: tempDir(),
    env: { PATH: process.env['PATH'] },
    launcher: false,
    traceOf: (run) => {
      asked.push(run);
      return PLACE;
    },
    ...more,
  });
  onTestFinished(() => engine.close());
  const verdict = await engine.fire({ ...INPUTS.PreToolUse, tool_use_id: 'call-1' } as never);
  return { asked, run: verdict.runs[0] };
}

const PRINTS = 'printf "%s %s" "$TRACEPARENT" "$TRACESTATE" >&2; exit 2';
const BOTH = `${PLACE.traceparent} ${PLACE.tracestate}`;

test('a command finds its place in its environment, also in a clean one', async () => {
  const { run, asked } = await fired({ type: 'command', command: PRINTS });
  expect(run?.stderr).toBe(BOTH);
  expect(asked).toEqual([
    expect.objectContaining({
      ...{ event: 'PreToolUse', hook: 'one', handler: 'command', call: 'call-1' },
    }),
  ]);
  const clean = await fired({ type: 'command', command: PRINTS, env: { inherit: false } });
  expect(clean.run?.stderr).toBe(BOTH);
});

test('a command that asks for nothing gets nothing', async () => {
  const { run } = await fired({ type: 'command', command: PRINTS }, { traceOf: () => undefined });
  expect(run?.stderr).toBe(' ');
});

test('a server finds it in headers', async () => {
  const got: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    got.push([headers['traceparent'], headers['tracestate']]);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  await fired(
    { type: 'http', url: `http://127.0.0.1:${port}/` },
    { allowedHttpHookUrls: ['http://127.0.0.1:*'] },
  );
  expect(got).toEqual([[PLACE.traceparent, PLACE.tracestate]]);
});

test('a worker finds it beside each event', async () => {
  const command = `node -e '
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, traceparent, tracestate } = JSON.parse(line);
      console.log(JSON.stringify({ id, exit_code: 2, stderr: traceparent + " " + tracestate }));
    })'`;
  const { run } = await fired({ type: 'worker', command });
  expect(run?.stderr).toBe(BOTH);
});

test('a model and a tool of a server are asked with it', async () => {
  const got: unknown[] = [];
  const host = {
    ask: async ({ trace }: { trace?: unknown }) => {
      got.push(trace);
      return '{"ok": true}';
    },
    callTool: async ({ trace }: { trace?: unknown }) => {
      got.push(trace);
      return { text: '', isError: false };
    },
  };
  await fired({ type: 'prompt', prompt: 'Is it right?' }, { host });
  await fired({ type: 'mcp_tool', server: 's', tool: 't' }, { host });
  expect(got).toEqual([PLACE, PLACE]);
});
