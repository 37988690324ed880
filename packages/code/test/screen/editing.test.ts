import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { place } from '../helpers.ts';
import { converse, say } from './converse.ts';
import { inputOf } from './terminal.ts';

const withHistory = (...sent: string[]) => {
  const where = place();
  where.write('home/.wave/history.jsonl', sent.map((text) => `${JSON.stringify(text)}\n`).join(''));
  return where;
};

test('Ctrl-R: a line to search in what was sent, further back, taken, edited and sent', async () => {
  const where = withHistory('fix the Parser test', 'say hello', 'rename the parser');
  const talk = await converse({ where });
  talk.type('a draft');
  await talk.waitFor('> a draft');
  talk.press('ctrl-r');
  await talk.waitFor('search what you sent:');
  talk.type('parser');
  await talk.waitFor(/> rename the parser\nsearch what you sent: parser {2}1 of 2/);
  // The caret is behind what is looked for.
  expect(talk.cursor()).toMatchObject({ column: 'search what you sent: parser'.length });
  talk.press('ctrl-r');
  await talk.waitFor(/> fix the Parser test\nsearch what you sent: parser {2}2 of 2/);
  talk.type('xyz');
  await talk.waitFor(/> a draft\nsearch what you sent: parserxyz {2}no match/);
  // Esc leaves the draft as it was.
  talk.press('escape');
  await talk.waitForGone('search what you sent');
  expect(inputOf(talk.screen())).toContain('a draft');
  talk.press('ctrl-r');
  await talk.waitFor('search what you sent:');
  talk.type('fix');
  await talk.waitFor('1 of 1');
  talk.press('enter');
  await talk.waitForGone('search what you sent');
  await talk.waitFor('> fix the Parser test');
  expect(talk.server.requests).toEqual([]);
  talk.server.script(say('Sent.'));
  talk.type(' again');
  await talk.waitFor('test again');
  talk.press('enter');
  await talk.waitFor('\nSent.');
  expect(talk.sent()).toContain('fix the Parser test again');
});

test('Alt-D, Ctrl-W and Ctrl-K kill, Ctrl-Y brings back, Ctrl-_ undoes', async () => {
  const talk = await converse();
  talk.type('one two three');
  await talk.waitFor('> one two three');
  talk.press('ctrl-a');
  talk.press('alt-d', 'alt-d');
  await talk.waitFor(/^> {2}three$/m);
  talk.press('end', 'ctrl-y');
  await talk.waitFor('>  threeone two');
  talk.press('ctrl-w', 'ctrl-w');
  await talk.waitFor(/^> *$/m);
  talk.press('ctrl-y');
  await talk.waitFor('>  threeone two');
  for (const text of [/^> *$/m, /^> {2}threeone *$/m, '>  threeone two', /^> {2}three$/m]) {
    talk.press('ctrl-_');
    await talk.waitFor(text);
  }
  talk.press('ctrl-_', 'ctrl-_');
  await talk.waitFor('> one two three');
  // A paste that was killed comes back whole.
  talk.press('ctrl-u');
  talk.paste(Array.from({ length: 40 }, (_, at) => `row ${at}`).join('\n'));
  await talk.waitFor('[paste 1: 40 lines]');
  talk.press('ctrl-u');
  await talk.waitForGone('[paste 1');
  talk.press('ctrl-y');
  await talk.waitFor('> [paste 1: 40 lines]');
  talk.server.script(say('Got it.'));
  talk.press('enter');
  await talk.waitFor('Got it.');
  expect(talk.sent()).toContain('row 38\\nrow 39');
});

test('a paste while one searches is looked for, and is not put into the draft', async () => {
  const talk = await converse({ where: withHistory('fix the parser', 'say hello') });
  talk.type('a draft');
  await talk.waitFor('> a draft');
  talk.press('ctrl-r');
  await talk.waitFor('search what you sent:');
  talk.paste('parser\n');
  await talk.waitFor(/> fix the parser\nsearch what you sent: parser {2}1 of 1/);
  talk.press('escape');
  await talk.waitForGone('search what you sent');
  expect(inputOf(talk.screen())).toMatch(/^a draft\s*claude/);
});

test('Ctrl-_ undoes a paste as one change, and leaves what was typed before it', async () => {
  const talk = await converse();
  talk.type('typed');
  await talk.waitFor('> typed');
  talk.paste(' and pasted');
  await talk.waitFor('> typed and pasted');
  talk.press('ctrl-_');
  await talk.waitFor(/^> typed$/m);
  talk.press('ctrl-_');
  await talk.waitFor(/^> *$/m);
});

test('a paste into a prompt from the history is not lost by a step forth', async () => {
  const talk = await converse({ where: withHistory('sent before') });
  talk.press('up');
  await talk.waitFor('> sent before');
  talk.paste(' and pasted');
  await talk.waitFor('> sent before and pasted');
  talk.press('down', 'end');
  talk.type('!');
  await talk.waitFor('> sent before and pasted!');
});

test('what Ctrl-C empties, Ctrl-_ brings back', async () => {
  const talk = await converse();
  talk.type('a long thought');
  await talk.waitFor('> a long thought');
  talk.press('ctrl-c');
  await talk.waitForGone('a long thought');
  talk.press('ctrl-_');
  await talk.waitFor('> a long thought');
});

test.each([
  ['Ctrl-G', '\u0007'],
  ['Ctrl-X Ctrl-E', '\u0018\u0005'],
])('%s has the prompt written in the editor, also one with options', async (_name, keys) => {
  const where = place();
  where.write('home/edit.sh', 'cat "$2" > "$HOME/was"; printf "%s\\nfrom outside\\n" "$1" > "$2"');
  const talk = await converse({ where, env: { EDITOR: `sh ${where.home}/edit.sh --wait` } });
  talk.type('from inside');
  await talk.waitFor('> from inside');
  talk.type(keys);
  await talk.waitFor(/> --wait\n {2}from outside/);
  expect(readFileSync(join(where.home, 'was'), 'utf8')).toBe('from inside');
  // What it was before can be had back.
  talk.press('ctrl-_');
  await talk.waitFor('> from inside');
});

test.each([
  ['none is set', {}, 'No editor is set: VISUAL or EDITOR names one.'],
  [
    'it fails',
    { EDITOR: 'false' },
    'EDITOR (false) ended with exit code 1. Your prompt is as it was.',
  ],
  [
    'there is no such program',
    { VISUAL: 'no-such-editor' },
    'VISUAL (no-such-editor) ended with exit code 127. Your prompt is as it was.',
  ],
])('where %s, that is said, and nothing is lost', async (_name, env, says) => {
  const talk = await converse({ env });
  talk.type('keep this');
  await talk.waitFor('> keep this');
  talk.press('ctrl-g');
  await talk.waitFor(says);
  await talk.waitFor('> keep this');
  talk.type(' and go on');
  await talk.waitFor('> keep this and go on');
});

test('Ctrl-C in the editor is for the editor', async () => {
  const where = place();
  const talk = await converse({ where, env: { EDITOR: 'echo it is open; sleep 20; true' } });
  talk.press('ctrl-g');
  await talk.waitFor('it is open');
  // The shell that says so is still about to start its next program.
  await wait(500);
  talk.press('ctrl-c');
  await talk.waitFor(/EDITOR \(.*\) (was ended by SIGINT|ended with exit code 130)/);
  talk.type('still here');
  await talk.waitFor('> still here');
});
