import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { wild } from './servers.ts';

const has = (part: string) => expect.stringContaining(part);
const FLOODED = 'it sent more than 32 MiB or 40000 lines for one request, so it was ended';

/** One turn with a wild server: a call to it, and one to a tool of ours. */
async function turn(how: object, more: object = {}) {
  const t = await talk({
    mcpServers: { wild: wild(how, { timeout: 1, ...more }) },
    script: [
      call('mcp__wild__poke', {}),
      call('Bash', { command: 'echo still here' }),
      say('Done.'),
    ],
  });
  expect(t.result.ended).toBe('done');
  expect(t.server.faults).toEqual([]);
  const [poked, bash] = blocksOf(t.agent.messages, 'tool');
  expect(bash).toMatchObject({ success: true, result: has('still here') });
  return {
    t,
    poked,
    told: blocksOf(t.agent.messages, 'notice').map(({ content }) => content),
    errors: blocksOf(t.agent.messages, 'error').map(({ content }) => content),
    offered: (t.server.requests[0]?.body.tools ?? [])
      .map(({ name }) => name)
      .filter((name) => name.startsWith('mcp__')),
  };
}

describe('a server that does not start costs its own tools only, and is told once', () => {
  const rows: [string, object, object, string][] = [
    ['exits', { start: 'exit' }, {}, 'it ended with exit code 7'],
    ['is done at once', {}, { command: 'true', args: [] }, 'it ended with exit code 0'],
    ['takes nothing', {}, { command: 'sh', args: ['-c', 'exec <&-; sleep 0.2'] }, 'exit code 0'],
    ['says why', { start: 'say' }, {}, 'it wrote: the database is not there'],
    ['never answers', { start: 'never' }, { startTimeout: 0.5 }, 'not ready within 0.5 s'],
    // Time enough to be started, on a machine that has a lot to do.
    ['never lists', { list: 'never' }, { startTimeout: 10 }, 'its tools could not be listed'],
    ['floods with lines', { start: 'flood' }, {}, FLOODED],
    ['floods with one line', { start: 'bytes' }, {}, FLOODED],
    ['refuses', { start: 'refuse' }, {}, 'not today'],
    ['answers nonsense', { start: 'nonsense' }, {}, 'nvalid'],
    ['is not there', {}, { command: 'no-such-program-at-all' }, 'it could not be started'],
    ['has no such directory', {}, { cwd: 'none' }, 'it could not be started'],
  ];
  test.each(rows)('it %s', async (_, how, more, reason) => {
    const { t, poked, errors, offered } = await turn(how, more);
    expect(errors).toEqual([has(reason)]);
    expect(errors[0]).toMatch(/^MCP server "wild": it is not available: /);
    expect(offered).toEqual([]);
    expect(poked).toMatchObject({ success: false, result: has('There is no tool called') });
    expect(t.agent.mcp.servers()).toMatchObject([{ state: 'failed', reason: has(reason) }]);
  });
});

describe('what it lists is taken piece by piece', () => {
  test('wrong schemas cost their own tool', async () => {
    const { told, offered } = await turn({ tools: 'wrong' });
    expect(offered).toEqual(['mcp__wild__either', 'mcp__wild__poke']);
    expect(told).toEqual([
      'MCP server "wild": 2 of its tools are none (no name, or no object), and left out.',
      'MCP server "wild": its tool "either": "anyOf" at the top of its input schema is not passed on.',
      has('its tool "large" is left out: its input schema has 100'),
      has('its tool "list" is left out: its input schema is not of type "object"'),
      has('its tool "misspelt" is left out: its input schema is not valid'),
      'MCP server "wild": and 1 more of that kind.',
    ]);
  });

  test.each([
    ['from the start', { tools: 'deep' }, 'fine'],
    ['when it changes', { call: 'deepen' }, 'deeper'],
  ])('a schema that is nested too deeply costs its own tool, %s', async (_, how, result) => {
    const { t, poked } = await turn(how, { timeout: 20 });
    expect(poked).toMatchObject({ success: true, result });
    const told = () => blocksOf(t.agent.messages, 'notice').map(({ content }) => content);
    const why = 'its tool "deep" is left out: its input schema is nested deeper than 200 levels';
    await until(() => told().some((text) => text.includes(why)), 'the word about it');
    await t.send('NEXT', call('mcp__wild__poke', {}), say('ok'));
    expect(blocksOf(t.agent.messages, 'tool').at(-1)).toMatchObject({ success: true });
  });

  test('of tools with one name the first is taken', async () => {
    const { told, offered } = await turn({ tools: 'twins' });
    expect(offered).toEqual(['mcp__wild__po_ke', 'mcp__wild__poke']);
    expect(told).toEqual([
      has('its tool "po_ke" is left out: another one is called mcp__wild__po_ke already'),
      has('its tool "poke" is left out: another one is called mcp__wild__poke already'),
    ]);
  });

  test('ten thousand tools are cut at the bound', async () => {
    const { t, told, offered } = await turn({ tools: 'many' });
    // So many are found by a search, one by one.
    expect(offered).toEqual([]);
    expect(t.server.requests[0]?.body.tools?.map(({ name }) => name)).toContain('ToolSearch');
    expect(told).toEqual([has('it has more than 256 tools; those beyond are left out')]);
  });

  test('pages without end come to one', async () => {
    const { told, offered } = await turn({ list: 'endless' });
    expect(offered).toEqual(['mcp__wild__poke']);
    expect(told).toContain(
      'MCP server "wild": its list of tools does not end after 32 pages; those beyond are left out.',
    );
  });

  test('a description of a million characters is cut', async () => {
    const { t } = await turn({ tools: 'wordy' });
    expect(t.sent.length).toBeLessThan(100_000);
  });
});

describe('what a call leads to', () => {
  const rows: [string, boolean, string][] = [
    ['fine', true, 'fine'],
    ['exit', false, 'it ended with exit code 9'],
    ['shut', false, 'it closed its output'],
    ['never', false, 'it did not answer within 1 s'],
    ['nonsense', true, 'It answered without a content.'],
    ['nothing', false, 'it did not answer within 1 s'],
    ['odd', true, '[a piece of an unknown kind: hologram]\n[a piece that is no content]\n'],
    ['refuse', false, 'I will not'],
    ['stranger', true, 'yours'],
    ['garbage', true, 'after garbage'],
    ['huge', true, '1,970,000 characters omitted'],
    ['flood', false, FLOODED],
    ['gush', false, FLOODED],
  ];
  test.each(rows)('%s', async (how, success, result) => {
    // A flood has to be sent before it can be seen, so it is given time.
    const waits = ['never', 'nothing'].includes(how);
    const { poked } = await turn({ call: how }, waits ? {} : { timeout: 100 });
    expect(poked).toMatchObject({ success, result: has(result) });
  });
});

test('the first request does not wait for ever, and who is late joins', async () => {
  const late = wild({});
  const slow = {
    ...late,
    command: 'sh',
    args: ['-c', 'sleep 1; exec "$0" "$@"', late.command, ...late.args],
  };
  const t = await talk({ mcpServers: { wild: slow }, mcpWaitMs: 50, script: [say('first')] });
  expect(t.sent).not.toContain('mcp__wild__poke');
  await until(() => t.agent.mcp.servers()[0]?.state === 'ready', 'the late server');
  await t.send('NEXT', say('second'));
  expect(t.sent).toContain('mcp__wild__poke');
  expect(blocksOf(t.agent.messages, 'notice').map(({ content }) => content)).toEqual([
    'MCP server "wild": it is still starting after 0.05 s, so Wave continues without it.',
    'MCP server "wild": it is ready now.',
  ]);
});

test('an abort while the first request waits ends the turn', async () => {
  const { agent } = await openAgent({
    mcpServers: { wild: wild({ start: 'never' }) },
    mcpWaitMs: 600_000,
  });
  const turn = agent.sendMessage('PROMPT');
  agent.abort();
  expect((await turn).ended).toBe('aborted');
});

describe('nothing of a server is left', () => {
  const running = (mark: string) =>
    execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(mark) && !/^\s*\d+\s+Z/.test(line));
  const rows: [string, object][] = [
    ['it leaves by itself', {}],
    ['it left children', { children: 2 }],
    ['it does not hear', { deaf: true, children: 1 }],
    ['it never answered', { start: 'never', deaf: true }],
  ];
  test.each(rows)('%s', async (_, how) => {
    const mark = `mark-${Math.random().toString(36).slice(2)}`;
    const server = wild(how);
    const { agent } = await openAgent({
      mcpServers: { wild: { ...server, args: [...server.args, mark] } },
    });
    await until(() => running(mark).length > 0, 'the server');
    const group = Number(running(mark)[0]?.trim().split(/\s+/)[0]);
    await agent.close();
    expect(running(mark)).toEqual([]);
    const members = execFileSync('ps', ['-eo', 'pgid,stat'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.trim().startsWith(`${group} `) && !line.includes('Z'));
    expect(members).toEqual([]);
  });
});
