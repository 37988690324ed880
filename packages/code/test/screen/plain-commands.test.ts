import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { call, converse, hookOn, say } from './converse.ts';

const blocking = (text: string) =>
  hookOn('PreToolUse', `echo spoken; echo ${text} >&2; exit 2`, { matcher: 'Bash' });

test('/hooks: listed, shown, switched, explained, reviewed; /details: the last steps in full', async () => {
  const talk = await converse({ args: ['--plain'], settings: blocking('early-bird') });
  const go = async (text: string) => {
    talk.server.script(call('Bash', { command: 'touch x' }), say(`${text} done.`));
    await talk.send(text);
  };
  await go('one');
  await talk.waitFor('one done.');
  await talk.send('/details');
  expect(await talk.waitFor(/stderr │ early-bird/)).toMatch(
    /⊘ Bash\n {2}command: touch x\n[\s\S]*⚓ PreToolUse → block\n.*guard {2}deny \(exit 2\) .*\n.*stdout │ spoken\n.*stderr │ early-bird/,
  );
  await talk.send('/details 9');
  await talk.waitFor(/> \/details 9\n> one\n⊘ Bash/);
  await talk.send('/details all');
  await talk.waitFor('as in /details 5; not "all"');

  await talk.send('/hooks');
  await talk.waitFor(/PreToolUse {2}active {2}guard on Bash {2}1 run/);
  await talk.send('/hooks show guard');
  await talk.waitFor(/source +~\/\.wave\/settings\.json:1/);
  await talk.send('/hooks explain Bash');
  await talk.waitFor(/PreToolUse of Bash\n {2}fires {2}guard/);
  await talk.send('/hooks off gard');
  await talk.waitFor('there is no hook "gard" (did you mean guard?); /hooks lists them');
  await talk.send('/hooks wipe');
  await talk.waitFor('/hooks wipe: words are show, on, off, explain, review');
  await talk.send('/hooks off guard');
  await talk.waitFor('guard on PreToolUse is off for this session.');
  await go('two');
  await talk.waitFor('Run this command?');
  talk.type('n\r');
  await talk.waitFor('two done.');
  await talk.send('/hooks on guard');
  await talk.waitFor('guard on PreToolUse is on for this session.');

  await talk.send('/hooks review');
  await talk.waitFor('Nothing on disk differs from what is in force.');
  talk.where.write('home/.wave/settings.json', blocking('late-bird'));
  await talk.send('/hooks review');
  await talk.waitFor(/- .*early-bird.*\n[\s\S]*\+ .*late-bird[\s\S]*Type y to put all of this/);
  talk.type('sure\r');
  await talk.waitFor('"sure" is not one of the choices; nothing happened.');
  talk.type('n\r');
  await talk.waitFor("Kept: this session's hooks are unchanged.");
  await talk.send('/hooks');
  await talk.waitFor('/hooks review shows what changed on disk.');
  await talk.send('/hooks review ');
  await talk.waitFor(/Kept: [\s\S]*Type y to put all of this/);
  talk.type('y\r');
  await talk.waitFor('Accepted: the hooks on disk are in force from now on.');
  await go('three');
  await talk.waitFor('three done.');
  expect(talk.sent()).toContain('late-bird');
});

test.each([
  { answer: '1', left: 'mine', says: '0 files put back; the prompt is in the input again.' },
  { answer: '2', left: undefined, says: '1 file put back; the prompt is in the input again.' },
  { answer: '', left: 'mine', says: 'Nothing was changed.' },
])(
  '/undo asks for a prompt, and about foreign changes: $answer',
  async ({ answer, left, says }) => {
    const where = place();
    const file = join(where.project, 'a.txt');
    const args = ['--plain', '--permission-mode', 'acceptEdits'];
    const talk = await converse({ where, args });
    talk.server.script(call('Write', { file_path: file, content: 'one' }), say('It is written.'));
    await talk.send('make a');
    await talk.waitFor('It is written.');
    writeFileSync(file, 'mine');
    await talk.send('/undo');
    await talk.waitFor(
      /1\. make a: restores 1 file\nType a number\. Enter alone changes nothing\./,
    );
    talk.type('7\r');
    await talk.waitFor('"7" is not one of the choices; nothing happened.');
    talk.type('1\r');
    await talk.waitFor(
      /somebody else changed it since\nSomebody else also changed these files\. Nothing is changed yet[\s\S]*1\. Leave them as they are: everything else[\s\S]*2\. Restore them anyway/,
    );
    expect(readFileSync(file, 'utf8')).toBe('mine');
    talk.type(`${answer}\r`);
    await talk.waitFor(says);
    await talk.waitFor(answer === '' ? /\n> \s*$/ : /\n> make a\s*$/);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : undefined).toBe(left);
    // What was said is not said again.
    expect(talk.all().match(/It is written\./g)).toHaveLength(1);
  },
);

test('/details: the last step is a call, also where a prompt was sent after it', async () => {
  const talk = await converse({ args: ['--plain'], settings: blocking('early-bird') });
  talk.server.script(call('Bash', { command: 'touch x' }), say('One done.'), say('Two done.'));
  await talk.send('one');
  await talk.waitFor('One done.');
  await talk.send('two');
  await talk.waitFor('Two done.');
  await talk.send('/details');
  await talk.waitFor(/> \/details\n⊘ Bash\n {2}command: touch x\n/);
});

test('/resume, /model and /help: lists with numbers, and what can be typed', async () => {
  const where = place();
  const first = await converse({ where, args: ['--plain'] });
  first.server.script(say('A first answer.'));
  await first.send('/resume');
  await first.waitFor('There are no earlier sessions of this project yet.');
  await first.send('remember the plum');
  await first.waitFor('A first answer.');
  first.press('ctrl-d');
  await first.exit();

  const talk = await converse({ where, args: ['--plain'] });
  await talk.send('/undo');
  await talk.waitFor('There is nothing to go back to.');
  await talk.send('/resume');
  await talk.waitFor(/1\. just now.* {2}remember the plum: .*\nType a number\./);
  talk.type('1\r');
  await talk.waitFor('A first answer.');

  await talk.send('/model');
  await talk.waitFor(
    /1\. .*: in use; [\d,]+ tokens; .*\n {2}2\. practice: offline, no price\n[\s\S]*Type a number, or a name/,
  );
  talk.press('ctrl-c');
  await talk.waitFor('Nothing was changed.');
  await talk.send('/model');
  await talk.waitFor(/changed\.[\s\S]*Type a number, or a name/);
  talk.type('practice\r');
  await talk.waitFor('The model is practice from now on.');

  await talk.send('/help');
  const help = await talk.waitFor(/\/exit +leave[\s\S]*Ctrl-C +interrupt/);
  expect(help).toMatch(/\/details \[N\] +the last step in full/);
  expect(help).not.toMatch(/Shift-Tab {2}|Ctrl-O/);
  expect(help.match(/^ {2}\/hooks/gm)).toHaveLength(1);
});

test('questions: descriptions, several by number, one text twice, none at all', async () => {
  const talk = await converse({ args: ['--plain'] });
  const drink = {
    question: 'Which drink?',
    multiSelect: true,
    options: [{ label: 'Tea', description: 'hot' }, { label: 'Milk' }, { label: 'Water' }],
  };
  const again = { question: 'Which drink?', options: [{ label: 'Juice' }, { label: 'None' }] };
  talk.server.script(call('AskUserQuestion', { questions: [drink, again] }), say('Noted.'));
  await talk.send('ask me');
  await talk.waitFor(
    /The agent asks \(1 of 2\): Which drink\?\n {2}1\. Tea: hot\n {2}2\. Milk\n {2}3\. Water\nType a number, or several as in 1,2/,
  );
  talk.type('1,9\r');
  await talk.waitFor('There is no option 9.');
  talk.type('1,2\r');
  await talk.waitFor('(2 of 2)');
  talk.type('apple\r');
  await talk.waitFor(
    /Your answers:\n {2}Which drink\?: Tea, Milk\n {2}Which drink\?: apple\nType y to send them, \/back/,
  );
  talk.type('/back\r');
  await talk.waitFor(/\(2 of 2\)[\s\S]*\(2 of 2\)/);
  talk.type('apple juice\r');
  await talk.waitFor('Which drink?: apple juice');
  talk.type('y\r');
  await talk.waitFor('Noted.');
  expect(talk.all()).toContain('Answered: Tea, Milk; apple juice');
  expect(talk.sent()).toContain('Which drink?\\nTea, Milk; apple juice');

  talk.server.script(call('AskUserQuestion', { questions: [again] }), say('Skipped.'));
  await talk.send('ask again');
  await talk.waitFor('1. Juice');
  await talk.waitFor('The agent asks: Which drink?');
  talk.type('/skip\r');
  await talk.waitFor('Skipped.');
  expect(talk.sent()).toContain('The user did not answer.');
});

test('an unknown command is told with the nearest, of what the plain mode has', async () => {
  const talk = await converse({ args: ['--plain'] });
  await talk.send('/statu');
  await talk.waitFor('there is no command /statu; did you mean /status?');
  talk.press('ctrl-u');
  await talk.send('/detals');
  await talk.waitFor('there is no command /detals; did you mean /details?');
  talk.press('ctrl-u');
  await talk.send('/zzz');
  await talk.waitFor('there is no command /zzz; /help lists them');
  expect(talk.server.requests).toEqual([]);
});
