import '../../../../test/built.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place, WAVE } from '../helpers.ts';
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
    /Run this command\?\s+command: touch one\s+No rule allows this yet\s+Type y for yes, a for always/,
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
      `"${line}" is not one of the choices; nothing happened.\nType y for yes, a for always in this session (Bash(touch one)), n for no`,
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

test('--plain: a change of a file is asked about as a diff, as on the screen', async () => {
  const talk = await converse({ args: ['--plain'] });
  const file_path = talk.where.write('project/notes.txt', 'one\ntwo\nthree\n');
  const long = talk.where.write('project/long.txt', 'x'.repeat(1_100_000));
  const read = (path: string) => ({ call: 'Read', input: { file_path: path }, id: path });
  talk.server.script(
    { blocks: [read(file_path), read(long)] },
    call('Write', { file_path, content: 'one\n2\nthree\n' }, 'w'),
    call('Edit', { file_path, old_string: 'one\n2', new_string: '1\n2' }, 'e'),
    call('Write', { file_path, content: '1\n2\nthree\n' }, 'same'),
    call('Write', { file_path: long, content: 'y\n' }, 'long'),
    call('Write', { file_path: `${file_path}.new`, content: 'y\n' }, 'new'),
    say('All asked.'),
  );
  talk.type('change it\r');
  const shows = [
    ['Change this file?', 'file: notes.txt', '1   one', '2 - two', '2 + 2', '3   three'],
    ['Change this file?', 'file: notes.txt', '1 - one', '1 + 1', '2   2', '3   three'],
    ['Change this file?', 'file: notes.txt', '(it changes nothing)'],
    ['Change this file?', 'It replaces a file of 1,100,000 bytes.', 'file: long.txt', 'content: y'],
    ['Create this file?', 'file: notes.txt.new', '1 + y'],
  ];
  for (const lines of shows) {
    await talk.waitFor(lines.join('\n'));
    talk.type('y\r');
  }
  await talk.waitFor('All asked.');
  expect(STYLE.test(talk.raw())).toBe(false);
});

test('--plain: an untrusted project is asked about in lines', async () => {
  const where = place();
  where.write('project/.wave/settings.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', name: 'last', command: 'true' }] }] },
  });
  const screen = openTerminal({ where, args: ['--plain'] });
  screen.type('y\r');
  await screen.waitFor('Type approve to approve it');
  await screen.waitFor('"y" is not one of the choices; nothing happened.');
  screen.type('n\r');
  await screen.waitFor('these of the project are off: last');
  screen.press('ctrl-d');
  expect(await screen.exit()).toBe(0);
});

test('an untrusted project in a terminal that understands no sequences: asked without one', async () => {
  const where = place();
  where.write('project/.wave/settings.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', name: 'last', command: 'true' }] }] },
  });
  const program = ['env', 'TERM=dumb', process.execPath, WAVE, '--model', 'practice'] as const;
  for (const key of ['ctrl-c', 'ctrl-d'] as const) {
    const left = openTerminal({ where, program });
    await left.waitFor('or n to continue without them:');
    left.press(key);
    expect(await left.exit(), key).toBe(130);
  }

  const talk = openTerminal({ where, program });
  await talk.waitFor('or n to continue without them:');
  talk.type('approved');
  talk.press('backspace', 'enter');
  await talk.waitFor(/hooks {4}1 hook\n[\s\S]*\n> ?$/m);
  talk.type('hello\r');
  await talk.waitFor(/\n> hello\n[\s\S]*\n> ?$/m);
  expect(talk.raw()).not.toContain('\u001b');
  talk.press('ctrl-d');
  expect(await talk.exit()).toBe(0);
});
