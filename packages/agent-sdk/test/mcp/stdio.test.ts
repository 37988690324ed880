import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { DOT } from './dot.ts';
import { linesOf, memory, wild } from './servers.ts';

type Talk = Awaited<ReturnType<typeof talk>>;

const one = (tool: string, input: object = {}) => [call(`mcp__memory__${tool}`, input), say('ok')];
const told = ({ agent }: Talk) => blocksOf(agent.messages, 'notice').map(({ content }) => content);
const results = ({ agent }: Talk) =>
  blocksOf(agent.messages, 'tool').map(({ success, result }) => ({ success, result }));
const toolsSent = ({ server }: Talk, at: number) =>
  (server.requests[at]?.body.tools ?? []).map((tool) => tool.name);

test('a server is started, its tools go to the model, and a call comes to it', async () => {
  const log = join(tempDir(), 'log');
  const t = await talk({
    mcpServers: { memory: memory({ LOG: log }) },
    script: one('create_entities', { names: ['a', 'b'] }),
  });
  expect(t.result.ended).toBe('done');
  expect(results(t)).toEqual([{ success: true, result: 'kept a, b' }]);
  expect(linesOf(log)).toEqual(['create a b']);
  expect(told(t)).toEqual([]);
  expect(t.server.faults).toEqual([]);
  const [tool] = (t.server.requests[0]?.body.tools ?? []).filter(({ name }) => /create/.test(name));
  expect(tool).toMatchObject({
    name: 'mcp__memory__create_entities',
    description: 'Keeps entities.',
    input_schema: {
      type: 'object',
      properties: { names: { type: 'array', items: { type: 'string' } } },
      required: ['names'],
    },
  });
});

test('the same over the protocol of OpenAI', async () => {
  const t = await talk({
    protocol: 'chat',
    mcpServers: { memory: memory() },
    script: one('create_entities', { names: ['a'] }),
  });
  expect(results(t)).toEqual([{ success: true, result: 'kept a' }]);
  expect(t.server.faults).toEqual([]);
});

test('tools come in the same order in every request, those of servers by name', async () => {
  const t = await talk({
    mcpServers: { zoo: memory(), memory: memory() },
    script: one('read_graph'),
  });
  const names = toolsSent(t, 0);
  const theirs = names.filter((name) => /^mcp__|Mcp/.test(name));
  expect(theirs).toEqual([...theirs].sort());
  expect(theirs).toHaveLength(26);
  expect(toolsSent(t, 1)).toEqual(names);
});

describe('what a call answers', () => {
  const rows: [string, object][] = [
    ['fail', { success: false, result: 'no such thing' }],
    [
      'mixed',
      {
        success: true,
        result: [
          'look:',
          '[an image: image/png, 3 bytes, which cannot be shown]',
          '[a sound: audio/wav, 6 bytes]',
          '[a resource: one, memo://one, text/plain]',
          'inside two',
        ].join('\n'),
      },
    ],
    ['measure', { success: true, result: '{"celsius":21}' }],
    ['much', { success: true, result: expect.stringContaining('70,000 characters omitted') }],
  ];
  test.each(rows)('%s', async (tool, expected) => {
    const t = await talk({ mcpServers: { memory: memory() }, script: one(tool) });
    expect(results(t)).toEqual([expected]);
  });

  test('pictures reach the model as pictures, the first five of them', async () => {
    const t = await talk({
      mcpServers: { memory: memory() },
      script: one('pictures', { count: 7 }),
    });
    const note = `[an image: image/whatever, ${Buffer.from(DOT, 'base64').length} bytes]`;
    const text = [...Array(7).fill(note), '[only the first 5 images are shown]'].join('\n');
    expect(results(t)).toEqual([{ success: true, result: text }]);
    expect(t.server.faults).toEqual([]);
    const sent = JSON.stringify(t.server.requests[1]?.body);
    expect(sent).toContain('The image that mcp__memory__pictures gave back:');
    expect(sent.split(DOT)).toHaveLength(6);
    expect(sent).toContain('"media_type":"image/png"');
  });

  test('an input that does not fit does not reach the server', async () => {
    const log = join(tempDir(), 'log');
    const t = await talk({
      mcpServers: { memory: memory({ LOG: log }) },
      script: one('create_entities', { names: 3 }),
    });
    expect(results(t)).toEqual([
      { success: false, result: expect.stringContaining('input/names must be array') },
    ]);
    expect(linesOf(log)).toEqual([]);
  });
});

test('a server gets the usual variables and its own, and none of our keys', async () => {
  process.env['WAVE_TEST_MARK'] = 'mark';
  onTestFinished(() => void delete process.env['WAVE_TEST_MARK']);
  const OWN = `\${WAVE_TEST_MARK} and \${WAVE_TEST_NONE:-other}`;
  const dir = tempDir();
  const t = await talk({
    workdir: dir,
    mcpServers: { memory: memory({ OWN }) },
    script: one('environment'),
  });
  const { cwd, env } = JSON.parse(results(t)[0]?.result ?? '{}');
  expect(cwd).toBe(dir);
  expect(env).toMatchObject({
    OWN: 'mark and other',
    WAVE_PROJECT_DIR: dir,
    PATH: expect.any(String),
  });
  expect(Object.keys(env).filter((name) => /ANTHROPIC|OPENAI|WAVE_TEST/.test(name))).toEqual([]);
});

test('a list that changed with the last call counts for the very next request', async () => {
  const grow = call('mcp__memory__grow', {});
  const grown = call('ToolCall', { tool: 'mcp__memory__grown' });
  const t = await talk({ mcpServers: { memory: memory() }, script: [grow, grown, say('ok')] });
  expect(toolsSent(t, 1), 'the list stays as it was').toEqual(toolsSent(t, 0));
  const heard = (at: number) => JSON.stringify(t.server.requests[at]?.body.messages);
  expect([heard(0), heard(1)].map((text) => text.includes('mcp__memory__grown is new'))).toEqual([
    ...[false, true],
  ]);
  expect(results(t)).toEqual([
    { success: true, result: 'growing' },
    { success: true, result: 'I grew' },
  ]);
});

test('a list that changes counts from the next request on, and is told', async () => {
  const t = await talk({ mcpServers: { memory: memory() }, script: one('grow') });
  await until(
    () => t.agent.mcp.servers()[0]?.tools.includes('mcp__memory__grown') ?? false,
    'the new tool',
  );
  await t.send('NEXT', ...one('grown'));
  expect(toolsSent(t, 2), 'the list stays as it was').toEqual(toolsSent(t, 0));
  expect(t.sent).toContain('The tool mcp__memory__grown is new. Call it with ToolCall');
  expect(results(t).at(-1)).toEqual({ success: true, result: 'I grew' });
  expect(told(t)).toEqual(['MCP server "memory": its tools changed: added mcp__memory__grown.']);
});

test('an abort reaches the server as a cancelled request, and ends the turn at once', async () => {
  const log = join(tempDir(), 'log');
  const t = await talk({ mcpServers: { memory: memory({ LOG: log }) }, script: [say('hello')] });
  const turn = t.send('NEXT', ...one('sleep'));
  await until(() => linesOf(log).includes('sleeping'), 'the call');
  t.agent.abort();
  expect((await turn).ended).toBe('aborted');
  await until(() => linesOf(log).includes('cancelled'), 'the cancellation');
});

test('a call that takes too long fails by itself; the server stays', async () => {
  const t = await talk({
    mcpServers: { memory: { ...memory(), timeout: 0.3 } },
    script: [...one('sleep').slice(0, 1), ...one('read_graph')],
  });
  expect(results(t)).toEqual([
    {
      success: false,
      result: 'sleep of the MCP server memory failed: it did not answer within 0.3 s',
    },
    { success: true, result: 'the graph' },
  ]);
});

test('a server that dies is told with its last words and started again when it is next used', async () => {
  const t = await talk({
    mcpServers: { memory: memory() },
    script: [...one('crash').slice(0, 1), ...one('read_graph')],
  });
  expect(results(t)).toEqual([
    { success: false, result: expect.stringContaining('it ended with exit code 3') },
    { success: true, result: 'the graph' },
  ]);
  expect(told(t)).toEqual([
    'MCP server "memory": it is gone: it ended with exit code 3; it wrote: out of memory, so to say. It is started again when it is next used.',
  ]);
});

test('one that dies each time is given up after three starts, and the model hears that its tools are gone', async () => {
  const crash = one('crash').slice(0, 1);
  const t = await talk({
    mcpServers: { memory: memory() },
    script: [...crash, ...crash, ...crash, ...crash, say('ok')],
  });
  expect(results(t).map(({ success }) => success)).toEqual([false, false, false, false]);
  expect(results(t).at(-1)?.result).toContain('it was started 3 times in a row');
  expect(toolsSent(t, 4), 'the list stays as it was').toEqual(toolsSent(t, 0));
  const heard = (at: number) => JSON.stringify(t.server.requests[at]?.body.messages);
  expect(heard(3)).not.toContain('not available');
  expect(heard(4)).toMatch(/These tools are not available: [^.]*mcp__memory__crash/);
  expect(t.agent.mcp.servers()).toMatchObject([{ name: 'memory', state: 'failed' }]);
  expect(await t.agent.mcp.reconnect('memory')).toMatchObject({ state: 'ready' });
});

test('resources are listed and read; the tools for that are there only with such a server', async () => {
  const none = await talk({ script: [say('ok')] });
  expect(toolsSent(none, 0).filter((name) => /Mcp/.test(name))).toEqual([]);
  const t = await talk({
    mcpServers: { memory: memory() },
    script: [
      call('ListMcpResources', {}),
      call('ReadMcpResource', { server: 'memory', uri: 'memo://notes' }),
      call('ReadMcpResource', { server: 'memory', uri: 'memo://none' }),
      call('ReadMcpResource', { server: 'other', uri: 'memo://notes' }),
      say('ok'),
    ],
  });
  expect(results(t)).toEqual([
    { success: true, result: 'memory: memo://notes | notes | text/plain' },
    { success: true, result: 'remember the milk' },
    { success: false, result: expect.stringContaining('memo://none of memory could not be read') },
    {
      success: false,
      result: expect.stringContaining('there is no MCP server called "other"; there is: memory'),
    },
  ]);
});

test('rules for resources: one is denied, one allowed, the rest has to be asked for', async () => {
  const notes = call('ReadMcpResource', { server: 'memory', uri: 'memo://notes' });
  const read = async (permissions: object) => {
    const t = await talk({
      mcpServers: { memory: memory() },
      permissionMode: 'dontAsk',
      permissions,
      script: [notes, say('ok')],
    });
    expect(t.agent.problems).toEqual([]);
    return results(t)[0]?.success;
  };
  expect(await read({})).toBe(false);
  expect(await read({ allow: ['ReadMcpResource(memory:*)'] })).toBe(true);
  expect(await read({ allow: ['ReadMcpResource(other:*)'] })).toBe(false);
  expect(
    await read({ allow: ['ReadMcpResource'], deny: ['ReadMcpResource(memory:memo://notes)'] }),
  ).toBe(false);
});

test('prompts are listed and filled in for whoever shows them', async () => {
  const { agent } = await talk({ mcpServers: { memory: memory() }, script: [say('ok')] });
  expect(await agent.mcp.prompts()).toEqual({
    items: [
      {
        server: 'memory',
        name: 'review',
        description: 'Reviews.',
        arguments: [{ name: 'topic', required: true }],
      },
    ],
    problems: [],
  });
  expect(await agent.mcp.prompt('memory', 'review', { topic: 'hooks' })).toEqual({
    ok: true,
    value: [{ role: 'user', content: { type: 'text', text: 'Review hooks.' } }],
  });
  expect(await agent.expand('/mcp__memory__review my hooks')).toContain('my hooks');
  await expect(agent.expand('/mcp__memory__none')).rejects.toThrow(
    'no MCP server has a prompt /mcp__memory__none',
  );
  await expect(agent.expand('/mcp__memory__review ')).rejects.toThrow(
    '/mcp__memory__review needs "topic", which is missing: /mcp__memory__review topic',
  );
  expect(await agent.expand('/etc/hosts is a file')).toBeUndefined();
  expect(await agent.mcp.prompt('memory', 'none')).toMatchObject({ ok: false });
  expect(await agent.mcp.prompt('none', 'review')).toMatchObject({ ok: false });
});

test('a prompt of a server that is still starting waits for it; one that never comes is named', async () => {
  const { agent } = await openAgent({
    mcpServers: {
      'my memory': memory(),
      late: wild({ start: 'never' }),
      off: { ...memory(), enabled: false },
    },
    mcpWaitMs: 20_000,
  });
  expect(await agent.expand('/mcp__my_memory__review my hooks')).toBe('Review my hooks.');
  const failed = (text: string, signal?: AbortSignal) =>
    agent.expand(text, signal ? { signal } : {}).catch((error: Error) => error.message);
  expect(await failed('/mcp__late__review', AbortSignal.abort())).toContain(
    'no MCP server has a prompt /mcp__late__review (servers: my memory, late, off); late: it is still starting',
  );
  expect(await failed('/mcp__off__review')).toContain('; off: off');
  expect(await failed('/mcp__none__review')).toBe(
    'no MCP server has a prompt /mcp__none__review (servers: my memory, late, off)',
  );
});

test('a server that knows only the newer handshake is spoken to in it', async () => {
  const t = await talk({
    mcpServers: { memory: memory({}, 'modern') },
    script: one('create_entities', { names: ['a'] }),
  });
  expect(results(t)).toEqual([{ success: true, result: 'kept a' }]);
});

test('a tool that the options disallow is not offered', async () => {
  const t = await talk({
    mcpServers: { memory: memory() },
    disallowedTools: ['mcp__memory__crash'],
    script: one('crash'),
  });
  expect(toolsSent(t, 0)).not.toContain('mcp__memory__crash');
  expect(results(t)).toEqual([
    { success: false, result: 'There is no tool called "mcp__memory__crash".' },
  ]);
});
