import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { call, converse, say } from './converse.ts';

/** A turn made two files; somebody else changed one of them since. */
async function changed() {
  const where = place();
  const [mine, new_] = ['a.txt', 'b.txt'].map((name) => join(where.project, name)) as [
    string,
    string,
  ];
  const args = ['--permission-mode', 'acceptEdits'];
  // Wide enough for the path of a copy in one line.
  const talk = await converse({ where, args, columns: 240 });
  talk.server.script(
    call('Write', { file_path: mine, content: 'one' }),
    call('Write', { file_path: new_, content: 'two' }),
    say('They are written.'),
  );
  await talk.send('make both');
  await talk.waitFor('They are written.');
  writeFileSync(mine, 'mine');
  await talk.send('/undo');
  await talk.waitFor('restores 2 files');
  talk.press('enter');
  await talk.waitFor('Somebody else also changed these files.');
  await talk.waitFor(/a\.txt: somebody else changed it since/);
  const files = () =>
    [mine, new_].map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : ''));
  // It asks before it acts.
  expect(files()).toEqual(['mine', 'two']);
  return { talk, files };
}

test.each([
  { key: 'f', says: '2 files put back; the prompt is in the input again.', left: ['', ''] },
  { key: 'l', says: '1 file put back; the prompt is in the input again.', left: ['mine', ''] },
])('/undo asks about a file that somebody else changed: $key', async ({ key, says, left }) => {
  const { talk, files } = await changed();
  talk.type(key);
  const all = await talk.waitFor(says);
  expect(files()).toEqual(left);
  // What was overwritten can be found again.
  const [, copy] = /a\.txt \(removed: it was new\)\n +what was there: ~\/(\S+)\n/.exec(all) ?? [];
  const there = copy && readFileSync(join(talk.where.home, copy), 'utf8');
  expect(there).toBe(key === 'f' ? 'mine' : undefined);
});

test('/undo: Esc where it asks leaves all as it was', async () => {
  const { talk, files } = await changed();
  talk.press('escape');
  await talk.waitForGone('Somebody else also changed these files.');
  expect(files()).toEqual(['mine', 'two']);
  expect(talk.all()).not.toContain('put back');
});

test('what a command and !command changed goes back, with what made it', async () => {
  const where = place();
  const file = join(where.project, 'a.txt');
  writeFileSync(file, 'first');
  const args = ['--permission-mode', 'bypassPermissions'];
  const talk = await converse({ where, args, columns: 160 });
  talk.server.script(call('Bash', { command: 'printf second > a.txt' }), say('It is changed.'));
  await talk.send('change it');
  await talk.waitFor('It is changed.');
  await talk.send('!printf third > b.txt');
  await talk.waitFor('! printf third > b.txt  (exit 0)');
  await talk.send('/undo');
  await talk.waitFor('restores 2 files');
  talk.press('enter');
  const all = await talk.waitFor('2 files put back; the prompt is in the input again.');
  expect(all).toMatch(/a\.txt {2}\(Bash: printf second > a\.txt\)\n/);
  expect(all).toMatch(/b\.txt \(removed: it was new\) {2}\(!printf third > b\.txt\)\n/);
  expect(all).toContain('What they did outside the project stays:');
  expect([readFileSync(file, 'utf8'), existsSync(join(where.project, 'b.txt'))]).toEqual([
    'first',
    false,
  ]);
});
