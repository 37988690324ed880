import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AGENT_TYPE_NAMES } from '@wavehooks/hooks/vocabulary';
import { describe, expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import type { ConfirmRequest } from '../../src/permissions/confirm.ts';
import { guestFile } from '../../src/session/transcript/session-files.ts';
import { AGENT_TYPES } from '../../src/subagent/agent-types.ts';
import type { AgentRef } from '../../src/vocabulary/agent-ref.ts';
import { groupRuns, type OpenAgent, openAgent, STAYS_ONCE } from '../open-agent.ts';
import { blocksOf, printing, talk } from '../talk.ts';
import { call, type Reply, say } from '../wire/reply.ts';
import {
  delegate,
  hearSubagents,
  inputsIn,
  KEEPS_INPUT,
  said,
  taskBlocks,
  taskCall,
} from './delegate.ts';

const touch = call('Bash', { command: 'touch ran' });
const onBash = (event: string, command: string) => ({
  [event]: [{ matcher: 'Bash', hooks: [{ type: 'command', name: 'thehook', command }] }],
});
const ran = (dir: string) => existsSync(join(dir, 'ran'));

describe.each(['anthropic', 'chat'] as const)('over %s', (protocol) => {
  test.each([1, 2])('PreToolUse denies at depth %i, and knows who calls', async (depth) => {
    const deeper = depth === 2 ? [delegate('DEEPER')] : [];
    const back = depth === 2 ? [say('one')] : [];
    const { agent, dir, server } = await talk({
      protocol,
      session: { keep: true },
      hooks: {
        PreToolUse: [
          { hooks: [{ type: 'command', command: KEEPS_INPUT }] },
          { matcher: 'Bash', hooks: [{ type: 'command', command: 'echo NOTOUCH >&2; exit 2' }] },
        ],
      },
      script: [delegate(), ...deeper, touch, say('told'), ...back, say('main')],
    });
    expect(server.faults).toEqual([]);
    expect(ran(dir)).toBe(false);
    expect(said(server.requests[depth + 1])).toContain('NOTOUCH');
    expect(said(server.requests.at(-1))).not.toContain('NOTOUCH');
    const [first, ...inner] = inputsIn(dir);
    expect(first).toMatchObject({ tool_name: 'Task', session_id: agent.sessionId });
    expect(Object.keys(first ?? {}).filter((key) => key.startsWith('agent_'))).toEqual([]);
    const last = inner.at(-1);
    expect(last).toMatchObject({
      tool_name: 'Bash',
      agent_type: 'general',
      session_id: agent.sessionId,
      transcript_path: guestFile(dirname(agent.transcriptPath), agent.sessionId),
    });
    const ids = inner.map((input) => input['agent_id']);
    expect(ids[0]).toBe(taskBlocks(agent)[0]?.agent);
    expect(new Set(ids).size).toBe(depth);
    expect(last?.['agent_transcript_path']).toBe(
      guestFile(dirname(agent.transcriptPath), agent.sessionId, String(ids.at(-1))),
    );
  });
});

test('what is said of matchers knows the types that are always there', () => {
  expect(AGENT_TYPES.map(({ name }) => name)).toEqual(AGENT_TYPE_NAMES);
});

test('a matcher that says Agent means Task, whose name stays Task', async () => {
  const { dir } = await talk({
    hooks: {
      PreToolUse: [{ matcher: 'Agent', hooks: [{ type: 'command', command: KEEPS_INPUT }] }],
    },
    script: [delegate(), touch, say('sub'), say('main')],
  });
  expect(inputsIn(dir).map((input) => input['tool_name'])).toEqual(['Task']);
});

test.each([
  ['general-purpose', 1],
  ['^(Explore|general-purpose)$', 1],
  ['Explore', 0],
])('SubagentStart and SubagentStop of the type general reach %s', async (matcher, times) => {
  const group = { matcher, hooks: [{ type: 'command', command: KEEPS_INPUT }] };
  const { dir } = await talk({
    hooks: { SubagentStart: [group], SubagentStop: [group] },
    script: [delegate(), say('sub'), say('main')],
  });
  const seen = existsSync(join(dir, 'inputs')) || times > 0 ? inputsIn(dir) : [];
  expect(seen.map((input) => [input['hook_event_name'], input['agent_type']])).toEqual(
    times === 0 ? [] : ['SubagentStart', 'SubagentStop'].map((event) => [event, 'general']),
  );
});

test('what PostToolUse says is a message in the subagent’s conversation', async () => {
  const { server } = await talk({
    hooks: onBash('PostToolUse', 'echo FEEDBACK >&2; exit 2'),
    script: [delegate(), touch, say('sub'), say('main')],
  });
  expect(said(server.requests[2])).toContain('FEEDBACK');
  expect(said(server.requests[3])).not.toContain('FEEDBACK');
});

test('what hooks tell the user in a subagent is told in the main conversation, with its name', async () => {
  const { agent, server } = await talk({
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            { type: 'command', name: 'warns', command: printing({ systemMessage: 'CAREFUL' }) },
            { type: 'command', name: 'fails', command: 'echo BROKEN >&2; exit 7' },
          ],
        },
      ],
    },
    script: [delegate(), delegate('DEEPER'), touch, say('two'), say('one'), say('main')],
  });
  const told = [...blocksOf(agent.messages, 'notice'), ...blocksOf(agent.messages, 'error')];
  expect(told.map(({ hook }) => hook)).toEqual(['warns', 'fails']);
  for (const { content } of told)
    expect(content).toMatch(
      /^Subagent general \(agent-[\w-]+\): Subagent general \(agent-[\w-]+\): .*(CAREFUL|BROKEN)/s,
    );
  expect(said({ body: server.requests.map(({ body }) => body) })).not.toMatch(/CAREFUL|BROKEN/);
});

describe('permissions', () => {
  test('are the same, and who is asked sees who asks', async () => {
    const asked: ConfirmRequest[] = [];
    const { agent, dir, server } = await talk({
      permissionMode: 'default',
      confirm: async (request) => {
        asked.push(request);
        return { answer: 'no', message: 'NOTNOW' };
      },
      script: [delegate(), touch, say('sub'), touch, say('main')],
    });
    expect(ran(dir)).toBe(false);
    const ref: AgentRef = {
      id: taskBlocks(agent)[0]?.agent ?? '',
      type: 'general',
      description: 'for general',
    };
    expect(asked.map(({ agent }) => agent)).toEqual([ref, undefined]);
    expect(said(server.requests[2])).toContain('NOTNOW');
  });

  test('rules and modes hold inside, and rules can name a type of subagent', async () => {
    const { agent, dir, server } = await talk({
      permissionMode: 'plan',
      permissions: { deny: ['Task(explore)'] },
      script: [delegate('E', 'explore'), delegate(), touch, say('sub'), say('main')],
    });
    expect(ran(dir)).toBe(false);
    expect(agent.problems).toEqual([]);
    expect(taskBlocks(agent)[0]?.result).toContain('permission rule denies this call');
    expect(said(server.requests[3])).toContain('Plan mode allows no changes');
  });

  test('a question of its own says who asks', async () => {
    const asked: unknown[] = [];
    const questions = [{ question: 'Q?', options: [{ label: 'a' }, { label: 'b' }] }];
    const { agent } = await talk({
      ask: async (_, { agent }) => {
        asked.push(agent?.id);
        return { 'Q?': 'a' };
      },
      script: [
        ...[delegate(), call('AskUserQuestion', { questions }), say('sub')],
        ...[call('AskUserQuestion', { questions }), say('main')],
      ],
    });
    expect(asked).toEqual([taskBlocks(agent)[0]?.agent, undefined]);
  });
});

describe('a halt in a subagent halts the whole turn', () => {
  const halt = printing({ continue: false, stopReason: 'ENOUGH' });
  test.each([
    ['PreToolUse', 1],
    ['PostToolUse', 1],
    ['PreToolUse', 2],
  ] as const)('%s at depth %i', async (event, depth) => {
    const { agent, result, dir, server, send } = await talk({
      hooks: onBash(event, halt),
      script: [...Array.from({ length: depth }, () => delegate()), touch],
    });
    expect(result).toMatchObject({ ended: 'halted', stopReason: 'ENOUGH', requests: depth + 1 });
    expect(result.usage.inputTokens).toBe((depth + 1) * 100);
    expect(ran(dir)).toBe(event === 'PostToolUse');
    expect(taskBlocks(agent)[0]).toMatchObject({
      stage: 'end',
      success: false,
      result: 'Interrupted.',
    });
    expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toEqual([
      expect.stringMatching(/^Subagent general .*ENOUGH/),
    ]);
    expect(await send('NEXT', say('ok'))).toMatchObject({ ended: 'done' });
    expect(server.faults).toEqual([]);
    expect(said(server.requests.at(-1))).not.toContain('ENOUGH');
  });

  test('and ends the subagents beside it', async () => {
    const { agent, server } = await openAgent({
      hooks: { PreToolUse: [{ matcher: 'Glob', hooks: [{ type: 'command', command: halt }] }] },
    });
    const hangs: Reply = say('never', { broken: { how: 'hang', after: 0 } });
    const either = (request: { body: unknown }) =>
      said(request).includes('HALTS') ? call('Glob', { pattern: '*' }) : hangs;
    server.script(
      { blocks: [taskCall('STAYS', 'explore', 'a'), taskCall('HALTS', 'explore', 'b')] },
      either,
      either,
    );
    expect(await agent.sendMessage('P')).toMatchObject({ ended: 'halted', requests: 3 });
    expect(taskBlocks(agent).map(({ result }) => result)).toEqual(Array(2).fill('Interrupted.'));
  });
});

describe('aborting ends a subagent at once, in', () => {
  const inGroup = async ({ file }: OpenAgent) => Number(await file('started'));
  const STAGES: Record<
    string,
    [object, Reply[], (open: OpenAgent) => Promise<number | undefined>]
  > = {
    'a hook': [{ hooks: onBash('PreToolUse', STAYS_ONCE) }, [touch], inGroup],
    'a tool': [{}, [call('Bash', { command: STAYS_ONCE })], inGroup],
    'a request': [
      {},
      [say('half', { broken: { how: 'hang', after: 3 } })],
      async ({ server }) => {
        await until(() => server.requests.length === 3);
        return undefined;
      },
    ],
  };
  test.each(Object.entries(STAGES))('%s', async (_, [options, script, reached]) => {
    const open = await openAgent(options);
    const { agent, server, dir } = open;
    const heard = hearSubagents(agent);
    server.script(delegate(), delegate('DEEPER'), ...script);
    const turn = agent.sendMessage('P');
    const pgid = await reached(open);
    agent.abort();
    expect(await turn).toMatchObject({ ended: 'aborted', requests: 3 });
    expect(pgid !== undefined && groupRuns(pgid)).toBe(false);
    expect(ran(dir)).toBe(false);
    expect(taskBlocks(agent)[0]?.result).toContain('Interrupted');
    const ends = heard.flatMap(({ event }) => (event.is === 'ended' ? [event.result.ended] : []));
    expect(ends).toEqual(['aborted', 'aborted']);
    server.script(say('ok'));
    expect((await agent.sendMessage('NEXT')).ended).toBe('done');
    expect(server.faults).toEqual([]);
  });
});

describe('several in one answer', () => {
  /** Each subagent calls a tool whose hook waits for that of the other, and notes when it begins and ends. */
  const order = async (types: [string, string], tries: number, rewrite?: object) => {
    const met = 'test $(grep -c begin order) = 2';
    const notes = `echo begin >> order; i=0; until ${met} || test $i = ${tries}; do sleep 0.05; i=$((i+1)); done; echo end >> order`;
    const change = rewrite && {
      matcher: 'Task',
      hooks: [
        {
          type: 'command',
          command: printing({
            hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: rewrite },
          }),
        },
      ],
    };
    const { agent, server, dir } = await openAgent({
      hooks: {
        PreToolUse: [
          { matcher: 'Glob', hooks: [{ type: 'command', command: notes }] },
          ...(change ? [change] : []),
        ],
      },
    });
    const reply = (request: { body: unknown }): Reply => {
      return said(request).includes('No files')
        ? say('found')
        : call('Glob', { pattern: '*.none' });
    };
    const [one, two] = types;
    server.script(
      { blocks: [taskCall('FIRST', one, 'a'), taskCall('SECOND', two, 'b')] },
      ...Array.from({ length: 4 }, () => reply),
      say('main'),
    );
    expect((await agent.sendMessage('P')).ended).toBe('done');
    expect(server.faults).toEqual([]);
    return readFileSync(join(dir, 'order'), 'utf8').trim().split('\n');
  };
  const together = ['begin', 'begin', 'end', 'end'];
  const apart = ['begin', 'end', 'begin', 'end'];

  test.each<[string, string, number, string[]]>([
    ['explore', 'explore', 200, together],
    ['explore', 'general', 5, apart],
    ['general', 'general', 5, apart],
  ])('%s and %s', async (one, two, tries, expected) => {
    expect(await order([one, two], tries)).toEqual(expected);
  });

  test('also when a hook made them such that change things', async () => {
    expect(await order(['explore', 'explore'], 5, { subagent_type: 'general' })).toEqual(apart);
  });
});
