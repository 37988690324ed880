import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { place } from '../helpers.ts';
import { answering, call, converse, hookOn, say } from './converse.ts';
import { inputOf } from './terminal.ts';

const historyOf = (home: string) => {
  const file = join(home, '.wave', 'history.jsonl');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

test('a paste of 10,000 lines: a mark in the box, the whole of it on the wire', async () => {
  const talk = await converse();
  const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at} of the paste`);
  talk.type('look: ');
  talk.paste(lines.join('\n'));
  await talk.waitFor('look: [paste 1: 10,000 lines]');
  talk.type(' thanks');
  await talk.waitFor('lines] thanks');
  talk.server.script(say('Read it all.'));
  talk.press('enter');
  const all = await talk.waitFor('Read it all.');
  expect(talk.sent()).toContain(JSON.stringify(`look: ${lines.join('\n')} thanks`).slice(1, -1));
  expect(all).toContain('more lines');
  expect(all.split('\n').length).toBeLessThan(120);
});

test('typing: wide characters, several lines, a very long line, keys that come together', async () => {
  const talk = await converse({ columns: 60 });
  talk.type('日本語 and 👩‍👩‍👧 x');
  await talk.waitFor(/> 日本語 and .*x/);
  // All in one piece, as a fast typist or a slow machine sends it: the emoji goes as one.
  talk.type('\u001b[D\u001b[D\u007f\u001b[D\u001b[Dy\u0005z');
  await talk.waitFor('> 日本語 anyd  xz');
  talk.press('ctrl-u');
  await talk.waitForGone('日本語');

  talk.type('one\\');
  await talk.waitFor('> one\\');
  talk.press('enter');
  // The caret is the terminal's own: nothing is printed where it stands.
  await talk.waitFor(/> one\n\n\S/);
  expect(talk.cursor()).toMatchObject({ column: 2, line: '' });
  talk.type('two');
  talk.press('ctrl-j');
  talk.type('three');
  await talk.waitFor(/> one\n {2}two\n {2}three/);
  talk.server.script(say('Three lines.'));
  talk.press('enter');
  await talk.waitFor('Three lines.');
  expect(talk.sent()).toContain('one\\ntwo\\nthree');

  const long = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ');
  talk.type(long);
  await talk.waitFor(/d199/);
  const shown = talk.screen().split('\n');
  expect(shown.filter((line) => /word\d/.test(line)).length).toBeLessThan(10);
  talk.server.script(say('Long line.'));
  talk.press('enter');
  await talk.waitFor('Long line.');
  expect(talk.sent()).toContain(long);
  expect(talk.server.faults).toEqual([]);
});

test('a blocked prompt goes back into the box and is kept nowhere', async () => {
  const talk = await converse({
    settings: hookOn(
      'UserPromptSubmit',
      'grep -q hunter2 && { echo that is a password >&2; exit 2; }; true',
    ),
  });
  await talk.send('my password is hunter2');
  // One block: the sign, the reason, the hook.
  await talk.waitFor(
    /\n⊘ The hook guard blocked your prompt: that is a password\n {2}Nothing was sent; your prompt is back in the input box\.\n {2}⚓ UserPromptSubmit: guard block \d+ ms\n/,
  );
  expect(talk.all().match(/that is a password/g)).toHaveLength(1);
  // It stands in the conversation until it is taken out of there.
  await expect.poll(() => inputOf(talk.screen())).toContain('my password is hunter2');
  await expect.poll(() => talk.all().match(/hunter2/g)).toHaveLength(1);
  expect(historyOf(talk.where.home)).not.toContain('hunter2');
  talk.press('ctrl-u');
  talk.server.script(say('Hello.'));
  await talk.waitForGone('hunter2');
  await talk.send('good day');
  await talk.waitFor('\nHello.');
  expect(historyOf(talk.where.home)).toContain('good day');
  expect(talk.sent()).not.toContain('hunter2');
});

test('a prompt at which a hook ends the turn is said to be back as well', async () => {
  const talk = await converse({
    settings: hookOn('UserPromptSubmit', answering({ continue: false, stopReason: 'Enough.' })),
  });
  await talk.send('go on');
  await talk.waitFor(
    /⊘ The hook guard ended the turn: Enough\.\n {2}Nothing was sent; your prompt is back in the input box\.\n/,
  );
  expect(talk.all().match(/Enough\./g)).toHaveLength(1);
  await talk.waitFor('> go on');
  expect(talk.server.requests).toEqual([]);
});

test('prompts that are sent while it works are queued, and go back with an interrupt', async () => {
  const talk = await converse();
  const slow = { slowMs: 150 };
  talk.server.script(say('The first answer is slow to come.', slow), say('Second.'));
  await talk.send('one');
  await talk.waitFor('Esc interrupts');
  await talk.send('two');
  await talk.waitFor('queued: two');
  await talk.waitFor('\nSecond.');
  await talk.waitForGone('Esc interrupts');
  expect(talk.server.requests).toHaveLength(2);

  talk.server.script(say('Third, which is broken off.', { slowMs: 400 }));
  await talk.send('three');
  await talk.waitFor('Esc interrupts');
  await talk.send('four');
  await talk.waitFor('queued: four');
  talk.press('escape');
  await talk.waitForGone('queued: four');
  await talk.waitFor('> four');
  expect(inputOf(talk.screen())).toContain('four');
  expect(talk.server.requests).toHaveLength(3);
});

test('several that were queued come back one by one: none becomes a part of another', async () => {
  const talk = await converse();
  talk.server.script(say('Broken off.', { slowMs: 400 }));
  await talk.send('one');
  await talk.waitFor('Esc interrupts');
  await talk.send('!touch shell');
  await talk.waitFor('queued: !touch shell');
  await talk.send('for the agent');
  await talk.waitFor(/queued: !touch shell\nqueued: for the agent\n/);
  talk.press('escape');
  await talk.waitFor('↑ brings the 1 before it');
  await talk.waitFor('> for the agent');
  talk.press('up');
  await talk.waitFor('> !touch shell');
  talk.press('down');
  await talk.waitFor('> for the agent');
  expect(historyOf(talk.where.home), 'nothing has judged them yet').not.toContain('for the agent');
  expect(existsSync(join(talk.where.project, 'shell'))).toBe(false);
});

test('a paste survives a walk through the history, and what comes back before it', async () => {
  const talk = await converse();
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at}`).join('\n');
  talk.server.script(say('One.'), say('Two.'));
  await talk.send('first');
  await talk.waitFor('\nOne.');
  talk.type('check: ');
  talk.paste(lines);
  await talk.waitFor('check: [paste 1: 300 lines]');
  talk.press('up');
  await talk.waitFor('> first');
  talk.press('down');
  await talk.waitFor('> check: [paste 1: 300 lines]');
  talk.press('enter');
  await talk.waitFor('\nTwo.');
  expect(talk.sent()).toContain(JSON.stringify(`check: ${lines}`).slice(1, -1));
});

test('what was being typed survives a panel; what is changed is typed, not walked over', async () => {
  const talk = await converse();
  talk.server.script(say('One.'));
  await talk.send('earlier');
  await talk.waitFor('\nOne.');
  talk.type('my next');
  await talk.waitFor('> my next');
  talk.press('up');
  await talk.waitFor(/^> earlier *$/m);
  talk.press('ctrl-o');
  await talk.waitFor(/of \d+/);
  talk.press('escape');
  await talk.waitFor(/^─+\n> earlier/m);
  talk.press('down');
  await talk.waitFor('> my next');
  talk.press('up', 'ctrl-u');
  talk.type('new');
  await talk.waitFor('> new');
  talk.press('down');
  talk.type('er');
  await talk.waitFor('> newer');
});

test('a command with a blocked text is kept nowhere, and comes back as it was typed', async () => {
  const where = place();
  where.write('home/.wave/commands/review.md', 'Review this: $ARGUMENTS\n');
  const talk = await converse({
    where,
    settings: hookOn('UserPromptSubmit', "grep -q secret && { echo 'no secrets' >&2; exit 2; }"),
  });
  await talk.send('/review my secret');
  await talk.waitFor('no secrets');
  await talk.waitFor('> /review my secret');
  expect(historyOf(where.home)).not.toContain('secret');
  talk.press('ctrl-u');
  await talk.send('/reviw it');
  await talk.waitFor('there is no command /reviw');
  await talk.waitFor('> /reviw it');
});

test('a backslash before the cursor begins a line, anywhere in the text', async () => {
  const talk = await converse();
  talk.type('ab\\cd');
  await talk.waitFor('> ab\\cd');
  talk.press('left', 'left', 'enter');
  await talk.waitFor(/> ab\n {2}cd/);
});

test('!command runs in the user’s shell, and the agent reads what it printed', async () => {
  const talk = await converse({
    settings: hookOn('PreToolUse', 'exit 2'),
  });
  await talk.send('!echo from the shell; exit 3');
  const all = await talk.waitFor('(exit 3)');
  expect(all).toMatch(/! echo from the shell; exit 3 {2}\(exit 3\)\nfrom the shell/);
  talk.server.script(say('I saw it.'));
  await talk.send('what was that');
  await talk.waitFor('I saw it.');
  expect(talk.sent()).toContain('It printed:\\nfrom the shell');
});

test('@file: completed by Tab, attached on the wire; what a guard keeps stays away', async () => {
  const talk = await converse({
    settings: hookOn('PreToolUse', 'grep -q secret && { echo keep out >&2; exit 2; }; true', {
      matcher: 'Read',
    }),
  });
  talk.where.write('project/src/notes-of-today.md', 'buy seventeen apples');
  talk.where.write('project/secret.txt', 'the treasure is buried here');
  talk.type('see @notes-of');
  await talk.waitFor('❯ @src/notes-of-today.md');
  talk.press('tab');
  await talk.waitFor('> see @src/notes-of-today.md');
  talk.type('and @secret.txt ');
  talk.server.script(say('Seen.'));
  await talk.waitFor('@secret.txt');
  talk.press('enter');
  const all = await talk.waitFor('Seen.');
  expect(talk.sent()).toContain('buy seventeen apples');
  expect(talk.sent()).not.toContain('treasure');
  expect(all).toContain('@secret.txt was not attached');
  expect(all).toContain('keep out');
});

test('history by the arrow keys, across sessions', async () => {
  const first = await converse();
  first.server.script(say('A.'), say('B.'));
  await first.send('first prompt');
  await first.waitFor('\nA.');
  await first.send('second prompt');
  await first.waitFor('\nB.');
  await first.end();
  const talk = await converse({ where: first.where });
  talk.type('draft');
  await talk.waitFor('> draft');
  talk.press('up');
  await talk.waitFor('> second prompt');
  talk.press('up');
  await talk.waitFor('> first prompt');
  talk.press('down');
  await talk.waitFor('> second prompt');
  talk.press('down');
  await talk.waitFor('> draft');
});

test('a file that is written shows as a diff', async () => {
  const talk = await converse();
  talk.server.script(call('Write', { file_path: 'a.txt', content: 'x\ny' }), say('Written.'));
  await talk.send('write');
  await talk.waitFor('Create this file?');
  await talk.answer('y');
  const all = await talk.waitFor('Written.');
  expect(all).toMatch(/● Write a\.txt · new, 2 lines\n {2}1 \+ x\n {2}2 \+ y/);
});

test('a small terminal: completions, a queue and a stream at once leave nothing behind', async () => {
  const talk = await converse({ columns: 60, rows: 14 });
  const lines = Array.from({ length: 40 }, (_, at) => `- item ${at}`).join('\n');
  talk.server.script(say(lines, { slowMs: 30 }), say('Second.'), say('Third.'));
  await talk.send('count');
  await talk.waitFor('item 2');
  await talk.send('two');
  await talk.waitFor('queued: two');
  await talk.send('three');
  await talk.waitFor(/queued: two\nqueued: three\n/);
  talk.type('/');
  await talk.waitFor('❯ /help');
  await talk.waitFor('Third.');
  talk.press('ctrl-u');
  await talk.waitForGone('❯ /help');
  const all = talk.all();
  expect(all.match(/❯ \/help/g) ?? []).toEqual([]);
  expect(all.match(/queued/g) ?? []).toEqual([]);
  for (const item of [0, 20, 39]) expect(all.split(`item ${item}\n`)).toHaveLength(2);
});

test('!command: what it printed is folded, its streams do not run into each other, Ctrl-O shows all', async () => {
  const talk = await converse();
  await talk.send('!seq 5000; printf no-end; printf other >&2');
  const all = await talk.waitFor('… 4,990 more lines (Ctrl-O shows all)');
  expect(all).toMatch(/\(exit 0\)\n1\n2\n3\n/);
  expect(all).not.toContain('4990');
  talk.press('ctrl-o');
  await talk.waitFor('❯ ');
  talk.press('home', 'enter', 'page-down');
  await talk.waitFor(/^│ +40$/m);
  talk.press('escape');
  talk.server.script(say('I read it.'));
  await talk.waitForGone('Details:');
  await talk.send('hi');
  await talk.waitFor('I read it.');
  expect(talk.sent()).toContain('no-end\\nother');
});

test('!command that prints megabytes: how it ended, its head and its tail, and what is left out', async () => {
  const talk = await converse();
  await talk.send('!seq 400000; exit 3');
  const all = await talk.waitFor(/Ctrl-O shows/);
  const [, left = ''] = /\(exit 3; ([\d,]+) lines left out\)\n… /.exec(all) ?? [];
  const shown = 400_000 - Number(left.replaceAll(',', ''));
  // The line that stands for what is left out is one as well.
  expect(all).toContain(
    `… ${(shown + 1 - 12).toLocaleString('en')} earlier lines (Ctrl-O shows all)\n399989\n399990\n`,
  );
  expect(all).toContain('\n399999\n400000\n');
  talk.press('ctrl-o');
  await talk.waitFor('❯ ');
  talk.press('home', 'enter', 'end');
  await talk.waitFor(/^│ +400000$/m);
  talk.press('escape');
  await talk.waitForGone('Details:');
  talk.server.script(say('I read it.'));
  await talk.send('hi');
  await talk.waitFor('I read it.');
  expect(talk.sent()).toMatch(
    /\(exit 3; [\d,]+ lines left out\)\. It printed:\\n1\\n2\\n.*\[… [\d,]+ lines left out\].*\\n399999\\n400000/,
  );
});

test.each([['the screen', []] as const, ['--plain', ['--plain']] as const])(
  '/exit on %s while it works: prompts that waited are told, and in no history',
  async (_, args) => {
    const talk = await converse({ args });
    talk.server.script(say('never', { broken: { how: 'hang', after: 1 } }));
    await talk.send('begin');
    await talk.waitFor(/Esc interrupts|> begin/);
    await until(() => talk.server.requests.length === 1);
    for (const text of ['FIRST of them', 'the SECOND']) {
      talk.type(text);
      await talk.waitFor(text.slice(-6));
      talk.press('enter');
      await talk.waitFor(/queued|Queued/);
    }
    await talk.waitFor(/queued: the SECOND|(Queued: [^\n]*[\s\S]*){2}/);
    talk.type('/exit\r');
    expect(await talk.exit()).toBe(0);
    expect(talk.all()).toMatch(
      /2 prompts that waited were not sent:\n {2}FIRST of them\n {2}the SECOND\nTo resume this session: wave resume [0-9a-f]{8}/,
    );
    expect(historyOf(talk.where.home)).not.toContain('SECOND');
  },
);
