import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, hooksOn, ofRole, talk, textOf } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const touch = call('Bash', { command: 'touch ran' });
const EVENTS = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'] as const;

/** A turn in which all four events fire. */
const whole = (hooks: Record<string, unknown>, ...script: Parameters<typeof say>[]) =>
  talk({ hooks, script: [touch, ...script.map((args) => say(...args)), say('done')] });

describe('User Story 1: success', () => {
  test('US1-1, FR-001, FR-004, FR-016: stdout of UserPromptSubmit is the second user message', async () => {
    const { agent, server } = await talk({
      hooks: hooksOn('UserPromptSubmit', 'echo INJECTED'),
      script: [say('ok')],
    });
    const users = ofRole(agent.messages, 'user');
    expect(users.map(textOf)).toEqual(['PROMPT', 'INJECTED']);
    expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('INJECTED');
    expect(server.faults).toEqual([]);
  });

  test.each(['PreToolUse', 'PostToolUse', 'Stop'])(
    'US1-2, FR-005: stdout of %s is ignored',
    async (event) => {
      const { agent, sent, result } = await whole(hooksOn(event, 'echo SECRETOUT'));
      expect(result.ended).toBe('done');
      expect(JSON.stringify(agent.messages) + sent).not.toContain('SECRETOUT');
    },
  );

  test.each(EVENTS)('US1-3: stderr of a %s hook that succeeds is ignored', async (event) => {
    const { agent, sent, result, dir } = await whole(hooksOn(event, 'echo NOISE >&2'));
    expect(result.ended).toBe('done');
    expect(existsSync(join(dir, 'ran'))).toBe(true);
    expect(JSON.stringify(agent.messages) + sent).not.toContain('NOISE');
  });
});

describe('User Story 2: blocking', () => {
  test('US2-1, FR-002, FR-006, FR-007, FR-017: PreToolUse blocks, stderr is the ToolBlock’s result', async () => {
    const { agent, server, dir } = await talk({
      hooks: hooksOn('PreToolUse', 'echo FORBIDDEN >&2; exit 2'),
      script: [touch, say('understood')],
    });
    const [tool] = blocksOf(agent.messages, 'tool');
    expect(tool).toMatchObject({ name: 'Bash', stage: 'end', success: false, result: 'FORBIDDEN' });
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('FORBIDDEN');
    expect(server.faults).toEqual([]);
  });

  test('US2-2, FR-008, FR-018: PostToolUse feedback is a user message, and the agent goes on', async () => {
    const { agent, server, dir, result } = await talk({
      hooks: hooksOn('PostToolUse', 'echo LINTFAILED >&2; exit 2'),
      script: [touch, say('I mend it')],
    });
    expect(ofRole(agent.messages, 'user').map(textOf)).toEqual(['PROMPT', 'LINTFAILED']);
    expect(existsSync(join(dir, 'ran'))).toBe(true);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('LINTFAILED');
    expect(result).toMatchObject({ ended: 'done', text: 'I mend it' });
    expect(server.faults).toEqual([]);
  });

  test('US2-3, FR-009, FR-010, FR-011, FR-019: UserPromptSubmit erases the prompt and tells the user alone', async () => {
    const { agent, server, result, sent, send } = await talk({
      hooks: hooksOn(
        'UserPromptSubmit',
        'grep -q PROMPT && { echo NOSECRETS >&2; exit 2; }; exit 0',
      ),
    });
    expect(result.ended).toBe('blocked');
    expect(server.requests).toEqual([]);
    expect(ofRole(agent.messages, 'user')).toEqual([]);
    expect(JSON.stringify(agent.messages)).not.toContain('PROMPT');
    expect(agent.messages).toMatchObject([
      { role: 'assistant', blocks: [{ type: 'error', content: 'NOSECRETS' }] },
    ]);
    await send('another', say('hello'));
    expect(sent).not.toContain('NOSECRETS');
    expect(JSON.stringify(server.requests)).not.toContain('NOSECRETS');
  });

  test('US2-4, FR-012, FR-013, FR-021: Stop feedback is a user message, and the agent goes on', async () => {
    const { agent, server, result } = await talk({
      hooks: hooksOn(
        'Stop',
        'grep -q "stop_hook_active\\":false" && { echo TESTSMISSING >&2; exit 2; }; exit 0',
      ),
      script: [say('done'), say('now really')],
    });
    expect(ofRole(agent.messages, 'user').map(textOf)).toEqual(['PROMPT', 'TESTSMISSING']);
    expect(JSON.stringify(server.requests[1]?.body)).toContain('TESTSMISSING');
    expect(result).toMatchObject({ ended: 'done', text: 'now really', requests: 2 });
    expect(server.faults).toEqual([]);
  });

  test('FR-020: an ErrorBlock never reaches the model, in no later turn either', async () => {
    const { server, send } = await talk({
      hooks: hooksOn('PreToolUse', 'echo BROKENHOOK >&2; exit 7'),
      script: [touch, say('fine')],
    });
    await send('next', say('ok'));
    expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain('BROKENHOOK');
  });
});

describe('User Story 3: failures', () => {
  test.each(EVENTS)(
    'US3-1, FR-003, FR-014: another exit code of %s is shown to the user, and all goes on',
    async (event) => {
      const { agent, sent, result, dir } = await whole(hooksOn(event, 'echo OOPS >&2; exit 3'));
      expect(result).toMatchObject({ ended: 'done', text: 'done' });
      expect(existsSync(join(dir, 'ran'))).toBe(true);
      const [error] = blocksOf(agent.messages, 'error');
      expect(error?.content).toContain('OOPS');
      expect(sent).not.toContain('OOPS');
    },
  );

  test.each(EVENTS)('US3-2: stdout of a %s hook that fails is ignored', async (event) => {
    const { agent, sent, result } = await whole(hooksOn(event, 'echo LOSTOUT; exit 3'));
    expect(result.ended).toBe('done');
    expect(JSON.stringify(agent.messages) + sent).not.toContain('LOSTOUT');
  });
});

test('FR-015: one exit code, four events, four ends', async () => {
  const ends = await Promise.all(
    EVENTS.map(async (event) => {
      const once = 'test -e held && exit 0; touch held; echo WHY >&2; exit 2';
      const { result, agent } = await whole(hooksOn(event, once), ['again']);
      return [event, result.ended, ofRole(agent.messages, 'user').length];
    }),
  );
  expect(ends).toEqual([
    ['PreToolUse', 'done', 1],
    ['PostToolUse', 'done', 2],
    ['UserPromptSubmit', 'blocked', 0],
    ['Stop', 'done', 2],
  ]);
});
