import { expect, test } from 'vitest';
import { delegate } from '../../../agent-sdk/test/subagent/delegate.ts';
import { call, converse, say } from './converse.ts';

const ALL = ['--permission-mode', 'bypassPermissions'];

test('a running command goes to the background, is listed, read and ended', async () => {
  const talk = await converse({ args: ALL });
  const command = 'echo begun; until [ -e go ]; do sleep 0.05; done; sleep 60';
  talk.server.script(call('Bash', { command }), say('It runs on.'));
  await talk.send('start it');
  await talk.waitFor('Ctrl-B sends it to the background');
  talk.type('\u0002');
  await talk.waitFor('\nIt runs on.');
  expect(talk.sent()).toContain('runs on in the background as bash_1');
  expect(talk.screen()).toMatch(/● Bash echo begun.* · in the background as bash_1\n/);
  // What it printed is told a few times a second.
  await talk.waitFor('· 6 B · begun');
  await talk.send('/ps');
  await talk.waitFor(/\/ps\n○ bash_1 echo begun; .* · \d+ s · 6 B · begun\n/);
  await talk.send('/ps bash_2');
  await talk.waitFor('There is no command bash_2 in the background; there is bash_1.');
  await talk.send('/stop');
  await talk.waitFor('\nbash_1 was ended.');
  await talk.send('/ps bash_1');
  await talk.waitFor(/bash_1: echo begun.*\n.*ended by the user.*, 6 B\n {2}begun\n/);
  // Without a command to send there, it is what it always was.
  talk.type('ab');
  await talk.waitFor('> ab');
  talk.type('\u0002x');
  await talk.waitFor('> axb');
});

test('the list of todos stays above the input; only what changes is printed', async () => {
  const talk = await converse({ args: ALL });
  const todos = (...statuses: string[]) =>
    call(
      'TodoWrite',
      { todos: statuses.map((status, at) => ({ content: `step ${at + 1}`, status })) },
      statuses.join(),
    );
  talk.server.script(
    todos('in_progress', 'pending', 'pending'),
    call('Bash', { command: 'until [ -e one ]; do sleep 0.05; done' }, 'a'),
    todos('completed', 'in_progress', 'pending'),
    call('Bash', { command: 'until [ -e two ]; do sleep 0.05; done' }, 'b'),
    say('Enough.'),
  );
  await talk.send('three steps');
  await talk.waitFor(
    /\n0 of 3 todos done\n {2}◐ step 1\n {2}☐ step 2\n {2}☐ step 3\n\n.*running Bash/,
  );
  talk.where.write('project/one', '');
  await talk.waitFor(/\n1 of 3 todos done\n {2}◐ step 2\n {2}☐ step 3\n\n.*running Bash/);
  expect(talk.screen()).toMatch(/● TodoWrite *\n {2}☒ step 1\n {2}◐ step 2\n\n/);
  talk.where.write('project/two', '');
  await talk.waitFor('\nEnough.');
  await talk.waitForGone('todos done');
});

test('calls of subagents stand below their own Task, which says how far it is', async () => {
  const talk = await converse({ args: ALL });
  talk.server.script(
    delegate(),
    call('Bash', { command: 'until [ -e go ]; do sleep 0.05; done' }),
    say('sub'),
    say('main'),
  );
  await talk.send('go');
  await talk.waitFor(/○ Task for general · 1 call · [\s\S]*\n {2}○ for general › Bash until/);
  await talk.send('/agents');
  await talk.waitFor(/\/agents\n○ Task for general · 1 call · .*\n {2}○ for general › Bash until/);
  talk.where.write('project/go', '');
  await talk.waitFor('\nmain');
  expect(talk.all()).toMatch(/● Task for general · 1 call · \d+ s · \d+ tokens\n/);
});
