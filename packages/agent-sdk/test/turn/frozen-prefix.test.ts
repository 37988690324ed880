import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../../../../test/until.ts';
import { wild } from '../mcp/servers.ts';
import { startAgent, tempDir } from '../talk.ts';
import { call, fail, say, type WireBlock } from '../wire/reply.ts';
import type { WireRequest } from '../wire/server.ts';

// Anthropic, preserved thinking: a thought is bound to `system`, `tools` and every message before it.

const THOUGHT: WireBlock = { thinking: 'hm', signature: 'signed' };
const front = (request: WireRequest | undefined) =>
  JSON.stringify([request?.body.system, request?.body.tools]);
const messages = (request: WireRequest | undefined) => JSON.stringify(request?.body.messages);

async function twice(between: (dir: string) => void) {
  const home = tempDir();
  const workdir = tempDir();
  const settingSources = ['project'] as const;
  const model = 'anthropic/claude-sonnet-5-5';
  writeFileSync(join(workdir, 'AGENTS.md'), 'Use tabs.');
  const first = await startAgent({
    ...{ home, workdir, settingSources, model },
    session: { keep: true },
  });
  first.server.script({ blocks: [THOUGHT, { text: 'One.' }] });
  await first.agent.sendMessage('Go');
  const resume = first.agent.sessionId;
  await first.agent.close();
  between(workdir);
  const again = await startAgent({
    ...{ home, workdir, settingSources, model },
    session: { keep: true, resume },
  });
  return { ...again, before: first.server.requests[0] };
}

it('begins every request of a resumed session with the same bytes, and tells what changed', async () => {
  const { agent, server, before } = await twice((dir) => {
    writeFileSync(join(dir, 'AGENTS.md'), 'Use spaces.');
    writeFileSync(join(dir, 'new.txt'), '');
  });
  server.script(say('Two.'), say('Three.'));
  await agent.sendMessage('And?');
  await agent.sendMessage('And then?');
  expect(server.requests.map(front)).toEqual([front(before), front(before)]);
  expect(messages(server.requests[0])).toContain('Use spaces.');
  expect(messages(server.requests[0])).toContain('"signed"');
  expect(messages(server.requests[1]).split('Use spaces.')).toHaveLength(2);
});

it('keeps a resumed session as it was where nothing changed', async () => {
  const { agent, server, before } = await twice(() => {});
  server.script(say('Two.'));
  await agent.sendMessage('And?');
  expect(front(server.requests[0])).toBe(front(before));
  expect(messages(server.requests[0])).not.toContain('has changed');
});

it('asks once more without thoughts that a provider refuses, and goes on thinking', async () => {
  const { agent, server } = await twice(() => {});
  const message = 'messages.1.content.0: this thinking block is bound to a different conversation';
  server.script(fail(400, { message }), say('Two.'), say('Three.'));
  const { ended } = await agent.sendMessage('And?');
  await agent.sendMessage('And then?');
  expect(ended).toBe('done');
  expect(server.requests.map((one) => messages(one).includes('"signed"'))).toEqual([
    ...[true, false, false],
  ]);
  const asked = server.requests.map(({ body }) =>
    JSON.stringify([body.thinking, body.output_config]),
  );
  expect(new Set(asked).size).toBe(1);
  expect(JSON.stringify(agent.messages)).toContain('Older thoughts are no longer sent.');
});

it('stays as it was where a rule allows a tool of the provider, and says so once', async () => {
  const { agent, server, before } = await twice(() => {});
  await agent.addRule('allow', 'WebSearch');
  server.script(say('Two.'), say('Three.'));
  await agent.sendMessage('And?');
  await agent.sendMessage('And then?');
  expect(server.requests.map(front)).toEqual([front(before), front(before)]);
  expect(messages(server.requests[1])).toContain('"signed"');
  expect(JSON.stringify(agent.messages).split('WebSearch is allowed now.')).toHaveLength(2);
});

it('drops thoughts where a rule takes a tool of the provider away: they were bound to it', async () => {
  const { agent, server } = await startAgent({ model: 'anthropic/claude-sonnet-5-5' });
  await agent.addRule('allow', 'WebSearch');
  server.script({ blocks: [THOUGHT, { text: 'One.' }] }, say('Two.'));
  await agent.sendMessage('Go');
  await agent.addRule('deny', 'WebSearch');
  await agent.sendMessage('And?');
  expect(server.requests.map((one) => front(one).includes('web_search'))).toEqual([true, false]);
  expect(messages(server.requests[1])).not.toContain('"signed"');
});

/** A server that starts once a file is there. */
function slow(sign: string) {
  const { command, args } = wild({});
  const wait = `until test -e '${sign}'; do sleep 0.02; done; exec "$0" "$@"`;
  return { command: 'sh', args: ['-c', wait, command, ...args] };
}

it('keeps the list of tools where a server comes late: its tools are told, and called with ToolCall', async () => {
  const home = tempDir();
  const sign = join(home, 'go');
  const options = {
    ...{ home, workdir: tempDir(), model: 'anthropic/claude-sonnet-5-5', mcpWaitMs: 50 },
    mcpServers: { late: slow(sign) },
  };
  const one = await startAgent({ ...options, session: { keep: true } });
  one.server.script({ blocks: [THOUGHT, { text: 'One.' }] });
  await one.agent.sendMessage('Go');
  writeFileSync(sign, '');
  await until(() => one.agent.mcp.servers()[0]?.state === 'ready');
  one.server.script(call('ToolCall', { tool: 'mcp__late__poke', input: {} }), say('Two.'));
  await one.agent.sendMessage('And?');
  const [first, second, third] = one.server.requests;
  expect([front(second), front(third)]).toEqual([front(first), front(first)]);
  expect(messages(second)).toContain('"signed"');
  expect(messages(second)).toMatch(/The tool mcp__late__poke is new\. Call it with ToolCall: /);
  expect(messages(third)).toContain('"fine"');
  const resume = one.agent.sessionId;
  await one.agent.close();
  const two = await startAgent({ ...options, mcpWaitMs: 60_000, session: { keep: true, resume } });
  two.server.script(say('Three.'), say('In short.'), say('Four.'));
  await two.agent.sendMessage('And then?');
  const told = (request: WireRequest | undefined) =>
    messages(request).split(' is new. ').length - 1;
  expect([front(two.server.requests[0]), told(two.server.requests[0])]).toEqual([
    ...[front(first), told(second)],
  ]);
  // What a summary does not say is told again.
  expect((await two.agent.compact()).done).toBe(true);
  await two.agent.sendMessage('More');
  const last = two.server.requests.at(-1);
  expect([front(last), told(last)]).toEqual([front(first), told(second)]);
});
