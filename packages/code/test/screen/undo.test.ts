import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { call, converse, say } from './converse.ts';

test.each([
  { key: 'f', says: '1 file put back; the prompt is in the input again.', left: undefined },
  { key: 'l', says: '0 files put back; the prompt is in the input again.', left: 'mine' },
])('/undo asks about a file that somebody else changed: $key', async ({ key, says, left }) => {
  const where = place();
  const file = join(where.project, 'a.txt');
  const talk = await converse({ where, args: ['--permission-mode', 'acceptEdits'] });
  talk.server.script(call('Write', { file_path: file, content: 'one' }), say('It is written.'));
  await talk.send('make a');
  await talk.waitFor('It is written.');
  writeFileSync(file, 'mine');
  await talk.send('/undo');
  await talk.waitFor('1 file back');
  talk.press('enter');
  await talk.waitFor('Somebody else changed files as well.');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  talk.type(key);
  await talk.waitFor(says);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(left);
});
