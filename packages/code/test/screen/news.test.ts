import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { call, converse, say } from './converse.ts';

/** An answer that takes longer than somebody stays who strikes no key. */
const SLOW = { slowMs: 500 };
const LONG = 'One word after the other.';

test('by default the bell rings when it asks or is done and nobody is there', async () => {
  const talk = await converse();
  talk.server.script(say(LONG, SLOW));
  await talk.send('go');
  await talk.waitFor('after the other.');
  await talk.waitForGone('Esc interrupts');
  await expect.poll(talk.bells).toBe(1);
  // Whoever has just struck a key is there.
  talk.server.script(call('Bash', { command: 'touch x' }), say('Done.'));
  await talk.send('now');
  await talk.waitFor('Run this command?');
  await talk.answer('y');
  await talk.waitFor('Done.');
  await talk.waitForGone('Esc interrupts');
  await sleep(300);
  expect(talk.bells()).toBe(1);
});

test.each([
  ['osc9', /\u001b\]9;Wave waits for your answer: project\u001b\\/],
  ['off', undefined],
])('"notify": "%s"', async (notify, wanted) => {
  const talk = await converse({ settings: { notify } });
  talk.server.script({ ...call('Bash', { command: 'touch x' }), ...SLOW }, say('Done.'));
  await talk.send('go');
  await talk.waitFor('Run this command?');
  if (wanted) await expect.poll(talk.raw).toMatch(wanted);
  await sleep(300);
  expect(talk.bells()).toBe(0);
  if (!wanted) expect(talk.raw()).not.toContain('\u001b]9;');
});

test('the title says what it does, and is given back at the end', async () => {
  const talk = await converse();
  await expect.poll(talk.title).toBe('project - wave');
  talk.server.script(call('Bash', { command: 'touch x' }), say('Done.', { slowMs: 300 }));
  await talk.send('go');
  await talk.waitFor('Run this command?');
  await expect.poll(talk.title).toBe('? project - wave');
  await talk.answer('y');
  await expect.poll(talk.title).toBe('… project - wave');
  await talk.waitFor('Done.');
  await expect.poll(talk.title).toBe('project - wave');
  await talk.send('/exit');
  expect(await talk.exit()).toBe(0);
  expect(talk.raw()).toContain('\u001b[22;2t');
  expect(talk.raw().lastIndexOf('\u001b[23;2t')).toBeGreaterThan(
    talk.raw().lastIndexOf('\u001b]2;'),
  );
});

test('"title": false leaves it alone; the plain mode has none, and calls', async () => {
  const quiet = await converse({ settings: { title: false } });
  expect(quiet.raw()).not.toMatch(/\u001b\]2;|\u001b\[22;2t/);
  const plain = await converse({ args: ['--plain'] });
  plain.server.script(say(LONG, SLOW));
  await plain.send('go');
  await plain.waitFor('after the other.');
  await expect.poll(plain.bells).toBe(1);
  expect(plain.raw()).not.toMatch(/\u001b\]2;|\u001b\[22;2t/);
});
