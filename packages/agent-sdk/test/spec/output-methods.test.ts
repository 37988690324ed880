import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, hooksOn, ofRole, printing, talk, textOf } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const touch = call('Bash', { command: 'touch ran' });
const section = (event: string, fields: object) => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});
const EVENTS = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop'] as const;

describe('User Story 1: exit codes', () => {
  test('US1-1, FR-001, FR-015: exit 0 goes on, and stdout is context for UserPromptSubmit', async () => {
    const { sent, result } = await talk({
      hooks: hooksOn('UserPromptSubmit', 'echo FROMSTDOUT'),
      script: [say('ok')],
    });
    expect(result.ended).toBe('done');
    expect(sent).toContain('FROMSTDOUT');
  });

  test('US1-2, FR-002, FR-013: exit 2 blocks the tool, and the agent reads why', async () => {
    const { sent, dir } = await talk({
      hooks: hooksOn('PreToolUse', 'echo WHYNOT >&2; exit 2'),
      script: [touch, say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(sent).toContain('WHYNOT');
  });

  test('US1-3, FR-003: any other code is shown to the user and does not block', async () => {
    const { agent, dir } = await talk({
      hooks: hooksOn('PreToolUse', 'echo STRANGE >&2; exit 9'),
      script: [touch, say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(true);
    expect(
      blocksOf(agent.messages, 'error')
        .map(({ content }) => content)
        .join(),
    ).toContain('STRANGE');
  });
});

describe('User Story 2: JSON', () => {
  test.each(EVENTS)(
    'US2-1, FR-004, FR-012: continue false at %s ends the turn; stopReason is for the user',
    async (event) => {
      const answer = { continue: false, stopReason: 'ENOUGH', decision: 'block', reason: 'GOON' };
      const { agent, result, server, send } = await talk({
        hooks: hooksOn(event, `test -e over || ${printing(answer)}; touch over`),
        script: [touch, say('after')],
      });
      expect(result).toMatchObject({ ended: 'halted', stopReason: 'ENOUGH' });
      expect(server.requests).toHaveLength(
        { PreToolUse: 1, PostToolUse: 1, UserPromptSubmit: 0, Stop: 2 }[event],
      );
      expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toContain('ENOUGH');
      await send('next', say('ok'), say('ok'));
      const sent = JSON.stringify(server.requests.map(({ body }) => body));
      expect(sent).not.toMatch(/ENOUGH|GOON/);
      expect(server.faults).toEqual([]);
    },
  );

  test.each(EVENTS)('US2-2: systemMessage at %s is shown to the user alone', async (event) => {
    const { agent, sent, result } = await talk({
      hooks: hooksOn(event, printing({ systemMessage: 'CAREFUL' })),
      script: [touch, say('ok')],
    });
    expect(result.ended).toBe('done');
    expect(blocksOf(agent.messages, 'notice')).toMatchObject([
      { content: 'CAREFUL', tone: 'warning' },
    ]);
    expect(sent).not.toContain('CAREFUL');
  });

  test('US2-3, FR-005: a JSON decision beats the exit code', async () => {
    const { dir, agent } = await talk({
      hooks: hooksOn(
        'PreToolUse',
        `${printing(section('PreToolUse', { permissionDecision: 'allow' }))}; echo X >&2; exit 2`,
      ),
      permissionMode: 'default',
      script: [touch, say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(true);
    expect(
      blocksOf(agent.messages, 'notice')
        .map(({ content }) => content)
        .join(),
    ).toContain('the answer counts');
  });

  test('FR-010: broken JSON falls back to the exit code, and the user is told', async () => {
    const { dir, agent } = await talk({
      hooks: hooksOn('PreToolUse', `echo '{"decision": "block", '; echo BYCODE >&2; exit 2`),
      script: [touch, say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(blocksOf(agent.messages, 'tool')[0]?.result).toBe('BYCODE');
    expect(
      blocksOf(agent.messages, 'notice')
        .map(({ content }) => content)
        .join(),
    ).toContain('not read as an answer');
  });

  test('FR-011: a section for another event is ignored and told', async () => {
    const { dir, agent } = await talk({
      hooks: hooksOn('PreToolUse', printing(section('PostToolUse', { additionalContext: 'C' }))),
      script: [touch, say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(true);
    expect(
      blocksOf(agent.messages, 'notice')
        .map(({ content }) => content)
        .join(),
    ).toContain('this event is PreToolUse');
  });
});

describe('User Story 3: permissions', () => {
  test('US3-1, FR-006, FR-014: allow runs without a question, its reason is for the user', async () => {
    const { dir, agent, sent } = await talk({
      hooks: hooksOn(
        'PreToolUse',
        printing(
          section('PreToolUse', { permissionDecision: 'allow', permissionDecisionReason: 'FINE' }),
        ),
      ),
      permissionMode: 'default',
      confirm: async () => {
        throw new Error('nobody should be asked');
      },
      script: [touch, say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(true);
    expect(blocksOf(agent.messages, 'notice')).toMatchObject([{ content: 'FINE', tone: 'info' }]);
    expect(sent).not.toContain('FINE');
  });

  test('US3-2, FR-014: deny blocks, its reason is for the agent', async () => {
    const { dir, agent, sent } = await talk({
      hooks: hooksOn(
        'PreToolUse',
        printing(
          section('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'NEVER' }),
        ),
      ),
      script: [touch, say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({ result: 'NEVER', success: false });
    expect(sent).toContain('NEVER');
  });

  test.each([
    ['yes', true],
    ['no', false],
  ])('US3-3, FR-014: ask asks the user with its reason, who says %s', async (_word, yes) => {
    const asked: unknown[] = [];
    const { dir, sent } = await talk({
      hooks: hooksOn('PreToolUse', {
        name: 'asker',
        command: printing(
          section('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'SURE?' }),
        ),
      }),
      confirm: async ({ tool, input, by, reasons }) => {
        asked.push({ tool, input, by, reasons });
        return yes;
      },
      script: [touch, say('ok')],
    });
    expect(asked).toEqual([
      { tool: 'Bash', input: { command: 'touch ran' }, by: 'the hook asker', reasons: ['SURE?'] },
    ]);
    expect(existsSync(join(dir, 'ran'))).toBe(yes);
    expect(sent).not.toContain('SURE?');
  });

  test('US3-3: with nobody to ask, ask is a no in our own words', async () => {
    const { dir, sent, agent } = await talk({
      hooks: hooksOn(
        'PreToolUse',
        printing(
          section('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'SURE?' }),
        ),
      ),
      script: [touch, say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(sent).toContain('there is no user to ask');
    expect(sent).not.toContain('SURE?');
    expect(blocksOf(agent.messages, 'notice').map(({ content }) => content)).toContain('SURE?');
  });

  test('US3-4: the tool receives the rewritten input, and the rest of it stays', async () => {
    const { dir, agent } = await talk({
      hooks: hooksOn(
        'PreToolUse',
        printing(
          section('PreToolUse', {
            permissionDecision: 'allow',
            updatedInput: { command: 'echo changed > out' },
          }),
        ),
      ),
      permissionMode: 'default',
      script: [call('Bash', { command: 'touch ran', timeout: 5000 }), say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(readFileSync(join(dir, 'out'), 'utf8')).toBe('changed\n');
    expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({
      parameters: { command: 'echo changed > out', timeout: 5000 },
      original: { command: 'touch ran', timeout: 5000 },
    });
  });

  test('a rewrite that no longer fits the tool blocks, and the agent is told', async () => {
    const { dir, sent } = await talk({
      hooks: hooksOn('PreToolUse', printing({ decision: 'allow', updated_input: { command: 7 } })),
      script: [touch, say('ok')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(sent).toContain('it no longer fits');
  });

  test('what the user approves is what runs: the rewritten input, beside the original', async () => {
    const seen: unknown[] = [];
    const { dir } = await talk({
      hooks: hooksOn(
        'PreToolUse',
        printing({
          decision: 'ask',
          message: 'modified',
          updated_input: { command: 'touch safe' },
        }),
      ),
      confirm: async ({ input, original }) => {
        seen.push({ input, original });
        return { answer: 'yes' };
      },
      script: [touch, say('ok')],
    });
    expect(seen).toEqual([
      { input: { command: 'touch safe' }, original: { command: 'touch ran' } },
    ]);
    expect([existsSync(join(dir, 'safe')), existsSync(join(dir, 'ran'))]).toEqual([true, false]);
  });
});

describe('User Story 4: after a tool', () => {
  test('US4-1, FR-007: block prompts the agent with the reason', async () => {
    const { agent, sent } = await talk({
      hooks: hooksOn('PostToolUse', printing({ decision: 'block', reason: 'FORMATIT' })),
      script: [touch, say('ok')],
    });
    expect(ofRole(agent.messages, 'user').map(textOf)).toEqual(['PROMPT', 'FORMATIT']);
    expect(sent).toContain('FORMATIT');
  });

  test('US4-2: additionalContext reaches the agent', async () => {
    const { sent } = await talk({
      hooks: hooksOn(
        'PostToolUse',
        printing(section('PostToolUse', { additionalContext: 'CONSIDER' })),
      ),
      script: [touch, say('ok')],
    });
    expect(sent).toContain('CONSIDER');
  });

  test('US4-3: without a decision nothing is said, and reason is ignored', async () => {
    const { agent, sent } = await talk({
      hooks: hooksOn('PostToolUse', printing({ reason: 'UNUSED' })),
      script: [touch, say('ok')],
    });
    expect(ofRole(agent.messages, 'user')).toHaveLength(1);
    expect(sent).not.toContain('UNUSED');
  });

  test('a tool that failed fires PostToolUse too, and its response says so', async () => {
    const { dir } = await talk({
      hooks: hooksOn('PostToolUse', 'cat > seen.json'),
      script: [call('Read', { file_path: '/nowhere/at/all' }), say('ok')],
    });
    const seen = JSON.parse(readFileSync(join(dir, 'seen.json'), 'utf8'));
    expect(seen).toMatchObject({
      hook_event_name: 'PostToolUse',
      tool_name: 'Read',
      tool_response: { success: false },
    });
  });
});

describe('User Story 5: prompts and stopping', () => {
  test('US5-1, FR-008: block erases the prompt; the reason is for the user', async () => {
    const { agent, server } = await talk({
      hooks: hooksOn('UserPromptSubmit', printing({ decision: 'block', reason: 'NOTTHIS' })),
    });
    expect(server.requests).toEqual([]);
    expect(JSON.stringify(agent.messages)).not.toContain('PROMPT');
    expect(blocksOf(agent.messages, 'error')).toMatchObject([{ content: 'NOTTHIS' }]);
  });

  test('US5-2, FR-015: additionalContext is one user message after the prompt', async () => {
    const { agent } = await talk({
      hooks: hooksOn(
        'UserPromptSubmit',
        printing(section('UserPromptSubmit', { additionalContext: 'ONE' })),
        'echo TWO',
      ),
      script: [say('ok')],
    });
    expect(ofRole(agent.messages, 'user').map(textOf)).toEqual(['PROMPT', 'ONE\n\nTWO']);
  });

  test('US5-3, FR-009: a blocked stop goes on with the reason', async () => {
    const { server, result } = await talk({
      hooks: hooksOn(
        'Stop',
        `test -e held || ${printing({ decision: 'block', reason: 'ADDTESTS' })}; touch held`,
      ),
      script: [say('done'), say('added')],
    });
    expect(JSON.stringify(server.requests[1]?.body)).toContain('ADDTESTS');
    expect(result).toMatchObject({ ended: 'done', text: 'added' });
  });
});
