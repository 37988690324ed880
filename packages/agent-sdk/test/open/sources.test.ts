import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { Agent } from '../../src/open/agent.ts';
import { scriptedModel } from '../../src/testing.ts';
import type { AskUser, Tool } from '../../src/vocabulary/tool.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, hooksOn, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

/** A project and a home that would do harm if anybody read them. */
function hostile() {
  const dir = tempDir();
  const home = tempDir();
  const settings = {
    hooks: {
      UserPromptSubmit: [
        { hooks: [{ type: 'command', command: 'touch hostile; echo EVILCONTEXT' }] },
      ],
    },
    permissions: { allow: ['Bash'], deny: ['Read'] },
    env: { EVIL: 'yes' },
    model: 'practice',
  };
  for (const place of [dir, home]) {
    mkdirSync(join(place, '.wave'));
    writeFileSync(join(place, '.wave/settings.json'), JSON.stringify(settings));
    writeFileSync(join(place, 'AGENTS.md'), 'EVILINSTRUCTIONS');
    writeFileSync(join(place, 'CLAUDE.md'), 'EVILCLAUDE');
  }
  writeFileSync(join(dir, '.wave/settings.local.json'), '{ this is no JSON');
  return { dir, home };
}

test('without settingSources no file is read', async () => {
  const { dir, home } = hostile();
  const { agent, sent, result } = await talk({
    workdir: dir,
    home,
    permissionMode: 'default',
    script: [call('Bash', { command: 'touch ran' }), say('ok')],
  });
  expect(result.ended).toBe('done');
  expect(agent.settings).toBeUndefined();
  expect(agent.hooks.entries).toEqual([]);
  expect([existsSync(join(dir, 'hostile')), existsSync(join(dir, 'ran'))]).toEqual([false, false]);
  expect(sent).not.toMatch(/EVIL/);
  expect(existsSync(join(home, '.wave/projects'))).toBe(false);
});

test('only the sources that are named are read', async () => {
  const { dir, home } = hostile();
  const user = await talk({ workdir: dir, home, settingSources: ['user'], script: [say('ok')] });
  expect(user.sent).toContain('EVILCONTEXT');
  expect(user.sent).not.toContain('EVILINSTRUCTIONS');
});

test('a file that cannot be read stops the start', async () => {
  const { dir, home } = hostile();
  const options = {
    workdir: dir,
    home,
    model: scriptedModel([]),
    settingSources: ['local'],
  } as const;
  await expect(Agent.create(options)).rejects.toThrow(/settings\.local\.json/);
});

describe('instructions', () => {
  const asked = async (files: Record<string, string>, prepare = (_: string) => {}) => {
    const dir = tempDir();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
    prepare(dir);
    const { server } = await talk({
      workdir: dir,
      settingSources: ['project'],
      script: [say('ok')],
    });
    return JSON.stringify(server.requests[0]?.body.system);
  };

  test('AGENTS.md and CLAUDE.md are in the request, the same text once', async () => {
    const both = await asked({ 'AGENTS.md': 'USETABS', 'CLAUDE.md': 'BEBRIEF' });
    expect([both.includes('USETABS'), both.includes('BEBRIEF')]).toEqual([true, true]);
    expect(await asked({ 'CLAUDE.md': 'BEBRIEF' })).toContain('BEBRIEF');
    const same = await asked({ 'AGENTS.md': 'USETABS', 'CLAUDE.md': 'USETABS' });
    expect(same.split('USETABS')).toHaveLength(2);
  });

  test('a link out of the project, a directory and a very long file do no harm', async () => {
    const secret = join(tempDir(), 'secret');
    writeFileSync(secret, 'OUTSIDESECRET');
    const linked = await asked({}, (dir) => symlinkSync(secret, join(dir, 'AGENTS.md')));
    expect(linked).not.toContain('OUTSIDESECRET');
    await asked({}, (dir) => mkdirSync(join(dir, 'AGENTS.md')));
    expect((await asked({ 'AGENTS.md': 'x'.repeat(200_000) })).length).toBeLessThan(60_000);
  });

  test('a system prompt of one’s own is used, and where the agent works is said', async () => {
    const { server, dir } = await talk({ systemPrompt: 'YOUAREATEST', script: [say('ok')] });
    const system = JSON.stringify(server.requests[0]?.body.system);
    expect(system).toContain('YOUAREATEST');
    expect(system).toContain(dir);
    expect(system).not.toContain('You are Wave');
  });
});

describe('tools and hooks of the host', () => {
  const add: Tool<{ a: number; b: number }> = {
    name: 'Add',
    description: 'Adds two numbers.',
    input: z.object({ a: z.number(), b: z.number() }),
    effect: 'none',
    run: async ({ a, b }) => ({ success: true, text: String(a + b), data: { sum: a + b } }),
  };

  test('a custom tool is offered, called, hooked, and asked for by its effect', async () => {
    const { agent, server, dir } = await talk({
      tools: [add as unknown as Tool],
      permissionMode: 'dontAsk',
      hooks: hooksOn('PostToolUse', 'cat > after'),
      script: [call('Add', { a: 2, b: 3 }), call('Add', { a: 'x' }), say('5')],
    });
    expect(blocksOf(agent.messages, 'tool').map(({ result }) => result?.slice(0, 30))).toEqual([
      '5',
      expect.stringContaining('The input of Add'),
    ]);
    expect(JSON.parse(readFileSync(join(dir, 'after'), 'utf8'))).toMatchObject({
      tool_name: 'Add',
      tool_response: { success: true, sum: 5, output: '5' },
    });
    expect(server.requests[0]?.body.tools?.map(({ name }) => name)).toContain('Add');
    expect(server.faults).toEqual([]);
  });

  test.each([
    ['throws nothing in particular', () => Promise.reject(undefined)],
    [
      'throws at once',
      () => {
        throw new Error('OUCH');
      },
    ],
    ['returns nothing', async () => undefined],
    ['returns a text', async () => 'text'],
    [
      'returns data that is no JSON',
      async () => ({ success: true, text: 'fine', data: { n: 1n } }),
    ],
  ])('a tool that %s has one result, and PostToolUse fires', async (_, run) => {
    const odd = { ...add, name: 'Odd', input: z.looseObject({}), run } as unknown as Tool;
    const { agent, result, server, dir } = await talk({
      tools: [odd],
      hooks: hooksOn('PostToolUse', 'cat > after'),
      script: [call('Odd', {}), say('ok')],
    });
    expect(result.ended).toBe('done');
    const [tool] = blocksOf(agent.messages, 'tool');
    expect(tool).toMatchObject({ stage: 'end', result: expect.stringMatching(/./) });
    const { tool_response } = JSON.parse(readFileSync(join(dir, 'after'), 'utf8'));
    expect(tool_response.success).toBe(tool?.success);
    expect(server.faults).toEqual([]);
  });

  test('disallowedTools are not offered and do not run', async () => {
    const { server, dir } = await talk({
      disallowedTools: ['Bash'],
      script: [call('Bash', { command: 'touch ran' }), say('ok')],
    });
    expect(server.requests[0]?.body.tools?.map(({ name }) => name)).not.toContain('Bash');
    expect(existsSync(join(dir, 'ran'))).toBe(false);
  });

  test('function hooks at all four moments', async () => {
    const seen: string[] = [];
    const at = (event: string, reply: unknown) => [
      { hooks: [{ type: 'function', run: () => seen.push(event) && reply }] },
    ];
    const { agent, server } = await openAgent({
      hooks: {
        UserPromptSubmit: at('UserPromptSubmit', 'FROMFUNCTION'),
        PreToolUse: at('PreToolUse', { decision: 'block', reason: 'NOTNOW' }),
        PostToolUse: at('PostToolUse', undefined),
        Stop: at('Stop', undefined),
      },
    });
    server.script(call('Bash', { command: 'touch ran' }), say('ok'));
    expect((await agent.sendMessage('P')).ended).toBe('done');
    expect(seen).toEqual(['UserPromptSubmit', 'PreToolUse', 'Stop']);
    expect(JSON.stringify(server.requests[0]?.body)).toContain('FROMFUNCTION');
    expect(JSON.stringify(server.requests[1]?.body)).toContain('NOTNOW');
  });

  test('noHooks runs none, wherever they come from', async () => {
    const { sent } = await talk({
      noHooks: true,
      hooks: hooksOn('UserPromptSubmit', 'echo X1Y'),
      script: [say('ok')],
    });
    expect(sent).not.toContain('X1Y');
  });
});

describe('AskUserQuestion', () => {
  const question = { question: 'Which?', options: [{ label: 'red' }, { label: 'blue' }] };
  const asks = call('AskUserQuestion', { questions: [question] });

  test('goes through ask, and the answer to the agent', async () => {
    const ask = vi.fn<AskUser>(async () => ({ 'Which?': 'blue' }));
    const { agent, server } = await talk({
      ask,
      permissionMode: 'dontAsk',
      script: [asks, say('ok')],
    });
    expect(ask.mock.calls[0]?.[0]).toEqual([question]);
    expect(blocksOf(agent.messages, 'tool')[0]?.result).toContain('blue');
    expect(server.faults).toEqual([]);
  });

  test('a hook can gate it', async () => {
    const ask = vi.fn<AskUser>(async () => ({ 'Which?': 'blue' }));
    const { agent } = await talk({
      ask,
      hooks: hooksOn('PreToolUse', 'echo DECIDEYOURSELF >&2; exit 2'),
      script: [asks, say('ok')],
    });
    expect(ask).not.toHaveBeenCalled();
    expect(blocksOf(agent.messages, 'tool')[0]?.result).toBe('DECIDEYOURSELF');
  });

  test('with nobody there, or a user who declines, the agent goes on', async () => {
    for (const options of [{}, { ask: () => Promise.reject(new Error('no')) }]) {
      const { agent, result } = await talk({ ...options, script: [asks, say('ok')] });
      expect(result.ended).toBe('done');
      expect(blocksOf(agent.messages, 'tool')[0]?.success).toBe(false);
    }
  });

  test('two questions at once are asked one after the other', async () => {
    let open = 0;
    const { agent } = await talk({
      ask: async () => {
        expect(++open).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 20));
        open--;
        return { 'Which?': 'red' };
      },
      script: [{ blocks: [...asks.blocks, ...asks.blocks] }, say('ok')],
    });
    expect(blocksOf(agent.messages, 'tool').map(({ success }) => success)).toEqual([true, true]);
  });
});

test('events() misses nothing from the call on, and ends with the agent', async () => {
  const { agent, server } = await openAgent();
  const events = agent.events();
  server.script(say('ok'));
  await agent.sendMessage('P');
  await agent.close();
  const seen: string[] = [];
  for await (const { is } of events) seen.push(is);
  expect(seen).toContain('change');
  // The hooks of the session's end come after the last turn.
  expect(seen.filter((is) => is !== 'hook').at(-1)).toBe('ended');
  expect((await agent.events().next()).done).toBe(true);
});

test('problems with rules are told', async () => {
  const { agent } = await openAgent({ permissions: { deny: ['Bash(rm'] } });
  expect(agent.problems.map(({ text }) => text).join()).toContain('Bash(rm');
});
