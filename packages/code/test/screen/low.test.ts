import { expect, test } from 'vitest';
import { converse, hookOn } from './converse.ts';

/** A low and narrow terminal: whatever is redrawn in place must be lower than it. */
const LOW = { columns: 40, rows: 18 } as const;

test('/hooks: the page of a hook with a very long command is read by page', async () => {
  const command = `echo ${'a-word '.repeat(430)}; echo the-very-end`;
  const talk = await converse({ ...LOW, settings: hookOn('Stop', command) });
  await talk.send('/hooks');
  await talk.waitFor('active  guard');
  talk.press('enter');
  await talk.waitFor('Switch it off for this session');
  expect(talk.screen()).toMatch(/╭─ guard[\s\S]*command +echo a-word[\s\S]*lines 1 to 7 of \d+/);
  expect(talk.screen()).not.toContain('the-very-end');
  talk.press('end');
  await talk.waitFor('the-very-end');
  talk.press('home');
  await talk.waitForGone('the-very-end');
  talk.press('escape');
  await talk.waitFor('active  guard');
  expect(talk.all().match(/a-word/g)).toBeNull();
});

test('/model: what is wrong with a very long name leaves room for the names', async () => {
  const talk = await converse(LOW);
  await talk.send('/model');
  await talk.waitFor('Another …');
  talk.type('o');
  await talk.waitFor('Name:');
  talk.paste(`openai/${'n'.repeat(2_000)}`);
  await talk.waitFor('paste 1');
  talk.press('enter');
  await talk.waitFor(/… \d+ more lines/);
  expect(talk.screen()).toMatch(/╭─ Model[\s\S]*practice[\s\S]*Another …/);
});
