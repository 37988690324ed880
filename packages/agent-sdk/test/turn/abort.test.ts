import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { until } from '../../../../test/until.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { groupRuns, type OpenAgent, openAgent, STAYS_ONCE } from '../open-agent.ts';
import { blocksOf, hooksOn } from '../talk.ts';
import { call, fail, type Reply, say } from '../wire/reply.ts';

const touch = call('Bash', { command: 'touch ran' });

/** A tool that does not care about its signal. */
const deaf: Tool = {
  name: 'Deaf',
  description: 'Never ends.',
  input: z.looseObject({}),
  effect: 'run',
  run: () => new Promise(() => {}),
};

const looks = Promise.withResolvers<void>();
/** A tool that never finds out whether it would fail. */
const unsure: Tool = {
  ...deaf,
  name: 'Unsure',
  check: () => {
    looks.resolve();
    return new Promise(() => {});
  },
};

interface Stage {
  readonly options: Parameters<typeof openAgent>[0];
  readonly script: readonly Reply[];
  /** Waits until the stage is reached; gives the group that must be gone afterwards. */
  readonly reached: (open: OpenAgent) => Promise<number | undefined>;
  /** How many requests there were, and what became of the call. */
  readonly requests: number;
  readonly result?: RegExp;
  /** Whose words that is, where the call did not run. */
  readonly by?: 'wave';
  readonly ran?: boolean;
}

/** It was told that it never began, in words that no failure has. */
const NOT_RUN = {
  requests: 1,
  result: /^Not run: the turn ended before this call started\.$/,
  by: 'wave',
} as const;

const group = async ({ file }: OpenAgent) => Number(await file('started'));
const inHook = (event: string, more: Omit<Stage, 'options' | 'reached'>): Stage => ({
  options: { hooks: hooksOn(event, STAYS_ONCE) },
  reached: group,
  ...more,
});
const noGroup = (reached: (open: OpenAgent) => Promise<unknown>) => async (open: OpenAgent) => {
  await reached(open);
  return undefined;
};
const pendingTool = ({ agent }: OpenAgent) =>
  until(() => blocksOf(agent.messages, 'tool').some(({ stage }) => stage === 'running'));

const STAGES: Record<string, Stage> = {
  'the UserPromptSubmit hook': inHook('UserPromptSubmit', { script: [], requests: 0 }),
  'the model’s stream': {
    options: {},
    script: [say('half an answer', { broken: { how: 'hang', after: 4 } })],
    reached: noGroup(({ server }) => until(() => server.requests.length === 1)),
    requests: 1,
  },
  'thoughts that have no signature yet': {
    options: {},
    script: [
      {
        blocks: [{ thinking: 'a long thought', signature: 's' }],
        broken: { how: 'hang', after: 4 },
      },
    ],
    reached: noGroup(
      ({ agent }) =>
        new Promise((resolve) => agent.subscribe(({ is }) => is === 'delta' && resolve(1))),
    ),
    requests: 1,
  },
  'the back-off between two tries': {
    options: {},
    script: [fail(529, { headers: { 'retry-after': '60' } })],
    reached: noGroup(({ agent }) => until(() => blocksOf(agent.messages, 'notice').length === 1)),
    requests: 1,
  },
  'the PreToolUse hook': inHook('PreToolUse', {
    script: [touch],
    ...NOT_RUN,
  }),
  'a tool’s own look before the question': {
    options: {
      permissionMode: 'default',
      confirm: async () => true,
      tools: [unsure],
      permissions: { allow: ['Read'] },
    },
    script: [call('Unsure', {})],
    reached: noGroup(() => looks.promise),
    ...NOT_RUN,
  },
  'a question to the user that ignores its signal': {
    options: { permissionMode: 'default', confirm: () => new Promise(() => {}) },
    script: [touch],
    reached: noGroup(({ agent }) => until(() => blocksOf(agent.messages, 'tool').length === 1)),
    ...NOT_RUN,
  },
  'a question of the agent that ignores its signal': {
    options: { ask: () => new Promise(() => {}) },
    script: [
      call('AskUserQuestion', {
        questions: [{ question: 'Q?', options: [{ label: 'a' }, { label: 'b' }] }],
      }),
    ],
    reached: noGroup(pendingTool),
    requests: 1,
    result: /Interrupted/,
  },
  'the tool': {
    options: {},
    script: [call('Bash', { command: STAYS_ONCE })],
    reached: group,
    requests: 1,
    result: /Interrupted/,
  },
  'a tool that ignores its signal': {
    options: { tools: [deaf] },
    script: [call('Deaf', {})],
    reached: noGroup(pendingTool),
    requests: 1,
    result: /Interrupted/,
  },
  'the PostToolUse hook': inHook('PostToolUse', {
    script: [touch],
    requests: 1,
    // A hook that was cut short may have had something to take out of it.
    result: /before its result was passed on/,
    by: 'wave',
    ran: true,
  }),
  'the Stop hook': inHook('Stop', { script: [say('done')], requests: 1 }),
};

describe('an abort during', () => {
  test.each(Object.entries(STAGES))('%s ends all at once', async (_, stage) => {
    const open = await openAgent(stage.options);
    const { agent, server, dir } = open;
    server.script(...stage.script);
    const turn = agent.sendMessage('FIRST');
    const pgid = await stage.reached(open);
    const before = performance.now();
    agent.abort();
    expect((await turn).ended).toBe('aborted');
    expect(performance.now() - before).toBeLessThan(10_000);
    if (pgid !== undefined) expect(groupRuns(pgid)).toBe(false);
    const [tool] = blocksOf(agent.messages, 'tool');
    if (stage.result) {
      expect(tool).toMatchObject({ stage: 'end', result: expect.stringMatching(stage.result) });
      expect(tool?.by).toBe(stage.by);
    }
    expect(existsSync(`${dir}/ran`)).toBe(stage.ran ?? false);
    expect(server.requests).toHaveLength(stage.requests);

    server.script(say('fine'));
    expect(await agent.sendMessage('SECOND')).toMatchObject({ ended: 'done', text: 'fine' });
    expect(server.requests).toHaveLength(stage.requests + 1);
    if (stage.by) expect(open.sent(), 'the model is told').toContain(tool?.result);
    expect(server.faults).toEqual([]);
  });
});

test('an aborted prompt hook lets no prompt in, and no other stage loses it', async () => {
  const open = await openAgent({ hooks: hooksOn('UserPromptSubmit', STAYS_ONCE) });
  const turn = open.agent.sendMessage('NEVERSEEN');
  await open.file('started');
  open.agent.abort();
  await turn;
  expect(open.agent.messages).toEqual([]);
  open.server.script(say('ok'));
  await open.agent.sendMessage('SECOND');
  expect(open.sent()).not.toContain('NEVERSEEN');
});

test('what came of an answer before the abort is kept, its calls are not', async () => {
  const { agent, server, sent } = await openAgent();
  server.script({
    blocks: [{ text: 'I begin with' }, { call: 'Bash', input: { command: 'touch ran' } }],
    broken: { how: 'hang', after: 8 },
  });
  const heard = new Promise((resolve) => agent.subscribe(({ is }) => is === 'delta' && resolve(1)));
  const turn = agent.sendMessage('FIRST');
  await heard;
  agent.abort();
  await turn;
  expect(blocksOf(agent.messages, 'tool')).toEqual([]);
  await until(() => server.requests[0]?.dropped === true);
  server.script(say('ok'));
  await agent.sendMessage('SECOND');
  expect(sent()).toContain('I b');
  expect(server.faults).toEqual([]);
});

test('an outer signal aborts too, also one that was aborted before', async () => {
  const { agent, server } = await openAgent();
  expect((await agent.sendMessage('P', { signal: AbortSignal.abort() })).ended).toBe('aborted');
  expect(server.requests).toEqual([]);
  server.script(say('slow', { slowMs: 500 }));
  const late = agent.sendMessage('P', { signal: AbortSignal.timeout(50) });
  expect((await late).ended).toBe('aborted');
  expect(server.faults).toEqual([]);
});

test('Stop is fired neither after an abort nor after an error of the model', async () => {
  const { agent, server, dir } = await openAgent({ hooks: hooksOn('Stop', 'touch stopped') });
  server.script(fail(401));
  expect((await agent.sendMessage('P')).ended).toBe('failed');
  server.script(say('never', { broken: { how: 'hang', after: 0 } }));
  const turn = agent.sendMessage('P');
  await until(() => server.requests.length === 2);
  agent.abort();
  expect((await turn).ended).toBe('aborted');
  expect(existsSync(`${dir}/stopped`)).toBe(false);
});

test('closing ends the turn under way, and a closed agent says so', async () => {
  const open = await openAgent({ hooks: hooksOn('UserPromptSubmit', STAYS_ONCE) });
  const turn = open.agent.sendMessage('P');
  const pgid = Number(await open.file('started'));
  await open.agent.close();
  expect((await turn).ended).toBe('aborted');
  expect(groupRuns(pgid)).toBe(false);
  await expect(open.agent.sendMessage('P')).rejects.toThrow('closed');
});

test('a second prompt during a turn, and a prompt without a text, are the caller’s mistakes', async () => {
  const { agent, server } = await openAgent();
  server.script(say('ok'));
  const turn = agent.sendMessage('P');
  await expect(agent.sendMessage('Q')).rejects.toThrow('still at work');
  expect((await turn).ended).toBe('done');
  await expect(agent.sendMessage(' \n')).rejects.toThrow('needs a text');
});
