import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linesOf, memory } from '../mcp/servers.ts';
import { openAgent } from '../open-agent.ts';
import { tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const onBash = (entry: object) => ({ PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] });
const told = (agent: { messages: readonly unknown[] }) => JSON.stringify(agent.messages);

test("a prompt hook asks the session's model, without tools, and its no blocks the call", async () => {
  const o = await openAgent({
    hooks: onBash({ type: 'prompt', prompt: 'Is this safe?', name: 'judge' }),
  });
  o.server.script(
    call('Bash', { command: 'touch ran' }),
    say('{"ok": false, "reason": "JUDGED UNSAFE"}'),
    say('done'),
  );
  await o.agent.sendMessage('go');
  const [, judge, after] = o.server.requests;
  expect(judge?.body.tools ?? []).toEqual([]);
  expect(judge?.body.messages?.length).toBe(1);
  expect(JSON.stringify(judge?.body.messages)).toContain('Is this safe?');
  expect(JSON.stringify(judge?.body.messages)).toContain('touch ran');
  expect(JSON.stringify(after?.body.messages)).toContain('JUDGED UNSAFE');
  expect(linesOf(join(o.dir, 'ran'))).toEqual([]);
  expect(o.agent.usage.requests, 'what it cost is on the bill').toBe(3);
  expect(o.server.faults).toEqual([]);
});

test('a prompt hook that says ok is silent; one that names a model asks that one', async () => {
  const o = await openAgent({
    hooks: onBash({ type: 'prompt', prompt: 'Fine?', model: 'claude-haiku-4-5' }),
  });
  o.server.script(call('Bash', { command: 'echo hi' }), say('{"ok": true}'), say('done'));
  await o.agent.sendMessage('go');
  expect(o.server.requests.length).toBe(3);
  expect(o.server.requests[1]?.body.model).toBe('claude-haiku-4-5');
  expect(told(o.agent)).not.toContain('Fine?');
});

test('an agent hook reads before it answers, and only what may be read unasked', async () => {
  const o = await openAgent({
    hooks: onBash({ type: 'agent', prompt: 'Is this safe?', name: 'judge' }),
    permissions: { deny: ['Read(secret.txt)'] },
  });
  writeFileSync(join(o.dir, 'rules.txt'), 'NEVER TOUCH');
  writeFileSync(join(o.dir, 'secret.txt'), 'HIDDEN WORD');
  const outside = join(tempDir(), 'beside.txt');
  writeFileSync(outside, 'BESIDE WORD');
  o.server.script(
    call('Bash', { command: 'touch ran' }),
    {
      blocks: [
        { call: 'Read', input: { file_path: 'rules.txt' } },
        { call: 'Read', input: { file_path: 'secret.txt' } },
        { call: 'Read', input: { file_path: outside } },
        { call: 'Grep', input: { pattern: 'WORD', output_mode: 'content' } },
        { call: 'Write', input: { file_path: 'made.txt', content: 'x' } },
      ],
    },
    say('{"ok": false, "reason": "JUDGED UNSAFE"}'),
    say('done'),
  );
  await o.agent.sendMessage('go');
  const [, first, judge, after] = o.server.requests.map(({ body }) => body);
  expect(first?.tools?.map(({ name }) => name)).toEqual(['Read', 'Glob', 'Grep']);
  const heard = JSON.stringify(judge?.messages);
  expect(heard).toContain('NEVER TOUCH');
  expect(heard).not.toContain('HIDDEN WORD');
  expect(heard).not.toContain('BESIDE WORD');
  expect(heard).toContain('It may not be read: deny rule: Read(secret.txt).');
  expect(heard).toContain('There is no tool \\"Write\\" here.');
  expect(JSON.stringify(after?.messages)).toContain('JUDGED UNSAFE');
  expect(linesOf(join(o.dir, 'ran'))).toEqual([]);
  expect(linesOf(join(o.dir, 'made.txt'))).toEqual([]);
  expect(o.server.faults).toEqual([]);
});

test('the practice model is no judge: the hook fails, and a guard blocks', async () => {
  const o = await openAgent({
    model: 'practice',
    hooks: onBash({ type: 'prompt', prompt: 'Fine?', onError: 'block' }),
  });
  await o.agent.sendMessage('run `touch ran`');
  expect(told(o.agent)).toContain('the practice model cannot judge');
  expect(linesOf(join(o.dir, 'ran'))).toEqual([]);
});

test("an mcp_tool hook uses the session's connection, and its text is read as stdout", async () => {
  const log = join(tempDir(), 'log');
  const o = await openAgent({
    mcpServers: { memory: memory({ LOG: log }) },
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'mcp_tool',
              server: 'memory',
              tool: 'write_note',
              input: { text: 'saw ${tool_input.command}' },
            },
          ],
        },
      ],
      UserPromptSubmit: [{ hooks: [{ type: 'mcp_tool', server: 'memory', tool: 'read_graph' }] }],
    },
  });
  o.server.script(call('Bash', { command: 'echo hi' }), say('done'));
  await o.agent.sendMessage('go');
  expect(linesOf(log)).toContain('write saw echo hi');
  expect(o.sent(), 'plain text on UserPromptSubmit is context').toContain('the graph');
  expect(o.server.faults).toEqual([]);
});

test('an error of the tool and a server that is not there are failures', async () => {
  const o = await openAgent({
    mcpServers: { memory: memory() },
    hooks: {
      UserPromptSubmit: [
        {
          hooks: [
            { type: 'mcp_tool', server: 'memory', tool: 'fail' },
            { type: 'mcp_tool', server: 'nobody', tool: 'x' },
          ],
        },
      ],
    },
  });
  o.server.script(say('done'));
  await o.agent.sendMessage('go');
  expect(told(o.agent)).toContain('fail reported an error: no such thing');
  expect(told(o.agent)).toContain('there is no MCP server called \\"nobody\\"; there is: memory');
});

test("an http hook calls what the user's settings allow", async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.end('{"decision":"deny","reason":"THE SERVER SAYS NO"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const home = tempDir();
  mkdirSync(join(home, '.wave'));
  writeFileSync(
    join(home, '.wave', 'settings.json'),
    JSON.stringify({ allowedHttpHookUrls: ['http://127.0.0.1:*'] }),
  );
  const hooks = onBash({ type: 'http', url });
  const o = await openAgent({ home, hooks, settingSources: ['user'] });
  o.server.script(call('Bash', { command: 'touch ran' }), say('done'));
  await o.agent.sendMessage('go');
  expect(o.sent()).toContain('THE SERVER SAYS NO');
  const bare = await openAgent({ hooks });
  bare.server.script(call('Bash', { command: 'touch ran' }), say('done'));
  await bare.agent.sendMessage('go');
  expect(bare.sent()).not.toContain('THE SERVER SAYS NO');
  expect(told(bare.agent)).toContain('allowedHttpHookUrls');
});
