import { afterEach, expect, test } from 'vitest';
import { Wave } from '../../src/guard/plugins/opencode.ts';

const world = globalThis as { COMMANDS?: Readonly<Record<string, string>> };
afterEach(() => {
  delete world.COMMANDS;
});

/** The plugin, with entries that answer so. */
function plugin(answers: Readonly<Record<string, object>>) {
  world.COMMANDS = Object.fromEntries(
    Object.entries(answers).map(([event, answer]) => [event, `echo '${JSON.stringify(answer)}'`]),
  );
  const client = { tui: { showToast: async () => {} } };
  return Wave({ directory: '/', client });
}

const CALL = { tool: 'bash', sessionID: 's', callID: 'c' };

test('a prompt without a text is asked about as well', async () => {
  const { 'chat.message': send } = await plugin({
    UserPromptSubmit: { decision: 'block', reason: 'no images' },
  });
  const sent = send({ sessionID: 's' }, { parts: [{ type: 'file' }] });
  await expect(sent).rejects.toThrow('no images');
});

test.each([
  [{ continue: false }, 'A hook ended the turn.'],
  [{ continue: false, stopReason: 'enough' }, 'enough'],
])('a hook that ends the turn keeps the call from running: %j', async (answer, reason) => {
  const { 'tool.execute.before': call } = await plugin({ PreToolUse: answer });
  await expect(call(CALL, { args: { command: 'ls' } })).rejects.toThrow(reason);
});
