import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wild } from '../mcp/servers.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import type { WireRequest } from '../wire/server.ts';

const toolNames = ({ body }: WireRequest) => (body.tools ?? []).map(({ name }) => name);

/** What a hook sees of each call. */
function seeing() {
  const seen: object[] = [];
  const run = ({ tool_name, tool_input }: Record<string, unknown>) => {
    seen.push({ [String(tool_name)]: tool_input });
  };
  return { seen, hooks: { PreToolUse: [{ hooks: [{ type: 'function', name: 'see', run }] }] } };
}

/** The calls and results of a request, as its messages have them. */
const blocksIn = ({ body }: WireRequest, type: string) =>
  (body.messages ?? []).flatMap(({ content }) =>
    (Array.isArray(content) ? content : []).filter((one) => one.type === type),
  );

test('several edits in one call are as many calls to hooks, and one to the model', async () => {
  const { seen, hooks } = seeing();
  const { agent, server, dir } = await openAgent({ hooks });
  const file_path = join(dir, 'a.txt');
  writeFileSync(file_path, 'one\ntwo\n');
  const one = { old_string: 'one', new_string: '1' };
  const two = { old_string: 'two', new_string: '2', replace_all: true };
  const input = { file_path, edits: [one, two] };
  server.script(
    call('Read', { file_path }),
    call('Edit', input),
    call('MultiEdit', input),
    say('ok'),
  );
  await agent.sendMessage('go');
  expect(readFileSync(file_path, 'utf8')).toBe('1\n2\n');
  const edits = [{ Edit: { file_path, ...one } }, { Edit: { file_path, ...two } }];
  expect(seen).toEqual([{ Read: { file_path } }, ...edits, ...edits]);
  const [, , third, fourth] = server.requests;
  expect(third && blocksIn(third, 'tool_use').at(-1)).toMatchObject({ name: 'Edit', input });
  expect(fourth && blocksIn(fourth, 'tool_use').at(-1)).toMatchObject({ name: 'MultiEdit', input });
  expect(third && blocksIn(third, 'tool_result')).toHaveLength(2);
  expect(JSON.stringify(third && blocksIn(third, 'tool_result'))).not.toContain('"is_error":true');
  // The second time nothing is found.
  expect(fourth && blocksIn(fourth, 'tool_result')).toMatchObject([{}, {}, { is_error: true }]);
});

test('names that models know from another agent are taken', async () => {
  const { seen, hooks } = seeing();
  const { agent, server } = await openAgent({ hooks });
  server.script(
    call('Agent', { description: 'look', prompt: 'Look.', subagent_type: 'general-purpose' }),
    say('found'),
    call('TaskCreate', { subject: 'first', description: 'it' }),
    call('TaskCreate', { subject: 'second', description: 'it' }),
    call('TaskUpdate', { taskId: '1', status: 'completed' }),
    call('TaskStop', { task_id: 'nobody' }),
    call('Task', { description: 'd', prompt: 'p', subagent_type: 'explore', model: 'haiku' }),
    ...[say('seen'), call('BashOutput', { bash_id: 'none', filter: 'x' }), say('ok')],
  );
  await agent.sendMessage('go');
  const first = { content: 'first', status: 'pending' };
  const second = { content: 'second', status: 'pending' };
  expect(seen).toEqual([
    { Task: { description: 'look', prompt: 'Look.', subagent_type: 'general' } },
    { TodoWrite: { todos: [first] } },
    { TodoWrite: { todos: [first, second] } },
    { TodoWrite: { todos: [{ ...first, status: 'completed' }, second] } },
    { KillShell: { shell_id: 'nobody' } },
    { Task: { description: 'd', prompt: 'p', subagent_type: 'explore' } },
    { BashOutput: { bash_id: 'none' } },
  ]);
  const last = server.requests.at(-1);
  expect(last && blocksIn(last, 'tool_use').map(({ name }) => name)).toEqual([
    ...['Agent', 'TaskCreate', 'TaskCreate', 'TaskUpdate', 'TaskStop', 'Task', 'BashOutput'],
  ]);
  expect(blocksOf(agent.messages, 'tool').map(({ success }) => success)).toEqual([
    ...[true, true, true, true, false, true, false],
  ]);
});

const PATCH = `*** Begin Patch
*** Update File: a.txt
@@
 one
-two
+2
@@ three
+more
*** Add File: sub/new.txt
+new
*** Delete File: old.txt
*** End Patch`;

test('a patch of a GPT model is the edits that it makes', async () => {
  const { seen, hooks } = seeing();
  const { agent, server, dir } = await openAgent({ hooks, protocol: 'responses' });
  writeFileSync(join(dir, 'a.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(dir, 'old.txt'), 'old\n');
  server.script(
    call('apply_patch', { input: PATCH }),
    call('apply_patch', { input: '*** Begin' }),
    say('ok'),
  );
  await agent.sendMessage('go');
  expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('one\n2\nthree\nmore\n');
  expect(readFileSync(join(dir, 'sub/new.txt'), 'utf8')).toBe('new\n');
  expect(seen.map((one) => Object.keys(one)[0])).toEqual([
    ...['Read', 'Edit', 'Edit', 'Write', 'Bash', 'apply_patch'],
  ]);
  const [first, second, third] = server.requests;
  expect(first && toolNames(first)).toContain('apply_patch');
  const items = (request: WireRequest | undefined, type: string) =>
    (request?.body.input ?? []).filter((one) => one.type === type);
  expect(items(second, 'function_call')).toMatchObject([
    { name: 'apply_patch', arguments: JSON.stringify({ input: PATCH }) },
  ]);
  expect(items(second, 'function_call_output')).toHaveLength(1);
  expect(JSON.stringify(items(third, 'function_call_output').at(-1))).toContain('cannot be read');
});

test('a call that a hook keeps from a patch leaves the rest of it, marked in the one result', async () => {
  const run = ({ tool_name }: { tool_name?: string }) =>
    tool_name === 'Bash' ? { decision: 'deny', reason: 'keep old files' } : undefined;
  const hooks = { PreToolUse: [{ hooks: [{ type: 'function', name: 'keeper', run }] }] };
  const { agent, server, dir } = await openAgent({ hooks, protocol: 'responses' });
  writeFileSync(join(dir, 'a.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(dir, 'old.txt'), 'old\n');
  server.script(call('apply_patch', { input: PATCH }), say('ok'));
  await agent.sendMessage('go');
  expect(readFileSync(join(dir, 'old.txt'), 'utf8')).toBe('old\n');
  const result = JSON.stringify(server.requests[1]?.body.input?.at(-1)?.output);
  expect(result).toMatch(
    /a\.txt was changed.*new\.txt was created.*<wave-hook name=.*keep old files/,
  );
});

/** A server whose tools have long descriptions. */
const many = (count: number) =>
  wild({
    tools: Array.from({ length: count }, (_, n) => ({
      name: `tool_${n}`,
      description: `Does the thing number ${n}. ${'It is long. '.repeat(30)}`,
      inputSchema: { type: 'object', properties: { [`field_${n}`]: { type: 'string' } } },
    })),
  });

test('above a budget, tools of servers are found by ToolSearch and called under their names', async () => {
  const { seen, hooks } = seeing();
  const { agent, server, sent } = await openAgent({
    ...{ hooks, protocol: 'responses', mcpServers: { big: many(150), small: wild({}) } },
  });
  server.script(
    call('ToolSearch', { query: 'number 77' }),
    call('ToolCall', { tool: 'mcp__big__tool_77', input: { field_77: 'x' } }),
    call('mcp__small__poke', {}),
    call('ToolCall', { tool: 'mcp__big__none' }),
    say('ok'),
  );
  await agent.sendMessage('go');
  const [first, second] = server.requests;
  expect(first && toolNames(first).filter((name) => name.startsWith('mcp__'))).toEqual([]);
  expect(first && toolNames(first)).toEqual(expect.arrayContaining(['ToolSearch', 'ToolCall']));
  expect(JSON.stringify(first?.body.tools)).toContain('big (150), small (1)');
  expect(JSON.stringify(second?.body.input)).toContain('field_77');
  expect(seen).toEqual([
    { ToolSearch: { query: 'number 77' } },
    { mcp__big__tool_77: { field_77: 'x' } },
    { mcp__small__poke: {} },
    { ToolCall: { tool: 'mcp__big__none' } },
  ]);
  const [, found, , none] = blocksOf(agent.messages, 'tool');
  expect([found?.result, none?.result]).toEqual([
    'fine',
    'There is no tool called "mcp__big__none". Find it with ToolSearch.',
  ]);
  expect(sent()).toContain(
    JSON.stringify(JSON.stringify({ tool: 'mcp__big__tool_77', input: { field_77: 'x' } })),
  );
});

test('a subagent searches among the tools that it has', async () => {
  const { agent, server } = await openAgent({ mcpServers: { big: many(150) } });
  server.script(
    call('Task', { description: 'look', prompt: 'Look.', subagent_type: 'general' }),
    call('ToolCall', { tool: 'mcp__big__tool_3', input: {} }),
    say('found'),
    say('ok'),
  );
  await agent.sendMessage('go');
  expect(
    server.requests.map((one) => toolNames(one).filter((name) => /mcp__|Tool[SC]/.test(name))),
  ).toEqual(Array.from({ length: 4 }, () => ['ToolSearch', 'ToolCall']));
  expect(JSON.stringify(server.requests[2]?.body.messages)).toContain('fine');
});

test('few tools of servers are told as they are', async () => {
  const { agent, server } = await openAgent({ mcpServers: { big: many(3) } });
  server.script(say('ok'));
  await agent.sendMessage('go');
  const [first] = server.requests;
  expect(first && toolNames(first).filter((name) => /mcp__|ToolS/.test(name))).toHaveLength(3);
});
