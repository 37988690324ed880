import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { call, converse, say } from './converse.ts';
import { inputOf, openTerminal } from './terminal.ts';

const asks = (command = 'touch x') => call('Bash', { command });

test('what is typed into a question before it takes keys is kept in the input', async () => {
  const talk = await converse();
  talk.server.script(asks(), say('Ran.'));
  await talk.send('go');
  await talk.waitFor('Run this command?');
  // As somebody who is in the middle of a sentence.
  await sleep(150);
  talk.type('and then tidy up');
  await talk.waitFor('Kept in the input: and then tidy up');
  expect(talk.screen()).toContain('Run this command?');
  await sleep(700);
  talk.press('down');
  await talk.answer('y');
  await talk.waitFor('Ran.');
  await talk.waitForGone('Esc interrupts');
  await talk.waitFor('> and then tidy up');
});

test('a word in a question that takes keys is a text, also one that begins with an answer; a letter is a slip', async () => {
  const talk = await converse();
  talk.server.script(asks(), say('Not run.'));
  await talk.send('go');
  await talk.waitFor('Run this command?');
  await talk.waitFor(/^│ *❯/m);
  for (const letter of 'yesterday') {
    talk.type(letter);
    await sleep(60);
  }
  await talk.waitFor('Kept in the input: yesterday');
  await sleep(1_200);
  talk.type('x');
  await sleep(1_200);
  talk.paste('first pasted line\nsecond');
  await talk.waitFor(/Kept in the input: yesterdayfirst pasted line/);
  await sleep(700);
  talk.press('down');
  await talk.answer('n');
  await talk.waitFor('Not run.');
  await talk.waitFor(/> yesterdayfirst pasted line\n {2}second/);
});

test('what is typed before the first picture stands in the input, also through a question before it', async () => {
  const where = place();
  where.write('project/.wave/settings.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  });
  const screen = openTerminal({ where });
  await screen.waitFor('waiting for your approval');
  await sleep(150);
  screen.type('typed early, ');
  await sleep(700);
  screen.press('down', 'down');
  await screen.answer('n');
  // While the agent opens: nobody reads keys, and nobody echoes them.
  await screen.waitForGone('waiting for your approval');
  screen.type('typed in between');
  await screen.waitFor('> typed early, typed in between');
  expect(screen.all().match(/in between/g)).toHaveLength(1);
});

test('what is typed while an answer streams and ends is only ever in the input', async () => {
  const talk = await converse();
  talk.server.script(say(`${'A line of the answer.\n\n'.repeat(20)}Over.`, { slowMs: 10 }));
  await talk.send('go');
  const words = 'this is typed all the while and never printed inside of an answer at all';
  for (const letter of words) {
    talk.type(letter);
    await sleep(15);
  }
  await talk.waitFor('Over.');
  await talk.waitForGone('Esc interrupts');
  await expect.poll(() => inputOf(talk.screen())).toContain(words);
  expect(talk.all().match(/typed/g)).toHaveLength(1);
});

test('more prompts than there is room for: a part of them around the one that is chosen', async () => {
  const talk = await converse({ rows: 18 });
  talk.server.script(say('Slow.', { slowMs: 4_000 }));
  await talk.send('go');
  await talk.waitFor('Esc interrupts');
  for (let at = 1; at <= 9; at++) await talk.send(`!echo number ${at}`);
  await talk.waitFor('4 more; ↑ to edit or remove');
  talk.press('up');
  await talk.waitFor('❯ queued: !echo number 9');
  await talk.waitFor('4 more; Enter edits');
  talk.press('up', 'up', 'up', 'up');
  await talk.waitFor('❯ queued: !echo number 5');
  talk.press('enter');
  await talk.waitFor('> !echo number 5');
  await talk.waitForGone('queued: !echo number 5');
});
