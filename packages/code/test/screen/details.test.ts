import { expect, test } from 'vitest';
import { call, converse, hookOn, say } from './converse.ts';

test('Ctrl-O: every step in full, its hook runs with both streams', async () => {
  const hook = 'echo words for stdout; echo words for stderr >&2; exit 0';
  const talk = await converse({
    args: ['--permission-mode', 'bypassPermissions'],
    settings: hookOn('PreToolUse', hook, { matcher: 'Bash' }),
  });
  const command = 'seq 1 30';
  talk.server.script(call('Bash', { command }), say('Counted.'));
  await talk.send('count');
  const short = await talk.waitFor('Counted.');
  expect(short).toContain('more lines (Ctrl-O shows all)');
  expect(short).not.toContain('words for stderr');
  talk.press('ctrl-o');
  await talk.waitFor('❯ Counted.');
  talk.press('up');
  await talk.waitFor('❯ ● Bash');
  talk.press('enter');
  await talk.waitFor('│ 12');
  talk.press('page-down');
  const full = await talk.waitFor(/stderr │ words for stderr/);
  expect(full).toMatch(/stdout │ words for stdout/);
  expect(full).toMatch(/guard {2}ok {2}\d+ ms/);
  talk.press('escape');
  await talk.waitForGone('Enter folds');
});
