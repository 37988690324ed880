import { expect, test } from 'vitest';
import { place, wave } from '../helpers.ts';
import { call, converse, hookOn, say } from './converse.ts';

const blocking = (text: string) =>
  hookOn('PreToolUse', `echo ${text} >&2; exit 2`, { matcher: 'Bash' });

test('a changed file: told at once, reviewed with its diff, kept, then accepted', async () => {
  const talk = await converse({ settings: blocking('early-bird') });
  talk.server.script(call('Bash', { command: 'ls' }), say('One.'));
  await talk.send('go');
  await talk.waitFor('One.');

  talk.where.write('home/.wave/settings.json', blocking('late-bird'));
  expect(await talk.waitFor(/⚠ warning: [\s\S]*\/hooks shows it/)).toContain('settings.json');
  await talk.send('/hooks');
  await talk.waitFor(/active {2}guard on Bash.* 1 run, p50 .* ms, p95 .* ms/);
  await talk.answer('r');
  const review = await talk.waitFor('Keep the hooks as they are');
  expect(review).toMatch(/- .*echo early-bird/);
  expect(review).toMatch(/\+ .*echo late-bird/);
  await talk.answer('n');
  await talk.waitFor("Kept: this session's hooks are unchanged.");
  talk.server.script(call('Bash', { command: 'ls' }), say('Two.'));
  await talk.send('go again');
  await talk.waitFor('Two.');
  expect(talk.sent()).not.toContain('late-bird');

  await talk.send('/hooks');
  await talk.waitFor('Review what changed on disk');
  await talk.answer('r');
  await talk.waitFor('Accept: put all of this in force now');
  await talk.answer('y');
  await talk.waitFor('Accepted: the hooks on disk are in force from now on.');
  talk.server.script(call('Bash', { command: 'ls' }), say('Three.'));
  await talk.send('go a third time');
  await talk.waitFor('Three.');
  expect(talk.sent()).toContain('late-bird');
});

test('one hook: its page, switched off for the session, explained for a tool', async () => {
  const talk = await converse({ settings: blocking('never') });
  await talk.send('/hooks');
  await talk.waitFor('active  guard on Bash');
  talk.press('enter');
  const page = await talk.waitFor('Switch it off for this session');
  expect(page).toMatch(/event +PreToolUse {2}\(Bash\)/);
  expect(page).toMatch(/source +~\/\.wave\/settings\.json:1/);
  await talk.answer('o');
  await talk.waitFor('guard is off for this session.');
  await talk.waitFor('off for this session  guard on Bash');
  expect(talk.screen()).toContain('0 hooks, 1 off');
  talk.press('enter');
  await talk.waitFor(/state +off for this session/);
  await talk.waitFor('Switch it on for this session');
  talk.type('b');
  await talk.waitFor('off for this session  guard on Bash');
  talk.type('e');
  await talk.waitFor('Tool, e.g. Bash:');
  talk.type('Bash');
  await talk.waitFor('Bash: Bash');
  talk.press('enter');
  await talk.waitFor('PreToolUse of Bash');
  talk.server.script(call('Bash', { command: 'echo ran > made' }), say('It ran.'));
  await talk.send('go');
  await talk.waitFor('Run this command?');
  await talk.answer('y');
  await talk.waitFor('It ran.');
});

test('a script of the project that changes: told at once, counted below, named where it blocks', async () => {
  const where = place();
  const command = 'sh "$WAVE_PROJECT_DIR"/guard.sh';
  where.write('project/.wave/settings.json', hookOn('PreToolUse', command, { matcher: 'Bash' }));
  where.write('project/guard.sh', 'exit 0\n');
  expect((await wave(['hooks', 'approve', '--yes'], where)).code).toBe(0);
  const talk = await converse({ where, args: ['--permission-mode', 'bypassPermissions'] });
  where.write('project/guard.sh', 'exit 2\n');
  const told = await talk.waitFor(/not what was approved[\s\S]*until\s+you review it: \/hooks/);
  expect(told.replace(/\s+/g, ' ')).toContain(
    'The hook "guard" is paused and blocks its calls until you review it',
  );
  await talk.waitFor('1 hook, 1 changed');
  const ls = (id: string) => call('Bash', { command: 'ls' }, id);
  const again = { blocks: [{ text: 'I try again.' }, ...ls('two').blocks] };
  talk.server.script(ls('one'), again, say('So be it.'));
  await talk.send('go');
  const all = await talk.waitFor('So be it.');
  // Why is said once in a turn.
  expect(all).toMatch(
    /⊘ Bash ls\n {2}blocked by the hook guard\n {2}Blocked: guard\.sh changed since you approved it\. Review it with \/hooks\.\n {2}⚓ .*\n\n/,
  );
  expect(all).toMatch(
    /⊘ Bash ls\n {2}blocked by the hook guard, for the same reason as above\n {2}⚓ .*\n\n/,
  );
  expect(all.match(/changed since you approved it/g)).toHaveLength(1);
  expect(all).not.toContain('wave hooks review');
  expect(talk.sent()).toContain('wave hooks review');
});

test('a change that no review could show is said to count from the next start', async () => {
  const talk = await converse({ settings: blocking('early-bird') });
  const allow = { permissions: { allow: ['Bash(ls:*)'] } };
  talk.where.write('home/.wave/settings.json', { ...blocking('early-bird'), ...allow });
  expect(await talk.waitFor('takes effect at the next start')).not.toContain('/hooks shows it');
});

test('a change on disk is told once, however often the same is saved; the next change is told again', async () => {
  const where = place();
  const command = 'sh "$WAVE_PROJECT_DIR"/guard.sh';
  where.write('project/.wave/settings.json', hookOn('PreToolUse', command, { matcher: 'Bash' }));
  where.write('project/guard.sh', 'exit 0\n');
  expect((await wave(['hooks', 'approve', '--yes'], where)).code).toBe(0);
  const talk = await converse({ where, settings: blocking('first-bird') });
  const told = (what: RegExp) => [...talk.all().replace(/\s+/g, ' ').matchAll(what)].length;
  /** The files are looked at before every prompt. */
  const saved = async (settings: string, script: string, word: string) => {
    where.write('home/.wave/settings.json', blocking(settings));
    where.write('project/guard.sh', script);
    talk.server.script(say(`${word}.`));
    await talk.send(`go ${word}`);
    await talk.waitFor(`\n${word}.`);
    return [told(/settings\.json changed on disk/g), told(/guard\.sh is not what was approved/g)];
  };
  expect(await saved('first-bird', 'exit 0\n', 'unchanged')).toEqual([0, 0]);
  expect(await saved('other-bird', 'exit 3\n', 'changed')).toEqual([1, 1]);
  await talk.waitFor('2 hooks, 1 changed');
  expect(await saved('other-bird', 'exit 3\n', 'repeated')).toEqual([1, 1]);
  expect(await saved('third-bird', 'exit 4\n', 'differently')).toEqual([2, 1]);
  expect(talk.screen()).toContain('2 hooks, 1 changed');
  // Back to what was approved, and away from it again: that is a change once more.
  await saved('third-bird', 'exit 0\n', 'back');
  await talk.waitForGone('1 changed');
  expect(await saved('third-bird', 'exit 3\n', 'again')).toEqual([2, 2]);
});

/** The two ways in which a session shows a review and takes an answer. */
const REVIEWS = {
  screen: { args: [], open: '/hooks', ask: 'r', yes: 'y' },
  plain: { args: ['--plain'], open: '/hooks review', ask: '', yes: 'y\r' },
} as const;

test.each(Object.entries(REVIEWS))(
  'approved in another terminal: the %s mode compares and takes it over',
  async (mode, { args, open, ask, yes }) => {
    const where = place();
    const command = 'sh "$WAVE_PROJECT_DIR"/guard.sh';
    where.write('project/.wave/settings.json', hookOn('PreToolUse', command, { matcher: 'Bash' }));
    where.write('project/guard.sh', 'echo early-bird >&2; exit 2\n');
    expect((await wave(['hooks', 'approve', '--yes'], where)).code).toBe(0);
    const talk = await converse({
      where,
      args: [...args, '--permission-mode', 'bypassPermissions'],
    });
    const go = async (word: string) => {
      talk.server.script(call('Bash', { command: 'ls' }), say(`${word}.`));
      await talk.send(`go ${word}`);
      await talk.waitFor(`\n${word}.`);
    };
    where.write('project/guard.sh', 'echo late-bird >&2; exit 2\n');
    expect((await wave(['hooks', 'approve', '--yes'], where)).code).toBe(0);
    await go('One');
    expect(talk.sent()).toContain('guard changed since approval');
    expect(talk.sent()).not.toContain('late-bird');

    await talk.send(open);
    if (ask !== '') {
      await talk.waitFor('Review what changed on disk');
      await talk.answer(ask);
    }
    const review = await talk.waitFor(/put all of this in force now/);
    expect(review).toContain('approved after this session started; not active in it yet');
    expect(review).toMatch(/-echo early-bird/);
    expect(review).toMatch(/\+echo late-bird/);
    if (mode === 'screen') await talk.answer(yes);
    else talk.type(yes);
    await talk.waitFor('Accepted: the hooks on disk are in force from now on.');
    await go('Two');
    expect(talk.sent()).toContain('late-bird');
    await talk.send('/hooks');
    await talk.waitFor(/active {2}guard on Bash/);
  },
);
