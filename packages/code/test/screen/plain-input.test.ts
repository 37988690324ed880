import '../../../../test/built.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { place, WAVE } from '../helpers.ts';
import { type Converse, call, converse, hookOn, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

const PLAIN = { args: ['--plain'] };

/** What stands in the line that is typed now. */
const inLine = (talk: Converse, text: string) =>
  talk.waitFor(new RegExp(`\\n> ${text.replace(/[[\]]/g, '\\$&')}\\s*$`));

const prompts = (talk: Converse) =>
  talk.server.requests.map(({ body }) => JSON.stringify(body.messages?.at(-1)));

test('a paste of several lines is one text; one of a line can be edited', async () => {
  const talk = await converse(PLAIN);
  talk.server.script(say('First read.'), say('Second read.'));
  talk.type('look: ');
  talk.paste('one\ntwo\n\u001b[31mthree\n');
  await inLine(talk, 'look: [paste 1: 3 lines]');
  talk.press('backspace', 'enter');
  await talk.waitFor('Not sent: "[paste 1: 3 lines" was a mark and stands for no text any more.');
  await inLine(talk, 'look: [paste 1: 3 lines');
  talk.type(']');
  await inLine(talk, 'look: [paste 1: 3 lines]');
  talk.press('enter');
  await talk.waitFor('First read.');
  expect(prompts(talk)).toHaveLength(1);
  expect(prompts(talk)[0]).toContain('look: one\\ntwo\\n');
  talk.paste('a short one');
  await inLine(talk, 'a short one');
  talk.type(' and more\r');
  await talk.waitFor('Second read.');
  expect(prompts(talk)[1]).toContain('a short one and more');
  expect(talk.all().match(/a short one and more/g)).toHaveLength(1);
  talk.press('ctrl-d');
  expect(await talk.exit()).toBe(0);
  expect(talk.raw().split('\u001b[?2004h')).toHaveLength(2);
  expect(talk.raw().lastIndexOf('\u001b[?2004l')).toBeGreaterThan(
    talk.raw().lastIndexOf('\u001b[?2004h'),
  );
});

test('pastes are no longer announced when a signal ended it', async () => {
  const talk = await converse(PLAIN);
  process.kill(talk.pid, 'SIGTERM');
  await talk.exit();
  expect(announces(talk.raw())).toBe(false);
});

test('nor when it came right after they had been asked for', async () => {
  const talk = openTerminal(PLAIN);
  const limit = Date.now() + 20_000;
  while (!announces(talk.raw()) && Date.now() < limit) await sleep(1);
  expect(announces(talk.raw())).toBe(true);
  process.kill(talk.pid, 'SIGTERM');
  await talk.exit();
  expect(announces(talk.raw())).toBe(false);
});

/** Whether the terminal was asked last to announce pastes. */
const announces = (raw: string) =>
  raw.lastIndexOf('\u001b[?2004h') > raw.lastIndexOf('\u001b[?2004l');

/** Before a call is asked about, until the test lets it: at most 20 seconds. */
const waiting = hookOn(
  'PreToolUse',
  'for i in $(seq 400); do [ -e go ] && break; sleep 0.05; done',
);

test('a question: a paste is no answer, a line begun before is none, and is kept', async () => {
  const talk = await converse({ ...PLAIN, settings: waiting });
  const made = (name: string) => existsSync(join(talk.where.project, name));
  talk.server.script(call('Bash', { command: 'touch one' }), say('All done.'));
  await talk.send('begin');
  talk.type('happ');
  await talk.waitFor('happ');
  talk.where.write('project/go', '');
  await talk.waitFor(
    'What you typed before the question does not answer it. Press Enter to keep it for later.',
  );
  talk.type('y\r');
  await talk.waitFor('so it does not answer it. Wave keeps it for later.');
  talk.paste('y\n');
  await talk.waitFor('a paste cannot answer it.');
  talk.press('enter');
  await talk.waitFor('An empty line is not an answer.');
  expect(made('one')).toBe(false);
  talk.type('y\r');
  await talk.waitFor('All done.');
  expect(made('one')).toBe(true);
  await inLine(talk, 'happy');
});

test('a line that was begun before a question, emptied: a new one, and an answer', async () => {
  const talk = await converse({ ...PLAIN, settings: waiting });
  talk.server.script(call('Bash', { command: 'touch one' }), say('All done.'));
  await talk.send('begin');
  talk.type('happ');
  await talk.waitFor('happ');
  talk.where.write('project/go', '');
  await talk.waitFor('Press Enter to keep it for later.');
  talk.press('ctrl-u');
  talk.type('Y\r');
  await talk.waitFor('All done.');
  expect(existsSync(join(talk.where.project, 'one'))).toBe(true);
});

test('what was queued when the turn is ended comes back, and is told', async () => {
  const talk = await converse({ ...PLAIN, settings: waiting });
  talk.server.script(call('Bash', { command: 'touch one' }), say('Both read.'));
  await talk.send('begin');
  await talk.waitFor('> begin');
  talk.type('second\r');
  await talk.waitFor('Queued: the agent gets it at its next step.');
  talk.type('third\r');
  await talk.waitFor(/Queued:[\s\S]*Queued:/);
  talk.press('ctrl-c');
  await talk.waitFor('Not sent; it is in the input again.');
  await talk.waitFor('↑ brings the 1 before it');
  await talk.waitFor('Interrupted. What should Wave do instead?');
  await inLine(talk, 'third');
  talk.press('enter');
  await talk.waitFor('Both read.');
  expect(prompts(talk).at(-1)).toContain('third');
  talk.press('up', 'up');
  await inLine(talk, 'second');
});

test('two questions: lines that were typed ahead answer the first alone', async () => {
  const talk = await converse(PLAIN);
  talk.server.script(
    call('AskUserQuestion', {
      questions: [
        { question: 'Which drink?', options: [{ label: 'Tea' }, { label: 'Milk' }] },
        { question: 'Which cup?', options: [{ label: 'Big' }, { label: 'Small' }] },
      ],
    }),
    say('All noted.'),
  );
  await talk.send('ask');
  await talk.waitFor('Which drink?');
  talk.type('2\r1\r');
  await talk.waitFor(
    /\(2 of 2\): Which cup\?[\s\S]*so it does not answer it\. Wave keeps it for later\./,
  );
  talk.type('2\r');
  await talk.waitFor('Which cup?: Small');
  talk.type('y\r');
  await talk.waitFor('All noted.');
  expect(talk.sent()).toContain('Which drink?\\nMilk\\nWhich cup?\\nSmall');
  await inLine(talk, '1');
});

test('a blocked prompt comes back, in the line or as one text, and is in no history', async () => {
  const talk = await converse({
    ...PLAIN,
    settings: hookOn(
      'UserPromptSubmit',
      'grep -q secret && { echo Not that. >&2; exit 2; }; exit 0',
    ),
  });
  await talk.send('the secret word');
  await talk.waitFor(/Not that\.[\s\S]*Not sent; it is in the input again\./);
  expect(talk.all()).toMatch(
    /\n⊘ The hook guard blocked your prompt: Not that\.\n {2}⚓ .*\nNot sent; it is in the input again\.\n/,
  );
  expect(talk.all()).not.toContain('box');
  await inLine(talk, 'the secret word');
  talk.press('ctrl-u');
  talk.press('up');
  talk.paste('a secret\nof two lines');
  await inLine(talk, '[paste 1: 2 lines]');
  talk.press('enter');
  await talk.waitFor('again, as one text:\n  a secret\n  of two lines');
  await inLine(talk, '[kept 2: 2 lines]');
  talk.press('ctrl-c');
  await talk.waitFor('Ctrl-C once more leaves.');
  talk.server.script(say('Fine.'));
  await talk.send('go');
  await talk.waitFor('Fine.');
  expect(talk.sent()).not.toContain('secret');
  expect(readFileSync(join(talk.where.home, '.wave/history.jsonl'), 'utf8')).toBe('"go"\n');
});

test('what comes back while something else is typed is read out above it, and arrow up brings it', async () => {
  const block = 'for i in $(seq 400); do [ -e go ] && break; sleep 0.05; done; rm go';
  const talk = await converse({
    ...PLAIN,
    settings: hookOn(
      'UserPromptSubmit',
      `${block}; grep -q secret && { echo Not that. >&2; exit 2; }; exit 0`,
    ),
  });
  const go = () => talk.where.write('project/go', '');
  talk.server.script(say('Only that.'));
  await talk.send('the secret word');
  talk.type('half a');
  await talk.waitFor(/\n> ?half a|half a$/m);
  go();
  await talk.waitFor(
    /Not sent\.\nKept; in an empty line, arrow up brings it:\n {2}the secret word\n> half a\s*$/,
  );
  talk.type(' prompt');
  await inLine(talk, 'half a prompt');
  expect(talk.server.requests).toHaveLength(0);
  talk.press('enter');
  go();
  await talk.waitFor('Only that.');
  expect(prompts(talk)).toHaveLength(1);
  expect(prompts(talk)[0]).toContain('half a prompt');
  expect(talk.sent()).not.toContain('secret');
  talk.press('up', 'up');
  await inLine(talk, 'the secret word');
  expect(readFileSync(join(talk.where.home, '.wave/history.jsonl'), 'utf8')).toBe(
    '"half a prompt"\n',
  );
});

test('a queued prompt of several lines that comes back over a half-typed line is kept whole', async () => {
  const talk = await converse({ ...PLAIN, settings: waiting });
  talk.server.script(call('Bash', { command: 'touch one' }), say('Both read.'));
  await talk.send('begin');
  await talk.waitFor('> begin');
  talk.paste('one\ntwo');
  talk.press('enter');
  await talk.waitFor('Queued: the agent gets it at its next step.');
  talk.type('half a');
  await talk.waitFor('half a');
  talk.press('ctrl-c');
  await talk.waitFor(/Not sent\.\nKept; in an empty line, arrow up brings it:\n {2}one\n {2}two\n/);
  await inLine(talk, 'half a');
  talk.press('ctrl-u', 'up');
  await inLine(talk, '[kept 2: 2 lines]');
  talk.press('enter');
  await talk.waitFor('Both read.');
  expect(prompts(talk).at(-1)).toContain('one\\ntwo');
});

test('Ctrl-Z goes back to the shell, fg goes on with what was typed', async () => {
  const talk = openTerminal({ program: ['bash', '--norc', '-i'], env: { PS1: 'shell$ ' } });
  await talk.waitFor('shell$');
  talk.type(`"${process.execPath}" "${WAVE}" --plain --model practice\r`);
  await talk.ready();
  talk.type('half a prompt');
  await talk.waitFor('> half a prompt');
  talk.press('ctrl-z');
  await talk.waitFor(/Stopped[\s\S]*shell\$/);
  talk.type('fg\r');
  await talk.waitFor(/fg\n[\s\S]*> half a prompt/);
  talk.type(', whole');
  await talk.waitFor('> half a prompt, whole');
  talk.press('ctrl-u', 'ctrl-d');
  await talk.waitFor(/shell\$\s*$/);
  talk.type('exit\r');
  await talk.exit();
});

test('a terminal that understands no sequences gets none', async () => {
  const program = ['env', 'TERM=dumb', process.execPath, WAVE, '--model', 'practice'] as const;
  const talk = openTerminal({ program });
  await talk.waitFor(/^> ?$/m);
  talk.type('run touch one\r');
  await talk.waitFor('Run this command?');
  talk.type('y\r');
  await talk.waitFor('● Bash touch one');
  expect(existsSync(join(talk.where.project, 'one'))).toBe(true);
  expect(talk.raw()).not.toContain('\u001b');
});

test('a terminal that understands no sequences: the line can be edited at its end, and brought back', async () => {
  const talk = await converse({
    program: ['env', 'TERM=dumb', process.execPath, WAVE],
    // Not passed on: it is what such a terminal gets.
    args: ['--plain'],
    settings: hookOn('UserPromptSubmit', 'grep -q secret && { echo No. >&2; exit 2; }; exit 0'),
  });
  talk.server.script(say('First read.'), say('Second read.'));
  talk.type('say 漢字ü');
  await inLine(talk, 'say 漢字ü');
  talk.press('backspace', 'backspace');
  await inLine(talk, 'say 漢');
  talk.press('ctrl-u');
  await inLine(talk, '');
  talk.type('one two');
  talk.press('left', 'left');
  talk.type('s');
  await inLine(talk, 'one twos');
  talk.type('\u0017');
  await inLine(talk, 'one');
  talk.type('three\r');
  await talk.waitFor('First read.');
  expect(prompts(talk)[0]).toContain('one three');
  await inLine(talk, '');
  talk.press('up');
  await inLine(talk, 'one three');
  talk.press('ctrl-u');
  talk.type('the secret\r');
  await talk.waitFor('Not sent; it is in the input again.');
  await inLine(talk, 'the secret');
  talk.press('backspace', 'backspace', 'backspace', 'backspace', 'backspace', 'backspace');
  talk.type('rest\r');
  await talk.waitFor('Second read.');
  expect(prompts(talk)[1]).toContain('the rest');
  // Wider than the terminal, which has 100 columns.
  talk.type(`${'x'.repeat(110)}y`);
  await talk.waitFor(/\n> x{98}\nx{12}y\s*$/);
  talk.press('backspace');
  await talk.waitFor(/\n> x{98}\nx{12}y\n> x{98}\nx{12}\s*$/);
  talk.press('ctrl-u');
  await inLine(talk, '');
  expect(talk.raw()).not.toContain('\u001b');
  talk.press('ctrl-d');
  expect(await talk.exit()).toBe(0);
});

test('Ctrl-R brings what was sent before, further back each time; Ctrl-G has it edited', async () => {
  const where = place();
  const sent = ['fix the parser', 'say hello', 'rename the parser'];
  where.write('home/.wave/history.jsonl', sent.map((text) => `${JSON.stringify(text)}\n`).join(''));
  const env = { EDITOR: 'printf "two lines\\nof it\\n" >' };
  const talk = await converse({ where, args: ['--plain'], env });
  talk.type('parser');
  await talk.waitFor('> parser');
  talk.press('ctrl-r');
  await talk.waitFor('> rename the parser');
  talk.press('ctrl-r');
  await talk.waitFor('> fix the parser');
  talk.press('ctrl-r');
  await talk.waitFor('No earlier match');
  talk.press('ctrl-u');
  await talk.waitForGone('> fix the parser');
  talk.press('ctrl-y');
  await talk.waitFor('> fix the parser');
  talk.press('ctrl-g');
  await talk.waitFor(
    /From your editor, in the input:\n +two lines\n +of it\n> \[kept \d: 2 lines\]/,
  );
  talk.server.script(say('Got both.'));
  talk.press('enter');
  await talk.waitFor('Got both.');
  expect(talk.sent()).toContain('two lines\\nof it');
});
