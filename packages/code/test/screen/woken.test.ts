import { expect, test } from 'vitest';
import { converse, hookOn, say } from './converse.ts';

test('a hook that nobody waited for starts a step, and what is typed meanwhile waits', async () => {
  const talk = await converse({
    settings: hookOn('Stop', 'sleep 1; echo tests fail >&2; exit 2', {
      asyncRewake: true,
      once: true,
      statusMessage: 'running the tests',
    }),
  });
  talk.server.script(
    say('All done.'),
    say(`I mend ${'them '.repeat(60)}now.`, { slowMs: 30 }),
    say('You typed.'),
  );
  await talk.send('go on');
  await talk.waitFor('All done.');
  // The turn is over: nobody waits for the hook, and the screen does not say so.
  await talk.waitForGone('Esc interrupts');
  expect(await talk.waitFor('I mend them')).not.toContain('running the tests');
  await talk.waitFor('Esc interrupts');
  await talk.send('another prompt');
  const all = await talk.waitFor('You typed.');
  expect(all).toMatch(/tests fail[\s\S]*I mend[\s\S]*now\.[\s\S]*another prompt[\s\S]*You typed\./);
  expect(talk.server.requests).toHaveLength(3);
  expect(talk.server.faults).toEqual([]);
});

test('Esc ends a step that a hook started, and it is not taken up again', async () => {
  const talk = await converse({
    settings: hookOn('Stop', 'sleep 0.5; echo tests fail >&2; exit 2', {
      asyncRewake: true,
      once: true,
    }),
  });
  talk.server.script(say('All done.'), say('word '.repeat(400), { slowMs: 30 }), say('Third.'));
  await talk.send('go on');
  await talk.waitFor('word word');
  talk.press('escape');
  await talk.waitForGone('Esc interrupts');
  await talk.send('next');
  await talk.waitFor('Third.');
  expect(talk.server.requests).toHaveLength(3);
});
