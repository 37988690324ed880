import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedModel } from '../../src/testing.ts';
import { builtinTools } from '../../src/tools/builtin-tools.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { openAgent } from '../open-agent.ts';
import { blocksOf, hooksOn, ofRole, talk, tempDir, textOf } from '../talk.ts';
import { call, fail, say } from '../wire/reply.ts';
import { delegate, hearSubagents, inputsIn, KEEPS_INPUT, said, taskBlocks } from './delegate.ts';

describe.each(['anthropic', 'chat'] as const)('over %s', (protocol) => {
  test('a subagent works in a conversation of its own, and its last words are the result', async () => {
    const { agent, result, server } = await talk({
      protocol,
      script: [
        delegate('SUBPROMPT'),
        call('Bash', { command: 'echo INNERRESULT' }),
        say('SUBANSWER', { usage: { input: 1_000, output: 100, cached: 10 } }),
        say('MAINANSWER'),
      ],
    });
    expect(server.faults).toEqual([]);
    expect(server.requests).toHaveLength(4);
    const [first, sub, subAgain, last] = server.requests.map(said);
    expect(first).toContain('PROMPT');
    expect(sub).toContain('SUBPROMPT');
    expect(sub).not.toMatch(/"PROMPT/);
    expect(sub).toContain('You work for another agent');
    expect(subAgain).toContain('INNERRESULT');
    expect(last).not.toContain('INNERRESULT');
    expect(last).toContain('SUBANSWER');
    expect(result).toMatchObject({
      ended: 'done',
      text: 'MAINANSWER',
      requests: 4,
      usage: { outputTokens: 160, cachedTokens: 10 },
    });
    expect(result.usage.inputTokens).toBeGreaterThanOrEqual(1_300);
    expect(ofRole(agent.messages, 'user').map(textOf)).toEqual(['PROMPT']);
    expect(taskBlocks(agent)).toEqual([
      expect.objectContaining({
        stage: 'end',
        success: true,
        result: 'SUBANSWER',
        agent: expect.stringMatching(/^agent-[\w-]+$/),
      }),
    ]);
  });
});

test('events tell a subagent apart, at every depth in the same way', async () => {
  const { agent, server } = await openAgent();
  const heard = hearSubagents(agent);
  server.script(delegate('ONE'), delegate('TWO', 'explore'), say('deep'), say('sub'), say('main'));
  await agent.sendMessage('P');
  const [outer, inner] = [...new Map(heard.map(({ agent }) => [agent.id, agent])).values()];
  expect(outer).toEqual({ id: expect.any(String), type: 'general', description: 'for general' });
  expect(inner).toEqual({
    id: expect.any(String),
    type: 'explore',
    description: 'for explore',
    parent: outer?.id,
  });
  const kinds = (id: string | undefined) =>
    new Set(heard.filter((one) => one.agent.id === id).map(({ event }) => event.is));
  expect(kinds(inner?.id)).toEqual(
    new Set(['began', 'change', 'delta', 'request', 'usage', 'ended']),
  );
  expect(heard.some(({ event }) => event.is === 'subagent')).toBe(false);
  expect(heard.at(-1)).toMatchObject({
    agent: outer,
    event: { is: 'ended', result: { text: 'sub' } },
  });
});

test('a prompt for it is no UserPromptSubmit, and its end no Stop', async () => {
  const { dir } = await talk({
    hooks: { ...hooksOn('UserPromptSubmit', KEEPS_INPUT), ...hooksOn('Stop', KEEPS_INPUT) },
    script: [delegate(), say('sub'), say('main')],
  });
  expect(inputsIn(dir).map((input) => [input['hook_event_name'], input['prompt']])).toEqual([
    ['UserPromptSubmit', 'PROMPT'],
    ['Stop', undefined],
  ]);
});

test('it has a directory, read files and todos of its own', async () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'known.txt'), 'old');
  const known = join(dir, 'known.txt');
  const { agent, server } = await openAgent({
    workdir: dir,
    hooks: hooksOn('PostToolUse', KEEPS_INPUT),
  });
  const heard = hearSubagents(agent);
  server.script(
    call('Read', { file_path: known }),
    delegate(),
    call('Bash', { command: 'mkdir deep; cd deep; pwd' }),
    call('Edit', { file_path: known, old_string: 'old', new_string: 'new' }),
    call('TodoWrite', { todos: [{ content: 'sub', status: 'pending' }] }),
    say('sub'),
    call('Bash', { command: 'pwd' }),
    call('TodoWrite', { todos: [{ content: 'main', status: 'pending' }] }),
    say('main'),
  );
  await agent.sendMessage('P');
  const results = heard.flatMap(({ event }) =>
    event.is === 'change' && event.change.is === 'tool' ? (event.change.patch.result ?? []) : [],
  );
  expect(results[0]).toContain(join(dir, 'deep'));
  expect(results[1]).toContain('not read since this session was opened');
  const [, , pwd] = blocksOf(agent.messages, 'tool');
  expect(pwd?.result).toBe(`${dir}\nExit code: 0`);
  expect(inputsIn(dir).at(-1)).toMatchObject({ tool_response: { oldTodos: [] } });
  expect(server.faults).toEqual([]);
});

describe('what it cannot finish is told to whoever waits for it', () => {
  test('its own limit of requests', async () => {
    const touch = call('Bash', { command: 'true' });
    const { agent, result } = await talk({
      maxTurns: 2,
      script: [
        delegate(),
        touch,
        { ...touch, blocks: [{ text: 'HALFWAY' }, ...touch.blocks] },
        say('main'),
      ],
    });
    expect(result).toMatchObject({ ended: 'done', requests: 4 });
    const [task] = taskBlocks(agent);
    expect(task).toMatchObject({ success: false });
    expect(task?.result).toBe(
      'The subagent reached its limit of requests. The last it said: HALFWAY',
    );
    expect(blocksOf(agent.messages, 'notice')[0]?.content).toMatch(
      /^Subagent general \(agent-.*\): .*limit of 2 requests/,
    );
  });

  test('an error of its model: the user is told which, the agent is not', async () => {
    const { agent, result, server } = await talk({
      script: [delegate(), fail(401, { message: 'NEVER' }), say('main')],
    });
    expect(result.ended).toBe('done');
    expect(taskBlocks(agent)[0]).toMatchObject({
      success: false,
      result: 'The subagent broke off: its model could not be asked. It had said nothing yet.',
    });
    expect(blocksOf(agent.messages, 'error')[0]?.content).toMatch(/^Subagent general .*key/i);
    expect(said(server.requests[2])).not.toContain('key');
  });

  test('silence', async () => {
    const { agent } = await talk({ script: [delegate(), { blocks: [] }, say('main')] });
    expect(taskBlocks(agent)[0]?.result).toBe('(The subagent ended without a word.)');
  });

  test('the depth', async () => {
    const { agent, server } = await openAgent();
    server.script(
      ...['1', '2', '3', '4'].map((prompt) => delegate(prompt)),
      (request) => say(said(request).includes('3 deep') ? 'REFUSED' : 'no'),
      ...['two', 'one', 'main'].map((text) => say(text)),
    );
    const result = await agent.sendMessage('P');
    expect(server.faults).toEqual([]);
    expect(result).toMatchObject({ ended: 'done', requests: 8 });
    expect(said(server.requests[5])).toContain('REFUSED');
    expect(taskBlocks(agent)[0]?.result).toBe('one');
  });

  test('a type that is not there, and a prompt of nothing', async () => {
    const { agent, server } = await talk({
      script: [delegate('P', 'nosuch'), delegate(' '), say('main')],
    });
    const [type, prompt] = taskBlocks(agent).map(({ result }) => result);
    expect(type).toContain('subagent_type: expected one of "general", "explore", got "nosuch"');
    expect(prompt).toContain('prompt: expected a text, got " "');
    expect(server.requests).toHaveLength(3);
  });
});

describe('kinds', () => {
  const toolsIn = (request: { body: { tools?: unknown } } | undefined) =>
    ((request?.body.tools ?? []) as { name: string }[]).map(({ name }) => name);

  test('general has all tools but the one that leaves plan mode, explore those that read', async () => {
    const { server } = await talk({
      script: [delegate('A', 'general'), say('a'), delegate('B', 'explore'), say('b'), say('end')],
    });
    const [main, general, , explore] = server.requests.map(toolsIn);
    const only = ['ExitPlanMode', 'ToolCall'];
    expect(general).toEqual(main?.filter((name) => !only.includes(name)));
    expect(main).toContain('Task');
    expect(explore).toEqual(['Read', 'Glob', 'Grep', 'TodoWrite']);
    expect(said(server.requests[3])).toContain('looks around in a project');
  });

  test('of the options: tools, system prompt, model; one replaces its namesake', async () => {
    const own = scriptedModel(['FROM MY MODEL']);
    const { agent, server } = await openAgent({
      agents: [
        {
          name: 'mine',
          description: 'MINE',
          tools: ['Read', 'Task', 'Reed'],
          systemPrompt: 'BE MINE',
          model: own,
        },
        { name: 'explore', description: 'MY EXPLORER', tools: ['Read'] },
      ],
    });
    expect(agent.problems.map(({ text }) => text)).toEqual([
      'the subagent type "mine" names the tool "Reed", which is not there',
    ]);
    server.script(delegate('A', 'mine'), delegate('B', 'explore'), say('b'), say('end'));
    await agent.sendMessage('P');
    expect(own.requests[0]?.system).toMatch(/^BE MINE\n\nYou work for another agent/);
    expect(own.requests[0]?.tools.map(({ name }) => name)).toEqual(['Read', 'Task']);
    expect(said(server.requests[0])).toMatch(/general: .*explore: MY EXPLORER.*mine: MINE/);
    expect(toolsIn(server.requests[2])).toEqual(['Read']);
    expect(taskBlocks(agent)[0]?.result).toBe('FROM MY MODEL');
  });

  test('a model that cannot be had is told when the agent is made', async () => {
    await expect(
      openAgent({
        env: {},
        model: 'practice',
        agents: [{ name: 'x', description: 'x', model: 'anthropic/claude-x' }],
      }),
    ).rejects.toThrow('ANTHROPIC_API_KEY');
  });

  test('Task can be left out, or be a tool of the host’s own', async () => {
    const { server } = await talk({ disallowedTools: ['Task'], script: [say('ok')] });
    expect(toolsIn(server.requests[0])).not.toContain('Task');
    const mine = {
      ...builtinTools()[0],
      name: 'Task',
      run: async () => ({ success: true, text: 'MINE' }),
    };
    const { agent } = await talk({
      tools: [mine as Tool],
      disallowedTools: ['Task'],
      script: [call('Task', { command: 'x' }), say('ok')],
    });
    expect(taskBlocks(agent)[0]?.result).toBe('MINE');
  });
});

test('background shells end with the subagent that started them', async () => {
  const { dir, server } = await talk({
    script: [
      delegate(),
      call('Bash', { command: 'echo $$ > pid; sleep 60', run_in_background: true }),
      call('Bash', { command: 'until test -s pid; do sleep 0.05; done' }),
      say('sub'),
      call('Bash', { command: 'kill -0 $(cat pid) && touch alive; true' }),
      call('BashOutput', { bash_id: 'bash_1' }),
      say('main'),
    ],
  });
  expect(server.faults).toEqual([]);
  expect(existsSync(join(dir, 'alive'))).toBe(false);
  expect(said(server.requests[6])).toContain('There is no background shell bash_1');
});
