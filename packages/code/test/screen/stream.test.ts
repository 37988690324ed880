import { expect, test } from 'vitest';
import { converse, fail, say } from './converse.ts';

const PARTS = [
  'The **first** paragraph is complete.',
  '```sh\necho one\n\necho two\n```',
  'The last paragraph, a bit longer than the others.',
];

test('an answer streams in as rendered markdown, each part once', async () => {
  const talk = await converse();
  talk.server.script(say(PARTS.join('\n\n'), { slowMs: 40 }));
  await talk.send('speak');
  await talk.waitFor('The first paragraph is complete.');
  const all = await talk.waitFor('a bit longer than the others.');
  await talk.waitForGone('Esc interrupts');
  // Between two frames nothing may stand there.
  const after = await talk.waitFor(/longer than the others\.[\s\S]*120 \(0%\)/);
  for (const part of ['first paragraph', 'echo one', 'echo two', 'bit longer'])
    expect(after.split(part), part).toHaveLength(2);
  expect(all).toMatch(/ {2}echo one\n\s*\n {2}echo two/);
  expect(talk.screen()).toContain('120 (0%)');
});

const LISTS = `1. Install it:

   - with npm
   - or by hand

   \`\`\`sh
   npm install

   npm test
   \`\`\`

2. Read [the docs][1].

That is all.

[1]: https://example.com/docs`;

test('lists and links that stream in look as they do when the session is gone on with', async () => {
  const answerOf = (all: string) => /> speak\n([\s\S]*?example\.com\/docs)/.exec(all)?.[1];
  const talk = await converse();
  talk.server.script(say(LISTS, { slowMs: 15 }));
  await talk.send('speak');
  const streamed = answerOf(await talk.waitFor(/example\.com\/docs[\s\S]*120 \(0%\)/));
  expect(streamed).toMatch(
    /^ {3}• with npm\n {3}• or by hand\n\n {5}npm install\n\s*\n {5}npm test\n/m,
  );
  expect(streamed).toContain('2. Read [the docs][1].');
  await talk.end();
  const again = await converse({ where: talk.where, args: ['--continue'] });
  expect(answerOf(await again.waitFor('example.com/docs'))).toBe(streamed);
});

test('a stream that breaks off: what was printed is said not to count, then the answer comes', async () => {
  const talk = await converse();
  talk.server.script(
    say(`Half of it.\n\n${'And more of it. '.repeat(20)}`, { broken: { how: 'cut', after: 14 } }),
    say('All of it now.'),
  );
  await talk.send('speak');
  const all = await talk.waitFor('All of it now.');
  expect(all).toContain('The reply broke off and starts again; ignore the text so far.');
  expect(talk.server.requests).toHaveLength(2);
});

const overloaded = (seconds: number) =>
  fail(529, { message: 'Overloaded', headers: { 'retry-after': String(seconds) } });

test('an endpoint that is overloaded is one line that counts down, and is gone with the answer', async () => {
  const talk = await converse();
  talk.server.script(overloaded(3), overloaded(1), say('Here I am.'));
  await talk.send('there?');
  await talk.waitFor('Overloaded (529). Retrying in 3 s (2 of 6)');
  await talk.waitFor('. Retrying in 1 s (2 of 6)');
  await talk.waitFor(/Retrying[^\n]* \(3 of 6\)/);
  expect(talk.all().match(/Retrying/g)).toHaveLength(1);
  expect(await talk.waitFor('Here I am.')).not.toContain('Retrying');
  expect(talk.all()).not.toContain('Overloaded');
});

test('where every try fails, the whole error is told, once', async () => {
  const talk = await converse();
  talk.server.script(...Array.from({ length: 6 }, () => overloaded(0)));
  await talk.send('there?');
  const all = await talk.waitFor(/✗ error: .*cannot answer now \(529: Overloaded\)/);
  expect(all.match(/Overloaded/g)).toHaveLength(1);
  await talk.waitForGone('Retrying');
});

test('in the plain mode each try is one line', async () => {
  const talk = await converse({ args: ['--plain'] });
  talk.server.script(overloaded(1), overloaded(0), say('Here I am.'));
  talk.type('there?\r');
  expect(await talk.waitFor('Here I am.')).toMatch(
    /\nOverloaded \(529\)\. Retrying in 1 s \(2 of 6\)\.\nOverloaded \(529\)\. Retrying in \d s \(3 of 6\)\.\n/,
  );
  expect(talk.all().match(/Retrying/g)).toHaveLength(2);
});

test('an answer that fails for good is an error, and the prompt can be sent again', async () => {
  const talk = await converse();
  talk.server.script(fail(401, { message: 'bad key' }), say('Better.'));
  await talk.send('hello');
  await talk.waitFor(/✗ error: .*/);
  await talk.send('once more');
  await talk.waitFor('Better.');
});
