import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { openAgent } from '../open-agent.ts';
import { KEEPS_INPUT } from '../subagent/delegate.ts';
import { blocksOf, printing, talk, textOf } from '../talk.ts';
import { call, say } from '../wire/reply.ts';
import { heard, hook, keeping, names, on, section } from './events.ts';

const bash = (command: string) => call('Bash', { command });
const said = (request: { body: unknown } | undefined) => JSON.stringify(request?.body);

test('a tool that fails fires PostToolUse and PostToolUseFailure', async () => {
  const { dir } = await talk({
    hooks: keeping('PostToolUse', 'PostToolUseFailure'),
    script: [bash('echo OOPS; exit 3'), bash('echo fine'), say('done')],
  });
  expect(names(dir)).toEqual(['PostToolUse', 'PostToolUseFailure', 'PostToolUse']);
  const [first, failure] = heard(dir);
  expect(first).toMatchObject({ tool_response: { success: false } });
  expect(failure).toMatchObject({
    tool_name: 'Bash',
    tool_input: { command: 'echo OOPS; exit 3' },
    error: expect.stringContaining('OOPS'),
    is_interrupt: false,
  });
  expect(first?.['duration_ms']).toBeTypeOf('number');
});

test('PostToolUseFailure gives feedback and context', async () => {
  const { server } = await talk({
    hooks: on('PostToolUseFailure', 'echo TRY AGAIN >&2; exit 2'),
    script: [bash('exit 3'), say('done')],
  });
  expect(said(server.requests[1])).toContain('TRY AGAIN');
});

test('an interrupted tool is told without holding up the user', async () => {
  const { agent, server, dir } = await openAgent({
    hooks: { ...keeping('PostToolUseFailure') },
  });
  server.script(bash('sleep 30'));
  const turn = agent.sendMessage('go');
  await until(() => blocksOf(agent.messages, 'tool').some(({ stage }) => stage === 'running'));
  agent.abort();
  expect((await turn).ended).toBe('aborted');
  await until(() => heard(dir).length === 1);
  expect(heard(dir)).toMatchObject([{ tool_name: 'Bash', is_interrupt: true }]);
});

test('PostToolBatch comes once a step, with all its calls, before the next request', async () => {
  const both = { blocks: [...bash('echo one').blocks, ...bash('echo two').blocks] };
  const context = printing(section('PostToolBatch', { additionalContext: 'BOTH SEEN' }));
  const { dir, server } = await talk({
    hooks: { PostToolBatch: [{ hooks: [hook(KEEPS_INPUT), hook(context)] }] },
    script: [both, say('done')],
  });
  const [batch, ...more] = heard(dir);
  expect(more).toEqual([]);
  expect(batch?.['tool_calls']).toMatchObject([
    { tool_name: 'Bash', tool_input: { command: 'echo one' }, tool_response: { success: true } },
    { tool_name: 'Bash', tool_input: { command: 'echo two' } },
  ]);
  expect(said(server.requests[1])).toContain('BOTH SEEN');
  expect(server.faults).toEqual([]);
});

test('a block of PostToolBatch ends the turn, its reason goes to the user', async () => {
  const { agent, result, server } = await talk({
    hooks: on('PostToolBatch', 'echo ENOUGH >&2; exit 2'),
    script: [bash('echo one'), say('never')],
  });
  expect(result).toMatchObject({ ended: 'halted' });
  expect(server.requests).toHaveLength(1);
  const user = [...blocksOf(agent.messages, 'notice'), ...blocksOf(agent.messages, 'error')];
  expect(JSON.stringify(user)).toContain('ENOUGH');
  expect(agent.messages.filter(({ role }) => role === 'user').map(textOf)).toEqual(['PROMPT']);
});
