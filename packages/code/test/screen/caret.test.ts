import '../../../../test/built.ts';
import { expect, test } from 'vitest';
import { WAVE } from '../helpers.ts';
import { call, converse, say } from './converse.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** Waits until the cursor stands in this column of a line that ends so. */
const caretAt = (talk: Terminal, column: number, line: string) =>
  expect
    .poll(() => ({ ...talk.cursor(), hidden: talk.cursorHidden() }))
    .toMatchObject({ column, line, hidden: false });

test('the terminal’s own cursor stands at the caret: wide letters, lines that break, several lines', async () => {
  const talk = await converse({ columns: 40 });
  await caretAt(talk, 2, '> ');
  talk.type('日本語 ok');
  await caretAt(talk, 2 + 9, '> 日本語 ok');
  talk.press('left', 'left', 'left', 'left');
  await caretAt(talk, 2 + 4, '> 日本語 ok');
  talk.press('end');
  talk.press('ctrl-j');
  talk.type('👩‍👩‍👧x');
  await caretAt(talk, 2 + 3, '  👩‍👩‍👧x');
  talk.press('up');
  await caretAt(talk, 2 + 2, '> 日本語 ok');
  talk.press('down', 'end', 'ctrl-u', 'backspace');
  talk.press('ctrl-u');
  await caretAt(talk, 2, '> ');
  // A line that is broken by width: the caret is in its second part.
  talk.type('a'.repeat(50));
  await caretAt(talk, 2 + 50 - 35, `  ${'a'.repeat(15)}`);
});

test('it stays there while an answer streams in above', async () => {
  const talk = await converse();
  talk.server.script(say(`${'Line of an answer.\n\n'.repeat(12)}Over.`, { slowMs: 20 }));
  await talk.send('go');
  await talk.waitFor('Line of an answer.');
  talk.type('meanwhile');
  await caretAt(talk, 2 + 9, '> meanwhile');
  await talk.waitFor('Over.');
  await talk.waitForGone('Esc interrupts');
  await caretAt(talk, 2 + 9, '> meanwhile');
});

test('in a text field of a dialog, and nowhere in a list', async () => {
  const talk = await converse();
  talk.server.script(call('Bash', { command: 'touch x' }), say('All right.'));
  await talk.send('go');
  await talk.waitFor('Run this command?');
  await expect.poll(talk.cursorHidden).toBe(true);
  await talk.answer('t');
  await talk.waitFor('Tell the agent why not:');
  talk.type('语 no');
  await caretAt(talk, 2 + 'Tell the agent why not: '.length + 5, '│ Tell the agent why not: 语 no');
  talk.press('enter');
  await talk.waitFor('All right.');
  await caretAt(talk, 2, '> ');
});

const KILLED = '\\033[?25l\\033[?2004h\\033[>5u\\033[>4;2m';

test.each([
  ['the screen', []],
  ['the plain mode', ['--plain']],
])(
  'after a kill -9, %s takes away what was left: hidden cursor, keys in another encoding',
  async (_what, args) => {
    const words = [process.execPath, WAVE, ...args].map((word) => `"${word}"`).join(' ');
    const screen = openTerminal({
      program: ['sh', '-c', `printf '${KILLED}'; exec ${words}`],
      args,
      kitty: 5,
    });
    await screen.waitFor(/^>/m);
    expect(screen.cursorHidden()).toBe(false);
    const [, after = ''] = screen.raw().split('\u001b[>4;2m');
    for (const mode of ['\u001b[?25h', '\u001b[?2004l', '\u001b[=0;1u', '\u001b[>4;0m'])
      expect(after).toContain(mode);
    await screen.end();
  },
);
