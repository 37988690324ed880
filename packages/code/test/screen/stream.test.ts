import { expect, test } from 'vitest';
import { converse, fail, say } from './converse.ts';

const PARTS = [
  'The **first** paragraph is complete.',
  '```sh\necho one\n\necho two\n```',
  'The last paragraph, a bit longer than the others.',
];

test('an answer streams in as rendered markdown, each part once', async () => {
  const talk = await converse();
  talk.server.script(say(PARTS.join('\n\n'), { slowMs: 40 }));
  await talk.send('speak');
  await talk.waitFor('The first paragraph is complete.');
  const all = await talk.waitFor('a bit longer than the others.');
  await talk.waitForGone('Esc interrupts');
  // Between two frames nothing may stand there.
  const after = await talk.waitFor(/longer than the others\.[\s\S]*120 tokens/);
  for (const part of ['first paragraph', 'echo one', 'echo two', 'bit longer'])
    expect(after.split(part), part).toHaveLength(2);
  expect(all).toMatch(/ {2}echo one\n\s*\n {2}echo two/);
  expect(talk.screen()).toContain('120 tokens');
});

test('a stream that breaks off: what was printed is said not to count, then the answer comes', async () => {
  const talk = await converse();
  talk.server.script(
    say(`Half of it.\n\n${'And more of it. '.repeat(20)}`, { broken: { how: 'cut', after: 14 } }),
    say('All of it now.'),
  );
  await talk.send('speak');
  const all = await talk.waitFor('All of it now.');
  expect(all).toContain(
    'The answer broke off and begins anew; what it said so far does not count.',
  );
  expect(talk.server.requests).toHaveLength(2);
});

test('an endpoint that is overloaded is told, and tried again', async () => {
  const talk = await converse();
  talk.server.script(fail(529, { headers: { 'retry-after': '0' } }), say('Here I am.'));
  await talk.send('there?');
  expect(await talk.waitFor('Here I am.')).toContain('The model could not be reached (try 1');
});

test('an answer that fails for good is an error, and the prompt can be sent again', async () => {
  const talk = await converse();
  talk.server.script(fail(401, { message: 'bad key' }), say('Better.'));
  await talk.send('hello');
  await talk.waitFor(/✗ error: .*/);
  await talk.send('once more');
  await talk.waitFor('Better.');
});
