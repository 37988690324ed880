import { expect, test } from 'vitest';
import { checkHooks } from '../../src/checking/check.ts';
import { fire } from '../helpers.ts';

/** Wrong hooks in code throw otherwise. */
const REPORT = { options: { problems: 'report' } } as const;

const check = (fields: object, event = 'PreToolUse') =>
  checkHooks([
    {
      name: 'test',
      hooks: { [event]: [{ hooks: [{ type: 'command', command: 'true', ...fields }] }] },
    },
  ]);

test('fields for people mean nothing, whoever blocks on errors', () => {
  const remarks = { description: 'why', comment: 'x', _note: 1, $schema: 'y' };
  for (const more of [{}, { onError: 'block' }, { onFailure: 'block' }])
    expect(check({ ...remarks, ...more }).problems).toEqual([]);
  const group = { description: 'why', $id: 'z', hooks: [{ type: 'command', command: 'true' }] };
  expect(checkHooks([{ name: 'test', hooks: { Stop: [group] } }]).problems).toEqual([]);
});

const WRONG_GUARDS: [string, object, string][] = [
  ['an unknown field', { tymeout: 5 }, '"tymeout" is not known'],
  ['a field of another type of hook', { idleTimeout: 5 }, 'only a worker has "idleTimeout"'],
  ['an unknown type', { type: 'oracle' }, '"type": expected'],
  ['async', { async: true }, '"async": a hook that nobody waits for cannot block'],
  ['asyncRewake', { asyncRewake: true }, '"asyncRewake": a hook that nobody waits for'],
  ['a rule that is none', { if: 'Bash(' }, '"if": "Bash(" is not a permission rule'],
  ['a shell that Wave does not run', { shell: 'powershell' }, '"shell": expected "sh" or "bash"'],
  ['arguments that are no texts', { args: [1] }, '"args": expected a list of texts, got [1]'],
];

for (const guard of [{ onError: 'block' }, { onFailure: 'block' }])
  test.each(WRONG_GUARDS)(
    `a guard (${Object.keys(guard)}) with %s blocks, and says why`,
    async (_name, fields, why) => {
      const hook = { name: 'guard', command: 'true', ...guard, ...fields };
      const verdict = await fire('PreToolUse', [hook], REPORT);
      expect(verdict).toMatchObject({
        decision: 'block',
        decidedBy: ['guard'],
        toAgent: [{ text: expect.stringContaining(why), hook: 'guard' }],
        toUser: [{ tone: 'error', text: expect.stringContaining(why) }],
        runs: [{ hook: 'guard', outcome: { is: 'start' } }],
      });
      expect(check(hook).problems).toMatchObject([
        { level: 'error', text: expect.stringContaining(why) },
      ]);
    },
  );

test('where nothing is about a tool, "if" is invalid, and a guard blocks', async () => {
  const why = '"if": UserPromptSubmit is not about a tool';
  expect(check({ if: 'Bash' }, 'UserPromptSubmit')).toMatchObject({
    entries: [],
    problems: [{ level: 'error', text: expect.stringContaining(why) }],
  });
  const guard = { command: 'true', if: 'Bash', onError: 'block' };
  expect(await fire('UserPromptSubmit', [guard], REPORT)).toMatchObject({
    decision: 'block',
    erasePrompt: true,
  });
});

test('who does not block on errors runs with an unknown field, and the user is told', async () => {
  expect(check({ tymeout: 5 })).toMatchObject({
    entries: [{ label: 'true' }],
    problems: [{ level: 'warning', text: expect.stringContaining('did you mean "timeout"?') }],
  });
  expect(await fire('PreToolUse', [{ command: 'exit 2', tymeout: 5 }], REPORT)).toMatchObject({
    decision: 'block',
  });
});

test('a guard that is switched off blocks nothing', async () => {
  const off = { command: 'true', onError: 'block', async: true, enabled: false };
  expect(await fire('PreToolUse', [off], REPORT)).toMatchObject({ decision: 'none', runs: [] });
});
