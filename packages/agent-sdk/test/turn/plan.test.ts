import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ConfirmAnswer, ConfirmRequest } from '../../src/permissions/confirm.ts';
import type { PermissionMode } from '../../src/permissions/rules/rule.ts';
import { blocksOf, hooksOn, printing, talk, tempDir } from '../talk.ts';
import type { AnthropicBody } from '../wire/check-anthropic.ts';
import { call, say } from '../wire/reply.ts';
import type { WireServer } from '../wire/server.ts';

const PLAN = '# The plan\n\n1. Write a.txt.';
const leave = call('ExitPlanMode', { plan: PLAN });
const plan = { permissionMode: 'plan' as const };

const bodies = ({ requests }: WireServer) => requests.map(({ body }) => body as AnthropicBody);
const toolsIn = ({ tools = [] }: AnthropicBody) => tools.map(({ name }) => name);
const textsIn = ({ messages = [] }: AnthropicBody) =>
  messages.flatMap(({ content }) => content.map(({ text = '' }) => text));
const notesIn = (body: AnthropicBody) =>
  textsIn(body).flatMap((text) => /^<wave-note>\nPlan mode is (on|over)/.exec(text)?.[1] ?? []);

/** Something that happens while hooks run. */
const before = (event: string, act: () => void) => ({
  [event]: [{ hooks: [{ type: 'function', name: 'user', run: act }] }],
});

const answering = (answer: ConfirmAnswer | boolean) => {
  const asked: ConfirmRequest[] = [];
  const confirm = async (request: unknown) => {
    asked.push(request as ConfirmRequest);
    return answer;
  };
  return { asked, confirm };
};

describe('the model hears of plan mode', () => {
  test('at the start, once, behind the prompt', async () => {
    const { server, send } = await talk({ ...plan, script: [say('I look.')] });
    await send('more', say('ok'));
    expect(bodies(server).map(notesIn)).toEqual([['on'], ['on']]);
    const [first] = bodies(server);
    expect(first && textsIn(first)[1]).toContain('call ExitPlanMode');
  });
  test('not at all in another mode, where ExitPlanMode leads nowhere and asks nobody', async () => {
    const { asked, confirm } = answering(true);
    const { agent, result, server } = await talk({
      permissionMode: 'default',
      confirm,
      script: [leave, say('ok')],
    });
    expect(bodies(server).map(notesIn)).toEqual([[], []]);
    expect([asked, result.text, agent.permissionMode]).toEqual([[], 'ok', 'default']);
    expect(blocksOf(agent.messages, 'tool')).toMatchObject([
      { success: false, result: expect.stringContaining('Plan mode is not on') },
    ]);
  });
  test('when the user switches in the middle of a turn, both ways; what was sent stays as it was', async () => {
    const modes: PermissionMode[] = ['plan', 'acceptEdits', 'plan'];
    const { agent, server, send } = await talk({
      permissionMode: 'default',
      hooks: before('PostToolUse', () => {
        agent.permissionMode = modes.shift() ?? 'default';
      }),
      script: [say('hello')],
    });
    const look = call('Glob', { pattern: '*' });
    await send('go', look, look, look, say('done'));
    expect(bodies(server).map(notesIn)).toEqual([
      [],
      [],
      ['on'],
      ['on', 'over'],
      ['on', 'over', 'on'],
    ]);
    const sent = bodies(server).map(({ messages = [] }) =>
      messages.map((message) =>
        JSON.stringify(message).replaceAll(/,"cache_control":{[^}]*}/g, ''),
      ),
    );
    for (const [at, messages] of sent.slice(1, -1).entries())
      expect(sent[at + 2]?.slice(0, messages.length)).toEqual(messages);
  });
  test('on resume: what was on is over', async () => {
    const [home, workdir] = [tempDir(), tempDir()];
    const kept = { home, workdir, session: { keep: true } };
    const first = await talk({ ...plan, ...kept, script: [say('planned')] });
    const { sessionId } = first.agent;
    await first.agent.close();
    const again = await talk({
      ...kept,
      permissionMode: 'default',
      session: { keep: true, resume: sessionId },
      script: [say('ok')],
    });
    expect(bodies(again.server).map(notesIn)).toEqual([['on', 'over']]);
  });
  test('once more where a compaction took it away', async () => {
    const { agent, server, send } = await talk({ ...plan, script: [say('one')] });
    await send('two', say('2'));
    await send('three', say('3'));
    server.script(say('SUMMARY'));
    await agent.compact();
    await send('four', say('4'));
    const last = bodies(server).at(-1);
    expect(last && notesIn(last).at(-1)).toBe('on');
  });
  test('a subagent hears it too, and cannot leave', async () => {
    const task = { description: 'd', prompt: 'SUB', subagent_type: 'general' };
    const { server, agent } = await talk({
      ...plan,
      script: [call('Task', task), leave, say('sub done'), say('done')],
    });
    const [, sub, after] = bodies(server);
    expect(sub && [notesIn(sub), toolsIn(sub).includes('ExitPlanMode')]).toEqual([['on'], false]);
    expect(sub && textsIn(sub).join()).not.toContain('ExitPlanMode');
    expect(JSON.stringify(after)).toContain('There is no tool called \\"ExitPlanMode\\"');
    expect(agent.permissionMode).toBe('plan');
  });
});

describe('ExitPlanMode', () => {
  const write = (dir: string) =>
    call('Write', { file_path: join(dir, 'a.txt'), content: 'planned\n' });
  test.each([
    [true, 'default'],
    [{ answer: 'yes' }, 'default'],
    [{ answer: 'yes', mode: 'acceptEdits' }, 'acceptEdits'],
    [{ answer: 'yes', mode: 'bypassPermissions' }, 'bypassPermissions'],
    [{ answer: 'always', rule: 'ExitPlanMode' }, 'default'],
  ] as const)('%j leads to %s', async (answer, mode) => {
    const { asked, confirm } = answering(answer);
    const { agent, server } = await talk({ ...plan, confirm, script: [leave, say('I do it.')] });
    expect(agent.permissionMode).toBe(mode);
    expect(asked).toMatchObject([{ tool: 'ExitPlanMode', input: { plan: PLAN } }]);
    expect(asked[0]).not.toHaveProperty('rule');
    const [, after] = bodies(server);
    expect(JSON.stringify(after)).toContain('The user accepted the plan.');
    expect(after && notesIn(after)).toEqual(['on', 'over']);
    expect(after?.tools).toEqual(bodies(server)[0]?.tools);
  });
  test('with edits accepted, the plan is carried out unasked', async () => {
    const dir = tempDir();
    const { asked, confirm } = answering({ answer: 'yes', mode: 'acceptEdits' });
    await talk({ ...plan, workdir: dir, confirm, script: [leave, write(dir), say('done')] });
    expect(existsSync(join(dir, 'a.txt'))).toBe(true);
    expect(asked).toHaveLength(1);
  });
  test('a no keeps planning, with the word of the user', async () => {
    const dir = tempDir();
    const { confirm } = answering({ answer: 'no', message: 'use b.txt' });
    const { agent, server } = await talk({
      ...plan,
      workdir: dir,
      confirm,
      script: [leave, write(dir), say('ok')],
    });
    expect(agent.permissionMode).toBe('plan');
    expect(JSON.stringify(bodies(server)[1])).toContain('The user says: use b.txt');
    expect(existsSync(join(dir, 'a.txt'))).toBe(false);
  });
  test.each([
    ['a mode that is none', { answer: 'yes', mode: 'yolo' }],
    ['plan mode itself', { answer: 'yes', mode: 'plan' }],
    ['something else', { answer: 'sure' }],
  ])('%s is no yes', async (_what, answer) => {
    const { confirm } = answering(answer as unknown as ConfirmAnswer);
    const { agent } = await talk({ ...plan, confirm, script: [leave, say('ok')] });
    expect(agent.permissionMode).toBe('plan');
    expect(blocksOf(agent.messages, 'error')).toHaveLength(1);
    expect(blocksOf(agent.messages, 'tool')).toMatchObject([{ success: false }]);
  });
});

describe('nobody answers in the place of the user', () => {
  const allows = printing({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
  });
  const grants = printing({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: { behavior: 'allow', updatedInput: { plan: 'MINE' } },
    },
  });
  test.each([
    ['a PreToolUse hook', { hooks: hooksOn('PreToolUse', allows) }],
    ['a PermissionRequest hook', { hooks: hooksOn('PermissionRequest', grants) }],
    ['a rule', { permissions: { allow: ['ExitPlanMode', 'ExitPlanMode(*)'] } }],
  ])('%s: the user is asked all the same', async (_who, options) => {
    const { asked, confirm } = answering(false);
    const { agent } = await talk({ ...plan, ...options, confirm, script: [leave, say('ok')] });
    expect(asked).toHaveLength(1);
    expect(agent.permissionMode).toBe('plan');
  });
  test.each(['bypassPermissions', 'dontAsk', 'acceptEdits'] as const)(
    'the mode %s, switched to while the call was judged: never a yes',
    async (mode) => {
      const { asked, confirm } = answering(false);
      const { agent, send } = await talk({
        ...plan,
        confirm,
        hooks: before('PreToolUse', () => {
          agent.permissionMode = mode;
        }),
        script: [say('first')],
      });
      await send('go', leave, say('ok'));
      expect(asked).toHaveLength(mode === 'dontAsk' ? 0 : 1);
      expect(agent.permissionMode).toBe(mode);
      expect(blocksOf(agent.messages, 'tool')).toMatchObject([{ success: false }]);
    },
  );
  test('without anybody to ask the plan is the result, and the turn ends', async () => {
    const { agent, result, server } = await talk({ ...plan, script: [leave, say('never asked')] });
    expect(result).toMatchObject({ ended: 'done', text: PLAN, requests: 1 });
    expect(server.requests).toHaveLength(1);
    expect(blocksOf(agent.messages, 'tool')).toMatchObject([
      { success: false, result: expect.stringContaining('Nobody is there to accept the plan') },
    ]);
    expect(agent.permissionMode).toBe('plan');
  });
  test('a hook may say no, and its word goes to the agent', async () => {
    const { asked, confirm } = answering(true);
    const denies = printing({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: 'name the tests' },
      },
    });
    const { agent, sent } = await talk({
      ...plan,
      confirm,
      hooks: hooksOn('PermissionRequest', denies),
      script: [leave, say('ok')],
    });
    expect(asked).toEqual([]);
    expect(agent.permissionMode).toBe('plan');
    expect(sent).toContain('name the tests');
  });
});

test('hooks see the call as any other, with its mode', async () => {
  const dir = tempDir();
  const { confirm } = answering({ answer: 'yes', mode: 'acceptEdits' });
  const hook = { type: 'command', command: 'cat >> log; echo >> log' };
  const on = (event: string) => ({ [event]: [{ matcher: 'ExitPlanMode', hooks: [hook] }] });
  const { agent } = await talk({
    ...plan,
    workdir: dir,
    confirm,
    hooks: { ...on('PreToolUse'), ...on('PermissionRequest'), ...on('PostToolUse') },
    script: [leave, say('ok')],
  });
  const seen = readFileSync(join(dir, 'log'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(agent.problems).toEqual([]);
  expect(
    seen.map(({ hook_event_name, permission_mode, tool_input }) => [
      hook_event_name,
      permission_mode,
      tool_input.plan,
    ]),
  ).toEqual([
    ['PreToolUse', 'plan', PLAN],
    ['PermissionRequest', 'plan', PLAN],
    ['PostToolUse', 'acceptEdits', PLAN],
  ]);
  expect(seen[2].tool_response).toMatchObject({ plan: PLAN, success: true });
});
