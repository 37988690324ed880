import { expect, test } from 'vitest';
import { delegate, inputsIn, KEEPS_INPUT } from '../subagent/delegate.ts';
import { hooksOn, talk } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

const EVERYWHERE = {
  ...hooksOn('UserPromptSubmit', KEEPS_INPUT),
  ...hooksOn('PreToolUse', KEEPS_INPUT),
  ...hooksOn('PostToolUse', KEEPS_INPUT),
  ...hooksOn('Stop', KEEPS_INPUT),
};

test('the prompt that is under way has one id: in every event, in the conversation, for undo', async () => {
  const { agent, dir, send } = await talk({
    hooks: EVERYWHERE,
    script: [delegate(), call('Bash', { command: 'true' }), say('sub'), say('main')],
  });
  const first = inputsIn(dir).map((input) => input['prompt_id']);
  expect(first.length).toBeGreaterThan(5);
  expect(new Set(first)).toEqual(new Set([agent.messages[0]?.id]));
  expect(agent.checkpoints()[0]?.id).toBe(first[0]);
  await send('NEXT', say('two'));
  const next = inputsIn(dir).slice(first.length);
  expect(new Set(next.map((input) => input['prompt_id']))).toEqual(
    new Set([agent.checkpoints()[1]?.id]),
  );
});

test('PostToolUse says how long the tool took, without its hooks', async () => {
  const { dir } = await talk({
    hooks: { ...hooksOn('PreToolUse', 'sleep 0.4'), ...hooksOn('PostToolUse', KEEPS_INPUT) },
    script: [call('Bash', { command: 'sleep 0.2' }), say('ok')],
  });
  const [{ duration_ms } = {}] = inputsIn(dir);
  expect(duration_ms).toBeGreaterThanOrEqual(190);
  expect(Number.isInteger(duration_ms)).toBe(true);
});

test('Stop has the last that the agent said', async () => {
  const { dir } = await talk({
    hooks: hooksOn('Stop', KEEPS_INPUT),
    script: [call('Bash', { command: 'true' }), say('LASTWORDS')],
  });
  expect(inputsIn(dir)).toMatchObject([{ last_assistant_message: 'LASTWORDS' }]);
});
