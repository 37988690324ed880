import { expect, test } from 'vitest';
import { type Place, place } from '../helpers.ts';
import { call, converse, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

/** More messages than a resumed conversation prints. */
const TURNS = 40;

/** A long conversation that has ended; gives what resumes it. */
async function talkedFor(
  turns: number,
): Promise<{ where: Place; env: Record<string, string>; id: string }> {
  const where = place();
  where.write('project/a.txt', 'hello');
  const talk = await converse({ where, args: ['--permission-mode', 'bypassPermissions'] });
  talk.server.script(call('Bash', { command: 'echo from the very beginning' }), say('Answer 1.'));
  for (let n = 2; n <= turns; n++) talk.server.script(say(`Answer ${n}.`));
  for (let n = 1; n <= turns; n++) {
    await talk.send(`prompt ${n}.`);
    await talk.waitFor(`Answer ${n}.`);
  }
  talk.press('ctrl-d');
  expect(await talk.exit()).toBe(0);
  const [, id = ''] = /wave resume ([0-9a-f]{8})/.exec(talk.all()) ?? [];
  return { where, env: talk.server.env('anthropic'), id };
}

test('a resumed conversation prints its end, and can be read back to its beginning', async () => {
  const { where, env, id } = await talkedFor(TURNS);
  const again = openTerminal({ args: ['resume', id], where, env });
  const shown = await again.waitFor(`Answer ${TURNS}.`);
  await again.ready();
  expect(shown).toMatch(/ℹ info: \d+ earlier messages not printed here: Ctrl-O, then Home, shows/);
  expect(shown).not.toContain('> prompt 1.');
  again.press('ctrl-o');
  await again.waitFor(`❯ Answer ${TURNS}.`);
  again.press('home');
  await again.waitFor('❯ > prompt 1.');
  again.press('down', 'enter');
  await again.waitFor(/❯ ● Bash\n[\s\S]*│ from the very beginning/);
  again.press('end');
  await again.waitFor(`❯ Answer ${TURNS}.`);
  again.press('escape');
  await again.waitForGone('Enter folds');
  expect(again.screen(), 'reading prints nothing').not.toContain('prompt 1.\n');
  await again.end();

  const heard = openTerminal({ args: ['resume', id, '--plain'], where, env });
  await heard.waitFor('/earlier reads them out from the beginning');
  await heard.ready();
  await heard.send('/earlier 2');
  await heard.waitFor(/\/earlier 2\n> prompt \d+\.\nAnswer \d+\.\n/);
  expect(heard.all()).not.toContain('> prompt 1.\n');
  await heard.send('/earlier');
  await heard.waitFor(/\/earlier\n> prompt 1\.\n● Bash echo from the very beginning/);
  await heard.send('/earlier many');
  await heard.waitFor('/earlier, or /earlier and how many, as in /earlier 20; not "many"');
});

test('a short one is printed whole, and nothing stands above it', async () => {
  const { where, env, id } = await talkedFor(2);
  const again = openTerminal({ args: ['resume', id, '--plain'], where, env });
  await again.waitFor('Answer 2.');
  await again.ready();
  expect(again.all()).toContain('prompt 1.');
  expect(again.all()).not.toContain('not printed here');
  await again.send('/earlier');
  await again.waitFor('Nothing stands above what was read out.');
});
