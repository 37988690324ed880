import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { call, converse, say } from './converse.ts';

/** Two prompts; the second wrote a file. */
async function talked(args: readonly string[] = []) {
  const where = place();
  const file = join(where.project, 'a.txt');
  const talk = await converse({ where, args: ['--permission-mode', 'acceptEdits', ...args] });
  talk.server.script(
    say('Answer to one.'),
    call('Write', { file_path: file, content: 'written' }),
    say('Answer to two.'),
  );
  await talk.send('prompt one');
  await talk.waitFor('Answer to one.');
  await talk.waitForGone('Esc interrupts');
  await talk.send('prompt two');
  await talk.waitFor('Answer to two.');
  if (args.length === 0) await talk.waitForGone('Esc interrupts');
  return { talk, content: () => readFileSync(file, 'utf8') };
}

const COPY = /What followed is still there: \/resume ([0-9a-f]{8})/;

test('Esc Esc lists the prompts; one comes back into the box, files stay, what was said is kept', async () => {
  const { talk, content } = await talked();
  talk.press('escape');
  await talk.waitFor('Esc once more goes back to an earlier prompt');
  talk.press('escape');
  await talk.waitFor('Rewind to which prompt?');
  expect(talk.screen()).not.toContain('Esc once more');
  await talk.waitFor(/❯ prompt two {2}restores 1 file\n│ {3}prompt one/);
  talk.press('enter');
  await talk.waitFor('1 file changed since. What goes back?');
  expect(content()).toBe('written');
  talk.type('c');
  const all = await talk.waitFor(COPY);
  await talk.waitFor('> prompt two');
  expect(content()).toBe('written');
  const [, copy = ''] = COPY.exec(all) ?? [];
  // The model does not hear of it any more.
  talk.server.script(say('Another answer.'));
  talk.type(', but otherwise');
  await talk.waitFor('> prompt two, but otherwise');
  talk.press('enter');
  await talk.waitFor('Another answer.');
  const last = JSON.stringify(talk.server.requests.at(-1)?.body);
  expect(last).toContain('Answer to one.');
  expect(last).not.toContain('Answer to two.');
  // And the conversation as it was can be gone on with.
  await talk.send(`/resume ${copy}`);
  await expect.poll(talk.screen).toMatch(/Answer to two\.[\s\S]*^> *$/m);
  expect(talk.screen()).not.toContain('Another answer.');
});

test('two Esc that come together are two; files go back if the user says so', async () => {
  const { talk, content } = await talked();
  talk.type('\u001b\u001b');
  await talk.waitFor('Rewind to which prompt?');
  talk.press('enter');
  await talk.waitFor('What goes back?');
  talk.type('f');
  await talk.waitFor('1 file put back; the prompt is in the input again.');
  expect(content).toThrow('ENOENT');
});

test('Esc Esc and Esc leave everything, also what is being typed; a prompt without files asks nothing', async () => {
  const talk = await converse();
  talk.server.script(say('First.'));
  await talk.send('only talk');
  await talk.waitFor('First.');
  await talk.waitForGone('Esc interrupts');
  talk.type('half a thought');
  await talk.waitFor('> half a thought');
  talk.type('\u001b\u001b');
  await talk.waitFor('Rewind to which prompt?');
  talk.press('escape');
  await talk.waitForGone('Rewind to which prompt?');
  await talk.waitFor('> half a thought');
  talk.type('\u001b\u001b');
  await talk.waitFor('Rewind to which prompt?');
  talk.press('enter');
  await talk.waitFor(COPY);
  await talk.waitFor(/> only talk\n {2}half a thought/);
});

test('the Esc that ends a turn is not the first of two', async () => {
  const talk = await converse();
  talk.server.script(say('Never comes to its end.', { slowMs: 400 }));
  await talk.send('go');
  await talk.waitFor('Esc interrupts');
  talk.press('escape');
  await talk.waitFor('Interrupted. What should Wave do instead?');
  talk.press('escape');
  await talk.waitFor('Esc once more goes back');
  expect(talk.screen()).not.toContain('Rewind to which prompt?');
});

test('/rewind in the plain mode', async () => {
  const { talk, content } = await talked(['--plain']);
  await talk.send('/rewind');
  await talk.waitFor('Files are kept unless you choose otherwise.');
  await talk.waitFor('1. prompt two: restores 1 file');
  talk.type('1\r');
  await talk.waitFor('1. The conversation alone');
  talk.type('1\r');
  await talk.waitFor(COPY);
  await talk.waitFor(/^> prompt two/m);
  expect(content()).toBe('written');
});
