import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import type { Confirm } from '../../src/permissions/confirm.ts';
import type { PermissionMode } from '../../src/permissions/rules/rule.ts';
import { blocksOf, printing, talk, tempDir } from '../talk.ts';
import { type Answer, call, say } from '../wire/reply.ts';
import { linesOf, memory, wild } from './servers.ts';

type Talk = Awaited<ReturnType<typeof talk>>;
const CREATE = call('mcp__memory__create_entities', { names: ['a'] });
const WRITE = call('mcp__memory__write_note', { text: 'b' });
const READ = call('mcp__memory__read_graph', {});
const results = ({ agent }: Talk) =>
  blocksOf(agent.messages, 'tool').map(({ success, result }) => ({ success, result }));

const on = (event: string, matcher: string, command: string) => ({
  [event]: [{ matcher, hooks: [{ type: 'command', name: 'guard', command }] }],
});

/** A turn that makes these calls, and what came to the server of them. */
async function calling(calls: readonly Answer[], options: Partial<Parameters<typeof talk>[0]>) {
  const log = join(tempDir(), 'log');
  const t = await talk({
    mcpServers: { memory: memory({ LOG: log }) },
    script: [...calls, say('ok')],
    ...options,
  });
  expect(t.server.faults).toEqual([]);
  return { t, ran: linesOf(log) };
}

describe('S3, MCP tools: matchers over the names of servers and tools', () => {
  const rows: [string, readonly string[]][] = [
    ['mcp__memory__.*', []],
    ['mcp__.*__write.*', ['create a']],
    ['mcp__memory__create_entities', ['write b']],
    ['mcp__other__.*', ['create a', 'write b']],
    // Only letters: a list of exact names.
    ['mcp__memory', ['create a', 'write b']],
  ];
  test.each(rows)('%s', async (matcher, ran) => {
    const seen = await calling([CREATE, WRITE], {
      hooks: on('PreToolUse', matcher, 'echo not this one >&2; exit 2'),
    });
    expect(seen.ran).toEqual(ran);
    const blocked = results(seen.t).filter(({ result }) => result === 'not this one');
    expect(blocked).toHaveLength(2 - ran.length);
    expect(seen.t.sent.split('not this one').length - 1 > 0).toBe(ran.length < 2);
  });
});

test('hooks get the name, the input and what came back', async () => {
  const dir = tempDir();
  await calling([CREATE], {
    workdir: dir,
    hooks: {
      ...on('PreToolUse', 'mcp__memory__.*', 'cat > pre.json'),
      ...on('PostToolUse', 'mcp__memory__.*', 'cat > post.json'),
    },
  });
  const read = (name: string) => JSON.parse(linesOf(join(dir, name))[0] ?? '{}');
  const tool = { tool_name: 'mcp__memory__create_entities', tool_input: { names: ['a'] } };
  expect(read('pre.json')).toMatchObject(tool);
  expect(read('post.json')).toMatchObject({
    ...tool,
    tool_response: { success: true, output: 'kept a' },
  });
});

test('hooks get what a tool gave structured', async () => {
  const dir = tempDir();
  await calling([call('mcp__memory__measure', {})], {
    workdir: dir,
    hooks: on('PostToolUse', 'mcp__memory__measure', 'cat > post.json'),
  });
  expect(JSON.parse(linesOf(join(dir, 'post.json'))[0] ?? '{}')).toMatchObject({
    tool_response: { success: true, structuredContent: { celsius: 21 } },
  });
});

test('a rewrite is what the server gets, and must fit its schema', async () => {
  const rewriting = (updatedInput: object) =>
    on(
      'PreToolUse',
      'mcp__memory__create_entities',
      printing({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } }),
    );
  const fits = await calling([CREATE], { hooks: rewriting({ names: ['z'] }) });
  expect(fits.ran).toEqual(['create z']);
  const none = await calling([CREATE], { hooks: rewriting({ names: 'z' }) });
  expect(none.ran).toEqual([]);
  expect(results(none.t)[0]?.result).toContain('it no longer fits');
});

describe('permission', () => {
  const POKE = call('mcp__wild__poke', {});
  const PEEK = call('mcp__wild__peek', {});
  const asked = async (made: Answer, options: Partial<Parameters<typeof talk>[0]>) => {
    const mcpServers = { wild: wild({ tools: 'pair' }) };
    const t = await talk({ mcpServers, script: [made, say('ok')], ...options });
    return results(t)[0]?.success;
  };

  const modes: [PermissionMode, string, 'yes' | 'no' | 'ask'][] = [
    ['default', 'poke', 'ask'],
    ['default', 'peek', 'ask'],
    ['acceptEdits', 'poke', 'ask'],
    ['plan', 'poke', 'no'],
    ['plan', 'peek', 'ask'],
    ['dontAsk', 'peek', 'no'],
    ['bypassPermissions', 'poke', 'yes'],
  ];
  test.each(modes)("a server's word permits nothing: %s, %s: %s", async (mode, tool, expected) => {
    const confirm = vi.fn<Confirm>(async () => true);
    const made = tool === 'peek' ? PEEK : POKE;
    const ran = await asked(made, { permissionMode: mode, confirm });
    expect(confirm).toHaveBeenCalledTimes(expected === 'ask' ? 1 : 0);
    expect(ran).toBe(expected !== 'no');
  });

  const rules: [string, boolean][] = [
    ['mcp__wild', true],
    ['mcp__wild__*', true],
    ['mcp__wild__poke', true],
    ['mcp__*', true],
    ['mcp__wi', false],
    ['mcp__other', false],
    ['mcp__wild__po', false],
  ];
  test.each(rules)('the rule %s: %s', async (rule, matches) => {
    const permitted = { permissionMode: 'dontAsk', permissions: { allow: [rule] } } as const;
    expect(await asked(POKE, permitted)).toBe(matches);
    expect(await asked(POKE, { permissions: { deny: [rule] } })).toBe(!matches);
    const confirm = vi.fn<Confirm>(async () => false);
    expect(await asked(POKE, { confirm, permissions: { ask: [rule] } })).toBe(!matches);
    expect(confirm).toHaveBeenCalledTimes(matches ? 1 : 0);
  });
});

test('the example guard: reading is free, writing asks, by a real server', async () => {
  const guard = fileURLToPath(new URL('../../../../examples/mcp-write-guard.mjs', import.meta.url));
  const confirm = vi.fn<Confirm>(async ({ tool }) => !tool.includes('write'));
  const { t, ran } = await calling([READ, CREATE, WRITE], {
    confirm,
    hooks: on('PreToolUse', 'mcp__.*', `"${process.execPath}" "${guard}"`),
  });
  expect(confirm.mock.calls.map(([{ tool }]) => tool)).toEqual([
    'mcp__memory__create_entities',
    'mcp__memory__write_note',
  ]);
  expect(results(t).map(({ success }) => success)).toEqual([true, true, false]);
  expect(ran).toEqual(['create a']);
});
