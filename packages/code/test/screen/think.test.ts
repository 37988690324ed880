import { expect, test } from 'vitest';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import { place, wave } from '../helpers.ts';
import { converse, say } from './converse.ts';

const THOUGHT = 'I look at the tests.\nThen at the code.\nThen I answer.';
const thinks = (text: string) => ({
  blocks: [{ thinking: THOUGHT, signature: 's' }, { text }],
});

test('a thought is folded to a line in front of the answer; Ctrl-O shows it whole', async () => {
  const talk = await converse();
  talk.server.script(thinks('Here it is.'));
  await talk.send('why');
  const all = await talk.waitFor('Here it is.');
  expect(all).toMatch(
    /∴ Thought: I look at the tests\. … 2 more lines \(Ctrl-O shows all\)\n+Here it is\./,
  );
  expect(all).not.toContain('Then I answer.');
  talk.press('ctrl-o');
  await talk.waitFor('❯ Here it is.');
  talk.press('up');
  await talk.waitFor('❯ ∴ Thought:');
  talk.press('enter');
  await talk.waitFor(/I look at the tests\.\n.*Then at the code\.\n.*Then I answer\./);
});

test('/think says and changes how much', async () => {
  const talk = await converse({ args: ['--effort', 'low'] });
  talk.server.script(say('one'), say('two'));
  await talk.send('first');
  await talk.waitFor('one');
  await talk.send('/think');
  await talk.waitFor('Thinking: low');
  await talk.send('/think lots');
  await talk.waitFor('/think takes default, off, low, medium, high, xhigh, max; got "lots"');
  await talk.send('/think high');
  await talk.waitFor('Thinking: high');
  await talk.send('second');
  await talk.waitFor('two');
  expect(talk.server.requests.map(({ body }) => body.output_config?.effort)).toEqual([
    'low',
    'high',
  ]);
});

test('--plain: a thought is one line, and /details reads it out', async () => {
  const talk = await converse({ args: ['--plain'] });
  talk.server.script(thinks('Here it is.'));
  talk.type('why\r');
  await talk.waitFor(
    /∴ Thought: I look at the tests\. … 2 more lines \(\/details shows all\)\nHere it is\./,
  );
  talk.type('/details\r');
  await talk.waitFor(
    /∴ Thought:\n {2}I look at the tests\.\n {2}Then at the code\.\n {2}Then I answer\./,
  );
});

test.each([
  ['by default', [], {}, 'adaptive', undefined],
  ['by a flag', ['--effort', 'high'], { effort: 'low' }, 'adaptive', 'high'],
  ['by the settings of the user', [], { effort: 'low' }, 'adaptive', 'low'],
  ['not at all', ['--effort', 'off'], {}, 'between_tools', undefined],
  ['as usual, where the settings are wrong', [], { effort: 'lots' }, 'adaptive', undefined],
] as const)('wave -p thinks %s', async (_how, flags, settings, type, effort) => {
  const where = place();
  where.write('home/.wave/settings.json', settings);
  where.write('project/.wave/settings.json', { effort: 'high' });
  const server = await startWire();
  server.script(say('ok'));
  const env = server.env('anthropic');
  const { stdout, stderr, code } = await wave(['-p', 'hi', ...flags], where, { env });
  await server.close();
  expect([code, stdout]).toEqual([0, 'ok\n']);
  const { thinking, output_config: output } = server.requests[0]?.body ?? {};
  expect([thinking?.type, output?.effort]).toEqual([type, effort]);
  expect(stderr).toContain(`"effort" is never read from a project's file`);
  if ('effort' in settings && settings.effort === 'lots')
    expect(stderr).toContain(
      '"effort": expected "default", "off", "low", "medium", "high", "xhigh" or "max", got "lots"; ignored',
    );
});

test('wave -p --effort with another word is an error that lists them', async () => {
  const { stderr, code } = await wave(['-p', 'hi', '--effort', 'lots'], place());
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(
      '--effort: expected default, off, low, medium, high, xhigh, max, got "lots"',
    ),
  ]);
});
