import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { call, converse, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

const STYLE = /\u001b\[[\d;]*m/;

test('--plain: a conversation in lines, with its dialogs', async () => {
  const talk = await converse({ args: ['--plain'] });
  const prompt = async (text: string) => {
    talk.type(text);
    await talk.waitFor(text);
    talk.press('enter');
  };
  talk.server.script(call('Bash', { command: 'touch one' }), say('First done.'));
  await prompt('make one');
  await talk.waitFor(
    /May Bash run\?\s+command: touch one\s+Why: nothing permits it\s+Type y for yes, a for always/,
  );
  for (const line of [
    'maybe',
    'a failing test: what about it?',
    'y or what',
    'yes, why',
    'nothing',
  ]) {
    talk.type(`${line}\r`);
    await talk.waitFor(
      `"${line}" is no answer: nothing happened.\nType y for yes, a for always in this session (Bash(touch one)), n for no`,
    );
  }
  expect(existsSync(join(talk.where.project, 'one'))).toBe(false);
  talk.type('y\r');
  await talk.waitFor('First done.');
  expect(existsSync(join(talk.where.project, 'one'))).toBe(true);

  talk.server.script(call('Bash', { command: 'touch two' }), say('Second left.'));
  await prompt('make two');
  await talk.waitFor('command: touch two');
  talk.type('n not here\r');
  await talk.waitFor('Second left.');
  expect(existsSync(join(talk.where.project, 'two'))).toBe(false);
  expect(talk.sent()).toContain('The user declined this call: not here');

  await prompt('/hooks');
  await talk.waitFor('No hooks are configured.');
  await prompt('/status');
  const all = await talk.waitFor(/Cost: .*\n> ?$/m);
  expect(all).not.toContain('/hooks review');
  expect(all.match(/make one/g)).toHaveLength(1);
  expect(all).not.toMatch(/^> (?!make|\/|maybe|a failing|y|n)\S/m);
  expect(STYLE.test(talk.raw())).toBe(false);
  talk.press('ctrl-c');
  await talk.waitFor('Ctrl-C once more leaves.');
  talk.press('ctrl-c');
  expect(await talk.exit()).toBe(0);
});

test('--plain: an untrusted project is asked about in lines', async () => {
  const where = place();
  where.write('project/.wave/settings.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', name: 'last', command: 'true' }] }] },
  });
  const screen = openTerminal({ where, args: ['--plain'] });
  screen.type('y\r');
  await screen.waitFor('Type approve to approve them as they are now');
  await screen.waitFor('"y" is no answer: nothing happened.');
  screen.type('n\r');
  await screen.waitFor('these of the project are off: last');
  screen.press('ctrl-d');
  expect(await screen.exit()).toBe(0);
});
