import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { call, converse, say } from './converse.ts';

const ALLOWED = { permissions: { allow: ['Bash'] } };
const bash = (command: string, more: object = {}) => call('Bash', { command, ...more });

/** Prints a line, then waits until it may go on. */
const GATED = 'seq 1 30; until [ -e go ]; do sleep 0.05; done; echo the end';

test('a command that runs: its last lines, the seconds, the bytes; then the last three', async () => {
  const talk = await converse({ settings: ALLOWED });
  talk.server.script(bash(GATED), say('I see.'));
  await talk.send('run it');
  await talk.waitFor(/○ Bash seq 1 30.*\n {2}│ 26\n {2}│ 27\n {2}│ 28\n {2}│ 29\n {2}│ 30\n/);
  expect(talk.screen()).not.toMatch(/│ 25$/m);
  await talk.waitFor(/^ {2}2 s · 81 B$/m);
  talk.where.write('project/go', '');
  const all = await talk.waitFor('I see.');
  expect(all).toMatch(/● Bash seq 1 30.* · 31 lines\n {2}│ 29\n {2}│ 30\n {2}│ the end\n\n/);
  expect(all, 'what was drawn while it ran is gone').not.toContain('│ 28');
});

test('a long output is counted whole, also what the model did not get of it', async () => {
  const talk = await converse({ settings: ALLOWED });
  talk.server.script(bash('seq 1 3000 | sed "s/^/a longer line that says /"'), say('I see.'));
  await talk.send('run it');
  const all = await talk.waitFor('I see.');
  expect(all).toMatch(/ · 3,000 lines\n {2}│ a longer line that says 2998\n/);
  expect(talk.sent()).toMatch(/characters in 1,\d+ lines omitted/);
});

test('what it prints cannot play with the terminal', async () => {
  const talk = await converse({ settings: ALLOWED });
  const evil = `printf 'a\\033[2J\\033]0;evil\\007b\\n10%%\\r20%%\\r30%%'; until [ -e go ]; do sleep 0.05; done`;
  talk.server.script(bash(evil), say('I see.'));
  await talk.send('run it');
  await talk.waitFor(/│ ab\n {2}│ 30%\n/);
  expect(talk.raw()).not.toContain('\u001b]0;evil');
  talk.where.write('project/go', '');
  await talk.waitFor('I see.');
});

test('a command of your own shows what it prints while it runs', async () => {
  const talk = await converse();
  await talk.send(`!${GATED}`);
  await talk.waitFor(/○ ! seq 1 30.*\n {2}│ 26\n[\s\S]*│ 30\n {2}\d+ s · 81 B\n/);
  talk.where.write('project/go', '');
  await talk.waitFor(/● ! seq 1 30.*\(exit 0\)\n1\n2\n/);
  await talk.waitForGone('│ 30');
});

test('a command in the background has a line until it ends', async () => {
  const talk = await converse({ settings: ALLOWED });
  talk.server.script(bash(GATED, { run_in_background: true }), say('Started.'));
  await talk.send('start it');
  await talk.waitFor('Started.');
  await talk.waitFor(/○ bash_1 seq 1 30.* · \d+ s · 81 B · 30\n/);
  expect(talk.all()).toMatch(/● Bash seq 1 30.* · in the background as bash_1\n/);
  talk.where.write('project/go', '');
  await talk.waitForGone('○ bash_1');
});

test('40 columns, wide characters: no line is wider', async () => {
  const talk = await converse({ settings: ALLOWED, columns: 40, rows: 24 });
  const wide = '日本語のとても長い行です🎉'.repeat(5);
  talk.server.script(bash(`echo '${wide}'; until [ -e go ]; do sleep 0.05; done`), say('I see.'));
  await talk.send('run it');
  await talk.waitFor(/│ 日本語.*…\n/);
  for (const line of talk.screen().split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  talk.where.write('project/go', '');
  await talk.waitFor('I see.');
});

test('the plain mode says how far it is, a line every few seconds at the most', async () => {
  const talk = await converse({ args: ['--plain'], settings: ALLOWED, columns: 200 });
  const slow = 'i=0; until [ -e go ]; do i=$((i+1)); echo "step $i"; sleep 0.1; done';
  talk.server.script(bash(slow), say('I see.'));
  talk.type('run it\r');
  await talk.waitFor(/^Bash i=0.*: [4-6] s, \d+ B so far; last line: step \d+$/m);
  await sleep(1_000);
  expect(talk.all().match(/so far/g), 'not with each line').toHaveLength(1);
  talk.where.write('project/go', '');
  expect(await talk.waitFor('I see.')).not.toContain('│ step');
});

/** Prints 10,000 lines a second and says how many it has printed. */
const FLOOD = `node -e '
let n = 0; const t = setInterval(() => {
  let s = ""; for (let i = 0; i < 200; i++) s += "line " + (++n) + " of a flood that does not end soon\\n";
  process.stdout.write(s); require("fs").writeFileSync("printed", String(n));
  if (require("fs").existsSync("go")) clearInterval(t);
}, 20)'`;

test('while a command prints 10,000 lines a second, each letter that is typed appears', async () => {
  const talk = await converse({ settings: ALLOWED });
  talk.server.script(bash(FLOOD), say('I see.'));
  await talk.send('run it');
  await talk.waitFor(/│ line \d+ of a flood/);
  let typed = '';
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
    typed += letter;
    talk.type(letter);
    await talk.waitFor(`> ${typed}`);
  }
  // It ends only now. How long a key takes meanwhile is a row of the bench.
  const printed = () => Number(readFileSync(join(talk.where.project, 'printed'), 'utf8'));
  await until(() => printed() > 5_000);
  talk.where.write('project/go', '');
  await talk.waitFor('I see.');
});
