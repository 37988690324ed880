import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { converse, say } from './converse.ts';

const TABLE = [
  '| option | what it does | since |',
  '| --- | --- | --- |',
  '| `--all` | looks at every file below the directory, also at those that are hidden | 1.0 |',
  '| 日本語 | 🎉 prints what it would do, and does nothing of it, until you say so | 2.0 |',
].join('\n');

test.each([40, 60, 200])(
  '%i columns: a table has all its words, and no line is wider',
  async (columns) => {
    const talk = await converse({ columns, rows: 40 });
    talk.server.script(say(TABLE));
    await talk.send('go');
    await talk.waitFor('日本語');
    await talk.waitForGone('Esc interrupts');
    const lines = talk.all().split('\n');
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
    for (const word of ['--all', 'hidden', '🎉', 'nothing', '2.0'])
      expect(talk.all()).toContain(word);
  },
);

test('60 columns: cells of several lines', async () => {
  const talk = await converse({ columns: 60 });
  talk.server.script(say(TABLE));
  await talk.send('go');
  await talk.waitFor(/^--all +│ looks at every file below .*│ 1\.0$/m);
  await talk.waitFor(/^ +│ also at those.*│/m);
});

test('--plain: a record for each row, each cell behind the name of its column', async () => {
  const talk = await converse({ args: ['--plain'], columns: 120 });
  talk.server.script(say(`${TABLE}\n\n> | a | b |\n> | --- | --- |\n> | one | two |`));
  talk.type('go\r');
  await talk.waitFor('since: 2.0');
  expect(talk.all()).toContain(
    'option: --all\nwhat it does: looks at every file below the directory, also at those that are hidden\nsince: 1.0\n\noption: 日本語\n',
  );
  await talk.waitFor('│ a: one\n│ b: two');
  expect(talk.all()).not.toContain('─┼─');
});
