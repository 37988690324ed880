import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tryHook } from '../src/testing/index.ts';

const CALL = { tool: 'Bash', input: { command: 'ls' } } as const;

test('hooks that ask a model or an MCP tool are tried against stand-ins of the test', async () => {
  const judge = await tryHook({ type: 'prompt', prompt: 'Safe?' }, CALL, {
    host: { ask: async () => '{"ok": false, "reason": "no"}' },
  });
  expect(judge).toMatchObject({ decision: 'block', outcome: { is: 'exit', code: 2 } });
  const scan = await tryHook({ type: 'mcp_tool', server: 's', tool: 't' }, CALL, {
    host: { callTool: async () => ({ text: '{"decision":"ask"}', isError: false }) },
  });
  expect(scan.decision).toBe('ask');
  const none = await tryHook({ type: 'prompt', prompt: 'Safe?' }, CALL);
  expect(none.outcome?.is).toBe('start');
});

test('a web hook is tried against a server that the test allows', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.end('{"decision":"deny","reason":"no"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const hook = { type: 'http', url };
  expect((await tryHook(hook, CALL)).outcome?.is).toBe('start');
  const tried = await tryHook(hook, CALL, { allowedHttpHookUrls: [url] });
  expect(tried.decision).toBe('block');
});
