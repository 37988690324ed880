import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Converse, call, converse, say } from './converse.ts';

const LINES = 60;
const mark = (at: number) => `Marker-${at}.`;
const ANSWER = Array.from({ length: LINES }, (_, at) => mark(at)).join('\n\n');

/** Sizes as somebody drags a border or splits a pane; the last one shows a usual screen. */
const sizes = fc.array(fc.integer({ min: 2, max: 40 }), { minLength: 8, maxLength: 8 });
const sequences = (count: number) => fc.sample(sizes, { numRuns: count });

const missing = (text: string) =>
  Array.from({ length: LINES }, (_, at) => mark(at)).filter((one) => !text.includes(one));

/** A higher window may need no new picture, so nothing can be waited for. */
async function resized(talk: Converse, rows: number): Promise<void> {
  talk.resize(80, rows);
  await sleep(250);
}

async function answered(talk: Converse): Promise<void> {
  await talk.waitFor(mark(LINES - 1));
  await talk.waitForGone('Esc interrupts');
}

test.each(sequences(3))('idle: no height erases what was printed (%#)', async (...heights) => {
  const talk = await converse({ columns: 80, rows: 24 });
  talk.server.script(say(ANSWER));
  await talk.send('go');
  await answered(talk);
  for (const rows of [...heights, 24]) await resized(talk, rows);
  expect(missing(talk.all()), heights.join(' ')).toEqual([]);
  expect(talk.screen()).toMatch(/^> *$/m);
});

/** Higher by a little while a frame still fills the window. */
const TIGHT = [40, 6, 35, 7, 6, 29, 6, 13];

test.each([TIGHT, ...sequences(4)])(
  'streaming: no height erases what came (%#)',
  async (...heights) => {
    const talk = await converse({ columns: 80, rows: 24 });
    talk.server.script(say(ANSWER, { slowMs: 12 }));
    await talk.send('go');
    await talk.waitFor(mark(3));
    for (const rows of [...heights, 24]) {
      // Several frames are drawn for the height before.
      talk.resize(80, rows, 120);
      await sleep(150);
    }
    await answered(talk);
    expect(missing(talk.all()), heights.join(' ')).toEqual([]);
  },
);

test('an open question: a lower window erases nothing above it', async () => {
  const talk = await converse({ columns: 80, rows: 40 });
  talk.server.script(
    { blocks: [{ text: ANSWER }, ...call('Bash', { command: 'touch x' }).blocks] },
    say('Over.'),
  );
  await talk.send('go');
  await talk.waitFor(/❯ y Yes/);
  for (const rows of [30, 20, 12, 25, 8, 40]) await resized(talk, rows);
  await talk.answer('n');
  await talk.waitFor('Over.');
  expect(missing(talk.all())).toEqual([]);
});
