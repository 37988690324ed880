import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Place, place } from '../helpers.ts';
import { call, converse, say } from './converse.ts';
import { openTerminal } from './terminal.ts';

/** A project that brings a guard, which nobody has approved. */
function guarded(): Place {
  const where = place();
  where.write('project/guard.sh', 'echo guarded >&2; exit 2\n');
  where.write('project/.wave/settings.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', name: 'guard', command: 'sh "$WAVE_PROJECT_DIR"/guard.sh' }],
        },
      ],
    },
  });
  return where;
}

test('an untrusted project is reviewed before the first prompt; approved, its guards are on', async () => {
  const where = guarded();
  const first = openTerminal({ where });
  await first.waitFor('waiting for your approval');
  const review = await first.waitFor('Continue without them');
  expect(review).toContain('"command": "sh \\"$WAVE_PROJECT_DIR\\"/guard.sh"');
  expect(review).toMatch(/file: .*project\/guard.sh {2}sha256 [0-9a-f]{16}/);
  expect(review, 'the program itself').toContain('echo guarded >&2; exit 2');
  await first.answer('y');
  const opened = await first.waitFor(/hooks {4}1 hook\n[\s\S]*\? for keys/);
  expect(opened, 'the review leaves nothing behind').not.toContain('waiting for your approval');
  await first.end();

  const talk = await converse({ where });
  expect(talk.all()).toContain('hooks    1 hook\n');
  talk.server.script(call('Bash', { command: 'ls' }), say('Blocked, I see.'));
  await talk.send('list');
  expect(await talk.waitFor('Blocked, I see.')).toMatch(/guard deny/);
});

test('declining tells which guards are off, and /hooks shows them', async () => {
  const screen = openTerminal({ where: guarded() });
  await screen.waitFor('Continue without them');
  await screen.answer('n');
  await screen.waitFor(/not approved, so these of the project are off: .*guard/);
  expect(screen.all()).toContain('hooks    0 hooks, 1 need review');
  await screen.send('/hooks');
  await screen.waitFor(/unapproved {2}guard on Bash/);
  await screen.answer('r');
  await screen.waitFor('Changes on disk that are not active yet');
  await screen.waitFor('Accept: put all of this in force now');
  await screen.answer('y');
  await screen.waitFor('Accepted: the hooks on disk are in force');
  await screen.send('/status');
  expect(await screen.waitFor(/Hooks: +1 hook\n/)).toBeTruthy();
});

test('a command of the project is shown in full, and told where nobody approved it', async () => {
  const where = place();
  where.write('project/.wave/commands/tidy.md', 'Tidy up $1.\nAll of it.\n');
  const screen = openTerminal({ where });
  expect(await screen.waitFor('Continue without them')).toMatch(/Tidy up \$1\.\n.*All of it\./);
  await screen.answer('n');
  await screen.waitFor('? for keys');
  await screen.send('/tidy here');
  await screen.waitFor(/the project's command \/tidy is not approved/);
});

test('keys that were struck before the review is there approve nothing, and Enter alone does not', async () => {
  const screen = openTerminal({ where: guarded() });
  screen.type('y\r');
  await screen.waitFor('Continue without them');
  for (const letter of 'yes') {
    screen.type(letter);
    await sleep(50);
  }
  await sleep(900);
  screen.press('enter');
  await sleep(100);
  expect(screen.screen(), 'nothing is marked').toContain('Continue without them');
  screen.press('down', 'down');
  await screen.waitFor('❯ n Continue without them');
  screen.press('enter');
  await screen.waitFor(/not approved, so these of the project are off: .*guard/);
  await screen.end();
});

test('Ctrl-C in the review leaves, and nothing is approved', async () => {
  const where = guarded();
  const first = openTerminal({ where });
  await first.waitFor('Continue without them');
  first.press('ctrl-c');
  expect(await first.exit()).toBe(130);
  const second = openTerminal({ where });
  await second.waitFor('Continue without them');
  await second.end();
});
