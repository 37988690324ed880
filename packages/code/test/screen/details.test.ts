import { expect, test } from 'vitest';
import { call, converse, hookOn, say } from './converse.ts';

test('Ctrl-O: every step in full, its hook runs with both streams', async () => {
  const hook = 'echo words for stdout; echo words for stderr >&2; exit 0';
  const talk = await converse({
    args: ['--permission-mode', 'bypassPermissions'],
    settings: hookOn('PreToolUse', hook, { matcher: 'Bash' }),
  });
  const command = 'seq 1 30';
  talk.server.script(call('Bash', { command }), say('Counted.'));
  await talk.send('count');
  const short = await talk.waitFor('Counted.');
  expect(short).toMatch(/● Bash seq 1 30 · 30 lines\n/);
  expect(short).not.toContain('words for stderr');
  talk.press('ctrl-o');
  await talk.waitFor('❯ Counted.');
  talk.press('up');
  await talk.waitFor('❯ ● Bash');
  talk.press('enter');
  await talk.waitFor('│ 12');
  talk.press('page-down');
  const full = await talk.waitFor(/stderr │ words for stderr/);
  expect(full).toMatch(/stdout │ words for stdout/);
  expect(full).toMatch(/guard {2}ok {2}\d+ ms/);
  talk.press('escape');
  await talk.waitForGone('Enter folds');
});

test('Ctrl-O: a page back at once, keys in one burst, both ends', async () => {
  const talk = await converse({ rows: 24 });
  // Each is one thing in the conversation.
  for (let n = 1; n <= 30; n++) talk.server.script(say(`Answer ${n}.`));
  for (let n = 1; n <= 30; n++) {
    await talk.send(`prompt ${n}.`);
    await talk.waitFor(`Answer ${n}.`);
  }
  talk.press('ctrl-o');
  await talk.waitFor('❯ Answer 30.');
  await talk.waitFor('60 of 60');
  talk.press('page-up');
  await talk.waitFor('❯ Answer 24.');
  talk.press('home');
  await talk.waitFor('❯ > prompt 1.');
  talk.press('end');
  await talk.waitFor('❯ Answer 30.');
  talk.type('\u001b[A\u001b[A\u001b[A\u001b[B');
  await talk.waitFor('❯ Answer 29.');
});

test('Ctrl-O in a question opens at its call, although its path was named in another way', async () => {
  const talk = await converse({});
  const write = (file_path: string, id: string) => ({
    call: 'Write',
    input: { file_path, content: 'text' },
    id,
  });
  talk.server.script({ blocks: [write('./first.txt', 'a'), write('./second.txt', 'b')] });
  await talk.send('write');
  await talk.waitFor('Create this file?');
  talk.press('ctrl-o');
  await talk.waitFor(/❯ .*first\.txt/);
  talk.press('escape');
  await talk.waitForGone('Enter folds');
});
