import { expect, test } from 'vitest';
import { call, converse, say } from './converse.ts';
import type { Terminal } from './terminal.ts';

const STEPS = [96, 92, 88, 84, 80, 76, 72, 68, 64, 60];
const words = (at: number) =>
  `Marker-${at} ${'with words behind it that go on for a while '.repeat(2)}`;
const ANSWER = Array.from({ length: 6 }, (_, at) => words(at)).join('\n\n');

/** Ten steps narrower, as a window that is dragged; each has come to rest. */
async function narrower(talk: Terminal, rows: number): Promise<void> {
  for (const columns of STEPS) await talk.resized(columns, rows);
  // Nothing comes later, either.
  await new Promise((resolve) => setTimeout(resolve, 400));
}

/** Rows of the screen below the last one that shows something. */
const rowsBelow = (talk: Terminal) => /\n*$/.exec(talk.screen())?.[0].length ?? 0;

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

test.each([
  ['that fills the screen', 20, 2],
  ['that does not', 40, 1],
])('ten steps of a resize leave no copies: a conversation %s', async (_name, rows, turns) => {
  const talk = await converse({ columns: 100, rows });
  for (let turn = 0; turn < turns; turn++) {
    talk.server.script(say(ANSWER));
    await talk.send(`prompt ${turn}`);
    await expect.poll(() => count(talk.all(), /Marker-5/g)).toBe(turn + 1);
    await talk.waitForGone('Esc interrupts');
  }
  const before = { scrolled: talk.scrolled(), all: talk.all() };
  await narrower(talk, rows);
  const all = talk.all();
  for (let at = 0; at < 6; at++)
    expect([at, count(all, new RegExp(`Marker-${at} `, 'g'))]).toEqual([at, turns]);
  expect(count(all, /≈ wave/g)).toBe(1);
  expect(count(all, /─{20,}/g)).toBe(1);
  expect(count(all, /\? for keys/g)).toBe(1);
  // A line that is broken in two makes room for itself: no more.
  const broken = before.all.split('\n').filter((line) => line.length > 60).length;
  expect(talk.scrolled() - before.scrolled).toBeLessThanOrEqual(broken);
  expect(rowsBelow(talk), 'blank rows below the input').toBeLessThanOrEqual(rows === 20 ? 1 : 40);
});

test('a window that is dragged: nothing below the conversation is broken, and none of it twice', async () => {
  const talk = await converse({ columns: 100, rows: 20 });
  talk.server.script(say(`${'A short line.\n\n'.repeat(12)}Over.`));
  await talk.send('go');
  await talk.waitFor('Over.');
  await talk.waitForGone('Esc interrupts');
  const before = talk.scrolled();
  for (let columns = 99; columns > 60; columns--) {
    talk.resize(columns, 20);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await talk.resized(60, 20);
  expect(talk.scrolled() - before).toBe(0);
  expect(count(talk.all(), /Over\./g)).toBe(1);
  expect(rowsBelow(talk)).toBeLessThanOrEqual(1);
});

test('a question that is open, and what is typed, are drawn once at each width', async () => {
  const talk = await converse({ columns: 100, rows: 40 });
  talk.server.script(call('Bash', { command: `touch ${'a-long-name-'.repeat(12)}` }), say('Over.'));
  await talk.send('go');
  await talk.waitFor('Run this command?');
  await talk.waitFor(/^│ *❯/m);
  for (const columns of STEPS) {
    talk.resize(columns, 40);
    await talk.waitFor(new RegExp(`^○ Bash touch .{${columns - 15}}…$`, 'm'));
  }
  await talk.waitFor(/^│ *❯/m);
  const all = talk.all();
  expect(count(all, /Run this command\?/g)).toBe(1);
  expect(count(all, /No, and tell the agent/g)).toBe(1);
  expect(count(all, /○ Bash touch/g)).toBe(1);
  expect(count(all, /waiting for your answer/g)).toBe(1);
  await talk.answer('y');
  await talk.waitFor('Over.');
});

test('wider and narrower again, with a long text in the box', async () => {
  const talk = await converse({ columns: 100, rows: 30 });
  const text = `begin ${'typed words '.repeat(10)}end`;
  talk.type(text);
  await talk.waitFor(/words end$/m);
  for (const columns of [70, 90, 60, 120, 50]) await talk.resized(columns, 30);
  const all = talk.all();
  expect(count(all, /begin/g)).toBe(1);
  expect(count(all, /─{20,}/g)).toBe(1);
  expect(count(all, /≈ wave/g)).toBe(1);
});
