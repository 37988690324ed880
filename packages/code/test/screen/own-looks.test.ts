import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { converse, say } from './converse.ts';

const settingsIn = (home: string): unknown =>
  JSON.parse(readFileSync(join(home, '.wave', 'settings.json'), 'utf8'));

const CYAN = '\u001b[36m';

test('/theme shows each theme, keeps the one that was chosen, and draws with it', async () => {
  const talk = await converse({ settings: { title: false } });
  await talk.send('/theme');
  await talk.waitFor('❯ dark');
  await talk.waitFor('cart.ts has no test');
  for (const _ of ['light', 'pale', 'ansi', 'colour-blind']) talk.press('down');
  await talk.waitFor('❯ colour-blind');
  await expect.poll(() => talk.raw()).toContain(`${CYAN}+ `);
  talk.press('enter');
  await talk.waitForGone('colour-blind');
  await expect
    .poll(() => settingsIn(talk.where.home))
    .toEqual({ title: false, theme: 'colour-blind' });
  await talk.send('/theme neon');
  await talk.waitFor('themes are dark, light, pale, ansi, colour-blind, none');
});

test('settings choose the theme and change its styles; the environment comes first', async () => {
  const settings = { theme: 'light', colours: { user: 'underline green' } };
  const talk = await converse({ settings });
  await talk.waitFor('≈ wave');
  expect(talk.raw()).toContain('\u001b[4m\u001b[32m≈ wave');
  const other = await converse({ settings, env: { WAVE_THEME: 'none' } });
  await other.waitFor('≈ wave');
  expect(other.raw()).not.toContain('\u001b[32m');
});

test("vim's keys, by the settings or by /vim", async () => {
  const talk = await converse({ settings: { editorMode: 'vim' } });
  await talk.waitFor(/^INSERT ·/m);
  talk.type('one two three');
  await talk.waitFor('> one two three');
  talk.press('escape');
  await talk.waitFor(/^NORMAL ·/m);
  talk.type('bdw0');
  await talk.waitFor(/^> one two$/m);
  talk.type('cwfour ');
  await talk.waitFor(/^> four two$/m);
  talk.server.script(say('It came.'));
  talk.press('enter');
  await talk.waitFor('\nIt came.');
  expect(talk.sent()).toContain('four two');
  await talk.send('/vim');
  await talk.waitFor('Vim keys are off.');
  await talk.waitForGone(/^INSERT/m);
  expect(settingsIn(talk.where.home)).toEqual({ editorMode: 'emacs' });
  // A change of the user's own is no news; one of somebody else is.
  talk.where.write('home/.wave/settings.json', { editorMode: 'vim' });
  const all = await talk.waitFor('settings.json changed on disk');
  expect(all.match(/changed on disk/g)).toHaveLength(1);
});

test('keys of your own; what is wrong with them is told', async () => {
  const keys = { 'ctrl+t': 'details', 'ctrl+q': 'dance' };
  const talk = await converse({ settings: { keys } });
  await talk.waitFor('warning: keys: "ctrl+q" cannot do "dance"; expected');
  talk.type('\u0014');
  await talk.waitFor(/╭─ (Details|Nothing to show yet)/);
});

test('/resume, Ctrl-A: the sessions of other projects, and how to resume one', async () => {
  const first = await converse({ files: { 'project/.git/HEAD': 'ref: refs/heads/feature\n' } });
  first.server.script(say('First done.'));
  await first.send('mend the login');
  await first.waitFor('\nFirst done.');
  await first.end();
  const { home } = first.where;
  const beside = place();
  mkdirSync(join(beside.project, 'sub'), { recursive: true });
  const talk = await converse({ where: { ...beside, home } });
  await talk.send('/resume');
  await talk.waitFor('There are no other sessions here yet.');
  talk.type('\u0001');
  await talk.waitFor(/❯ just now +mend the login\n.* · on feature · /);
  talk.press('enter');
  await talk.waitFor(
    /That session belongs to another project. To resume it:\n +cd ".*" && wave resume [0-9a-f]{8}/,
  );
});
