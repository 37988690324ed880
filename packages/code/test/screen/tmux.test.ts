import '../../../../test/built.ts';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PATIENCE_MS } from '../../../../test/until.ts';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import { place, WAVE } from '../helpers.ts';
import { call, say } from './converse.ts';

const STEPS = [96, 92, 88, 84, 80, 76, 72, 68, 64, 60];
/** The rule above the input, in the last of them. */
const RULE = 29;

/** The last picture may still be on its way. */
const DRAWN = { interval: 200 };

/** The screen in a tmux of the test's own, which breaks rows anew as other terminals do not. */
async function inTmux(rows: number, settings: Readonly<Record<string, unknown>> = {}) {
  const where = place();
  where.write('home/.wave/settings.json', settings);
  const server = await startWire();
  onTestFinished(() => server.close());
  const socket = join(where.home, 'tmux');
  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
  const env = { ...server.env('anthropic'), HOME: where.home };
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  tmux(
    ...['new-session', '-d', '-s', 'w', '-x', '100', '-y', String(rows), '-c', where.project],
    ...['env', ...words, process.execPath, WAVE],
  );
  onTestFinished(() => void tmux('kill-server'));
  const screen = () => tmux('capture-pane', '-p', '-t', 'w');
  const all = () => tmux('capture-pane', '-p', '-S', '-', '-t', 'w');
  const shows = async (wanted: RegExp) => {
    for (const limit = Date.now() + PATIENCE_MS; !wanted.test(screen()); await sleep(50))
      if (Date.now() > limit) throw new Error(`${wanted} did not come:\n${all()}`);
  };
  await shows(/^>/m);
  return {
    ...{ where, server, screen, all, shows },
    type: (text: string) => void tmux('send-keys', '-t', 'w', '-l', text),
    press: (key: string) => void tmux('send-keys', '-t', 'w', key),
    // tmux tells the program of a resize a quarter of a second later.
    resized: async (columns: number, toRows = rows) => {
      tmux('resize-window', '-t', 'w', '-x', String(columns), '-y', String(toRows));
      await sleep(800);
    },
  };
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

test('tmux: ten steps narrower leave no copy and no blank row', { tags: 'tmux' }, async () => {
  const talk = await inTmux(20);
  talk.server.script(say(`${'A short line.\n\n'.repeat(12)}Over.`));
  talk.type('go');
  talk.press('Enter');
  await talk.shows(/Over\.[\s\S]*\n>/);
  // What is deleted leaves cells behind that tmux counts.
  talk.type('a text in the input that is nearly as long as the window is wide, and then deleted');
  await talk.shows(/then deleted/);
  talk.press('C-u');
  await talk.shows(/^>$/m);
  const before = talk.all();
  for (const columns of STEPS) await talk.resized(columns);
  // The status line leaves out what has no room, and the rule is half the width.
  const then = before.replace(/ +· +\$[\d.]+/, '').replace(/─+/, '─'.repeat(RULE));
  await expect.poll(talk.all, DRAWN).toBe(then);
});

test('tmux: a lower window erases nothing', { tags: 'tmux' }, async () => {
  const talk = await inTmux(30);
  const marks = Array.from({ length: 30 }, (_, at) => `Marker-${at}.`);
  talk.server.script(say(marks.join('\n\n')));
  talk.type('go');
  talk.press('Enter');
  await talk.shows(/Marker-29\.[\s\S]*\n>/);
  for (const rows of [27, 15, 30, 12, 24, 9, 30]) await talk.resized(100, rows);
  expect(marks.filter((one) => !talk.all().includes(one))).toEqual([]);
});

test('tmux: a lower window erases nothing of an answer that streams', {
  tags: 'tmux',
}, async () => {
  const talk = await inTmux(30);
  const marks = Array.from({ length: 60 }, (_, at) => `Marker-${at}.`);
  talk.server.script(say(marks.join('\n\n'), { slowMs: 30 }));
  talk.type('go');
  talk.press('Enter');
  await talk.shows(/Marker-3\./);
  for (const rows of [26, 15, 30, 12, 24, 9, 30]) await talk.resized(100, rows);
  await talk.shows(/Marker-59\.[\s\S]*\n>/);
  expect(marks.filter((one) => !talk.all().includes(one))).toEqual([]);
});

test('tmux: an open question is there once at each width', { tags: 'tmux' }, async () => {
  const talk = await inTmux(40);
  talk.server.script(call('Bash', { command: 'rm -rf build/ dist/' }), say('Over.'));
  talk.type('go');
  talk.press('Enter');
  await talk.shows(/❯ y Yes/);
  for (const columns of STEPS) await talk.resized(columns);
  for (const part of [/○ Bash rm/g, /waiting for your answer/g, /Run this command\?/g])
    await expect.poll(() => [part, count(talk.all(), part)], DRAWN).toEqual([part, 1]);
});

test('tmux: the first line and a redraw leave no copy', { tags: 'tmux' }, async () => {
  const talk = await inTmux(20);
  talk.server.script(say(`${'A short line.\n\n'.repeat(12)}Over.`));
  talk.type('go');
  talk.press('Enter');
  await talk.shows(/Over\.[\s\S]*\n>/);
  expect(count(talk.all(), /≈ wave/g)).toBe(1);
  const before = talk.all();
  // What is typed behind a redraw is drawn after it.
  for (const typed of ['a', 'ab']) {
    talk.press('C-l');
    talk.type(typed.slice(-1));
    await talk.shows(new RegExp(`^> ${typed}$`, 'm'));
  }
  await expect.poll(talk.all, DRAWN).toBe(before.replace(/^>$/m, '> ab'));
});

test('tmux: while a command prints, the input and the status line are there once', {
  tags: 'tmux',
}, async () => {
  const talk = await inTmux(30, { permissions: { allow: ['Bash'] } });
  const line = 'a line that is wider than the window, whatever is done to it: '.repeat(3);
  const command = `until [ -e stop ]; do echo "${line}"; sleep 0.1; done`;
  talk.server.script(call('Bash', { command }), say('Over.'));
  talk.type('go');
  talk.press('Enter');
  await talk.shows(/│ a line[\s\S]*running Bash/);
  for (const columns of STEPS) await talk.resized(columns);
  // Rows that tmux itself moves into the scrollback stay there: the upper ones of what is redrawn.
  for (const part of [/running Bash/g, /^>$/gm, /\? for keys/g])
    await expect.poll(() => [part, count(talk.all(), part)], DRAWN).toEqual([part, 1]);
  talk.where.write('project/stop', '');
  await talk.shows(/Over\./);
});
