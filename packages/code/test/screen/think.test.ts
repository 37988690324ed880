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
  await talk.waitFor('/think takes off, low, medium, high; got "lots"');
  await talk.send('/think high');
  await talk.waitFor('Thinking: high');
  await talk.send('second');
  await talk.waitFor('two');
  expect(
    talk.server.requests.map(({ body }) => JSON.stringify(body).match(/budget_tokens":\d+/)?.[0]),
  ).toEqual(['budget_tokens":4000', 'budget_tokens":24000']);
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
  ['by default', [], {}, 10_000],
  ['by a flag', ['--effort', 'high'], { effort: 'low' }, 24_000],
  ['by the settings of the user', [], { effort: 'low' }, 4_000],
  ['not at all', ['--effort', 'off'], {}, undefined],
  ['as usual, where the settings are wrong', [], { effort: 'lots' }, 10_000],
] as const)('wave -p thinks %s', async (_how, flags, settings, tokens) => {
  const where = place();
  where.write('home/.wave/settings.json', settings);
  where.write('project/.wave/settings.json', { effort: 'high' });
  const server = await startWire();
  server.script(say('ok'));
  const env = server.env('anthropic');
  const { stdout, stderr, code } = await wave(['-p', 'hi', ...flags], where, { env });
  await server.close();
  expect([code, stdout]).toEqual([0, 'ok\n']);
  const sent = JSON.stringify(server.requests[0]?.body).match(/budget_tokens":(\d+)/)?.[1];
  expect(sent).toBe(tokens === undefined ? undefined : String(tokens));
  expect(stderr).toContain(`"effort" is never read from a project's file`);
  if ('effort' in settings && settings.effort === 'lots')
    expect(stderr).toContain('"effort": expected off, low, medium, high, got "lots"; ignored');
});

test('wave -p --effort with another word is an error that lists them', async () => {
  const { stderr, code } = await wave(['-p', 'hi', '--effort', 'max'], place());
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('--effort: expected off, low, medium, high, got "max"'),
  ]);
});
