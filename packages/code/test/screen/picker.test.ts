import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, converse, say } from './converse.ts';

test('/resume: a search, a new name, and the session of that name', async () => {
  const talk = await converse();
  talk.server.script(say('First done.'), say('Second done.'), say('Third.'));
  await talk.send('mend the login');
  await talk.waitFor('\nFirst done.');
  await talk.send('/clear');
  await talk.waitForGone('First done.');
  await talk.send('write the manual');
  await talk.waitFor('\nSecond done.');
  await talk.send('/clear');
  await talk.waitForGone('Second done.');
  await talk.send('/resume');
  await talk.waitFor(/❯ just now +write the manual\n.* {2}just now +mend the login\n.*\d B|KB/);
  talk.type('LOGIN');
  await talk.waitFor(/Search: LOGIN\n.*❯ just now +mend the login\n/);
  expect(talk.screen()).not.toContain('write the manual');
  talk.type('x');
  await talk.waitFor('No match.');
  talk.press('backspace');
  await talk.waitFor('❯ just now');
  talk.press('ctrl-r');
  await talk.waitFor('New name:');
  talk.type('signing in');
  await talk.waitFor('New name: signing in');
  talk.press('enter');
  // Its first prompt is still found by, and stands below.
  await talk.waitFor(/❯ just now +signing in\n.*mend the login · /);
  talk.press('enter');
  await talk.waitFor('\nFirst done.');
});

test('Ctrl-O searches; /add-dir; a status line of your own', async () => {
  const line = `sed -n 's/.*"session_id":"\\([^"]*\\)".*"display_name":"\\([^"]*\\)".*/mine: \\2/p'`;
  const talk = await converse({ settings: { statusLine: { type: 'command', command: line } } });
  await talk.waitFor('mine: claude-sonnet-5-5');
  expect(talk.screen()).toMatch(/\nmine: claude-sonnet-5-5\n/);
  const beside = join(talk.where.project, '..', 'beside');
  mkdirSync(beside);
  await talk.send('/add-dir ../nowhere');
  await talk.waitFor(/error: there is no directory .*nowhere/);
  await talk.send('/add-dir ../beside');
  await talk.waitFor('../beside counts as part of the project in this session.');
  const hay = 'hay\n'.repeat(80);
  talk.where.write('beside/note.txt', `${hay}the needle lies here\n${hay}`);
  talk.server.script(call('Read', { file_path: join(beside, 'note.txt') }), say('I read it.'));
  await talk.send('read it');
  // Unasked: it is in the project now.
  await talk.waitFor('\nI read it.');
  talk.press('ctrl-o');
  await talk.waitFor('/ searches');
  talk.type('/');
  await talk.waitFor('Search:');
  talk.type('needle');
  await talk.waitFor('Search: needle');
  talk.press('enter');
  await talk.waitFor(/hay[\s\S]*the needle lies here[\s\S]*hay[\s\S]*n: next with "needle"/);
});
