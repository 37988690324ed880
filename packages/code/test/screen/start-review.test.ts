import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place, wave } from '../helpers.ts';
import { openTerminal } from './terminal.ts';

const GUARD = Array.from({ length: 30 }, (_, at) => `# rule ${at + 1}`).join('\n');

const settingsWith = (command: string) => ({
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', name: 'guard', command }] }],
  },
});

/** A project whose guard was approved, and then changed in one line. */
async function changedGuard(): Promise<Place> {
  const where = place();
  where.write('project/guard.sh', `${GUARD}\nexit 2\n`);
  where.write('project/.wave/settings.json', settingsWith('sh "$WAVE_PROJECT_DIR"/guard.sh'));
  expect((await wave(['hooks', 'approve', '--yes'], where)).code).toBe(0);
  where.write('project/guard.sh', `${GUARD}\nexit 0\n`);
  return where;
}

test('a changed hook is shown at start by what changed in it, as in /hooks', async () => {
  const where = await changedGuard();
  const screen = openTerminal({ where });
  await screen.waitFor('Continue without them');
  const review = screen.screen();
  expect(review).toMatch(/changed {2}hook guard/);
  expect(review).toMatch(/│ +# rule 30\n│ +-exit 2\n│ +\+exit 0\n/);
  expect(review, 'what is as it was is not shown again').not.toContain('# rule 1\n');
  await screen.answer('n');
  await screen.ready();
  await screen.send('/hooks');
  await screen.answer('r');
  await screen.waitFor('Accept: put all of this in force now');
  expect(screen.screen()).toMatch(/│ +# rule 30\n│ +-exit 2\n│ +\+exit 0\n/);
  await screen.end();
  const plain = openTerminal({ where, args: ['--plain'] });
  expect(await plain.waitFor('Type approve')).toMatch(/ -exit 2\n +\+exit 0\n/);
  plain.type('approve\r');
  await plain.waitFor(/hooks {4}1 hook\n/);
  await plain.end();
  const again = openTerminal({ where });
  await again.waitFor(/hooks {4}1 hook\n/);
});

test('a changed entry is one change, and approved it leaves nothing to review', async () => {
  const where = place();
  where.write('project/.wave/settings.json', settingsWith('echo one; exit 0'));
  expect((await wave(['hooks', 'approve', '--yes'], where)).code).toBe(0);
  where.write('project/.wave/settings.json', settingsWith('echo two; exit 0'));
  const screen = openTerminal({ where });
  await screen.waitFor('Continue without them');
  const review = screen.screen();
  expect(review).toMatch(/changed {2}hook guard/);
  expect(review).toMatch(
    /- +"command": "echo one; exit 0"\n│ +\+ +"command": "echo two; exit 0"\n/,
  );
  await screen.answer('y');
  await screen.waitFor(/hooks {4}1 hook\n/);
  const { stdout } = await wave(['hooks', 'review'], where);
  expect(stdout).toContain('Nothing differs from what was approved');
});

test('where the approved version is not stored, all of the new one is shown', async () => {
  const where = await changedGuard();
  rmSync(join(where.home, '.wave/approved'), { recursive: true });
  const screen = openTerminal({ where, args: ['--plain'] });
  expect(await screen.waitFor('Type approve')).toMatch(
    /guard\.sh: changed; the approved version is not stored, so this is all of it:\n +# rule 1\n[\s\S]* exit 0\n/,
  );
});
