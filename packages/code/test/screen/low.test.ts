import { expect, test } from 'vitest';
import { call, converse, hookOn, say } from './converse.ts';

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

test('36 columns, 14 rows: a dialog shows four lines of its input at once, and stays in place', async () => {
  const talk = await converse({ columns: 36, rows: 14 });
  const command = Array.from({ length: 12 }, (_, at) => `touch line-${at}`).join('\n');
  talk.server.script(call('Bash', { command }), say('As you wish.'));
  await talk.send('make it');
  await talk.waitFor('❯ y Yes (8 lines not seen yet)');
  expect(talk.screen()).toMatch(
    /Run this command\?\n.*No rule allows this yet\n.*\$ touch line-0\n.*line-1\n.*line-2\n.*line-3\n.*lines 1 to 5 of 13.*\n.*y Yes.*\n.*a Always: {2}Bash\(.*…\n.*n No\n.*t No, and tell/,
  );
  talk.press('page-down');
  await talk.waitFor('lines 6 to 10 of 13');
  talk.press('page-down');
  await talk.waitFor(/line-11\n.*lines 9 to 13 of 13.*\n.*❯ y Yes\n/);
  await talk.answer('t');
  await talk.waitFor('Tell the agent why not:');
  talk.type('word '.repeat(40));
  talk.type('end');
  await talk.waitFor('word end');
  talk.press('enter');
  await talk.waitFor('As you wish.');
  await talk.waitForGone('Run this command?');
  expect(talk.all(), 'nothing of it is left behind').not.toMatch(/Run this command|lines \d+ to/);
});
