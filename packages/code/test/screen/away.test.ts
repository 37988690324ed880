import '../../../../test/built.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { WAVE } from '../helpers.ts';
import { call, converse, deciding, hookOn, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

test('Ctrl-Z in a dialog: fg brings it back as it was, and no key that was on its way answers', async () => {
  const talk = openTerminal({ program: ['bash', '--norc', '-i'], env: { PS1: 'shell$ ' } });
  const made = () => existsSync(join(talk.where.project, 'one'));
  await talk.waitFor('shell$');
  talk.type(`"${process.execPath}" "${WAVE}" --model practice\r`);
  await talk.ready();
  await talk.send('run touch one');
  await talk.waitFor('❯ y Yes');
  talk.press('down');
  await talk.waitFor("❯ a Yes, and don't ask again");
  talk.press('ctrl-z');
  await talk.waitFor(/Stopped[\s\S]*shell\$/);
  expect(talk.screen()).not.toContain('Run this command?');
  talk.type('fg\r');
  await talk.waitFor(/shell\$ fg[\s\S]*Run this command\?[\s\S]*❯ a Yes, and don't ask again/);

  // Neither a letter that it follows at once, nor one that was struck for the shell.
  talk.type('y');
  talk.press('ctrl-z');
  await talk.waitFor(/Stopped[\s\S]*Stopped[\s\S]*shell\$/);
  talk.type('fg\ry');
  await talk.waitFor(/shell\$ fg[\s\S]*shell\$ fg[\s\S]*Run this command\?/);
  await sleep(1_000);
  expect(talk.screen()).toContain('$ touch one');
  expect(made()).toBe(false);
  // An arrow answers nothing, and shows that keys are for the list again, whichever row was lit.
  talk.press('down');
  await sleep(1_000);

  // What was being typed for the agent is there again, and an Enter for the shell does not send it.
  await talk.answer('t');
  await talk.waitFor('Tell the agent why not:');
  talk.type('not now');
  await talk.waitFor('why not: not now');
  talk.press('ctrl-z');
  await talk.waitFor(/(Stopped[\s\S]*){3}shell\$/);
  talk.type('fg\r');
  await talk.waitFor(/(shell\$ fg[\s\S]*){3}why not: not now/);
  talk.press('enter');
  await sleep(700);
  expect(talk.screen()).toContain('why not: not now');
  talk.press('enter');
  await talk.waitFor('You said no: not now');
  expect(made()).toBe(false);
});

test('Ctrl-O in a dialog opens the details; closing them brings it back as it was', async () => {
  const talk = await converse({
    rows: 24,
    settings: hookOn('PreToolUse', deciding('ask', { permissionDecisionReason: 'look twice' })),
  });
  const long = Array.from({ length: 40 }, (_, at) => `echo ${at}`).join('\n');
  talk.server.script(call('Bash', { command: `touch one\n${long}` }), say('As you wish.'));
  await talk.send('make it');
  await talk.waitFor('❯ y Yes (');
  talk.press('page-down');
  const second = /lines \d\d to \d+ of \d+/;
  await talk.waitFor(second);
  const place = second.exec(talk.screen())?.[0] ?? '';

  talk.press('ctrl-o');
  await talk.waitFor('A question waits: it shows when you close this.');
  await talk.waitFor('❯ ○ Bash touch one');
  talk.press('enter');
  await talk.waitFor(/command: touch one[\s\S]*echo 1\n/);
  // These are for the details alone.
  talk.type('y');
  talk.press('page-down', 'page-down', 'page-down');
  await talk.waitFor(/stdout │ [\s\S]*look twice/);
  talk.press('ctrl-o');
  await talk.waitFor('Run this command?');
  expect(talk.screen()).toContain(place);
  // Struck as soon as it is there.
  talk.type('y');
  await sleep(1_000);
  expect(talk.screen()).toContain('Run this command?');
  expect(existsSync(join(talk.where.project, 'one'))).toBe(false);
  talk.press('down');
  await talk.answer('n');
  await talk.waitFor('As you wish.');
  expect(talk.sent()).toContain('The user declined this call.');
});

test('Ctrl-O between two questions of the agent loses no answer', async () => {
  const talk = await converse();
  const options = [{ label: 'Tea' }, { label: 'Milk' }];
  const questions = [
    { question: 'Which drink?', options },
    { question: 'Which other one?', options },
  ];
  talk.server.script(call('AskUserQuestion', { questions }), say('All noted.'));
  await talk.send('ask');
  await talk.waitFor('Which drink?');
  await talk.answer('2');
  await talk.waitFor('(2 of 2)');
  talk.press('ctrl-o');
  await talk.waitFor('Details:');
  talk.press('ctrl-o');
  await talk.waitForGone('Details:');
  await talk.answer('1');
  await talk.waitFor('Your answers');
  await talk.answer('y');
  await talk.waitFor('All noted.');
  expect(talk.sent()).toContain('Which drink?\\nMilk\\nWhich other one?\\nTea');
});
