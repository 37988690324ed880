import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startWire } from '../../../agent-sdk/test/wire/server.ts';
import { place, wave } from '../helpers.ts';
import { call, converse, deciding, hookOn, say } from './converse.ts';

const PLAN = '# Greeting\n\n- write `a.txt`\n- run the tests';
const leave = call('ExitPlanMode', { plan: PLAN });
const PLANNING = ['--permission-mode', 'plan'];

test('a plan is shown as markdown; yes with edits goes on in that mode', async () => {
  const talk = await converse({ args: PLANNING });
  const file_path = join(talk.where.project, 'a.txt');
  talk.server.script(leave, call('Write', { file_path, content: 'hi\n' }), say('Carried out.'));
  await talk.send('plan it');
  await talk.waitFor(
    /Accept this plan\?[\s\S]*Greeting\n[\s\S]*• write a\.txt\n[\s\S]*y Yes, and ask for each edit\n[\s\S]*e Yes, and accept edits\n[\s\S]*n No, keep planning\n[\s\S]*t No, and tell/,
  );
  // A letter only goes there: a standing permission takes an Enter.
  await talk.answer('e');
  await talk.waitFor('❯ e Yes, and accept edits');
  expect(existsSync(file_path)).toBe(false);
  talk.press('enter');
  const all = await talk.waitFor('Carried out.');
  expect(existsSync(file_path)).toBe(true);
  expect(all).toMatch(/● ExitPlanMode\n[\s\S]*• write a\.txt/);
  expect(talk.screen()).toContain('acceptEdits');
  expect(talk.sent()).toContain('Plan mode is over.');
});

test('Enter says yes and asks for each edit', async () => {
  const talk = await converse({ args: PLANNING });
  const file_path = join(talk.where.project, 'a.txt');
  talk.server.script(leave, call('Write', { file_path, content: 'hi\n' }), say('Asked.'));
  await talk.send('plan it');
  await talk.waitFor('❯ y Yes, and ask for each edit');
  talk.press('enter');
  await talk.waitFor('Create this file?');
  await talk.answer('n');
  await talk.waitFor('Asked.');
  expect(existsSync(file_path)).toBe(false);
});

test('a word goes back to the agent, which plans on', async () => {
  const talk = await converse({ args: PLANNING });
  talk.server.script(leave, say('I plan on.'));
  await talk.send('plan it');
  await talk.waitFor('Accept this plan?');
  await talk.answer('t');
  await talk.waitFor('Tell the agent what to change:');
  talk.type('call it b.txt');
  await talk.waitFor('call it b.txt');
  talk.press('enter');
  const all = await talk.waitFor('I plan on.');
  expect(all).toMatch(
    /⊘ ExitPlanMode\s*\n+ +Greeting\n[\s\S]*• write a\.txt\n[\s\S]*call it b\.txt/,
  );
  expect(talk.sent()).toContain('The user says: call it b.txt');
  await talk.waitFor(/·\s+plan\s+·/);
});

test('a plan that is declined stays in view as well', async () => {
  const talk = await converse({ args: PLANNING });
  talk.server.script(leave, say('I plan on.'));
  await talk.send('plan it');
  await talk.waitFor('Accept this plan?');
  await talk.answer('n');
  expect(await talk.waitFor('I plan on.')).toMatch(
    /⊘ ExitPlanMode\s*\n+ +Greeting\n[\s\S]*• write a\.txt/,
  );
});

test("a hook's allow does not answer for the user; what it made of the plan is shown", async () => {
  const talk = await converse({
    args: PLANNING,
    settings: hookOn('PreToolUse', deciding('allow', { updatedInput: { plan: 'THEIRS' } })),
  });
  talk.server.script(leave, say('no then'));
  await talk.send('plan it');
  await talk.waitFor(/Accept this plan\?[\s\S]*A hook changed this plan[\s\S]*\+ THEIRS/);
  await talk.answer('n');
  await talk.waitFor('no then');
});

test('--plain: the plan is read out and answered in a line', async () => {
  const talk = await converse({ args: ['--plain', ...PLANNING], columns: 200 });
  talk.server.script(leave, leave, say('Now I work.'));
  talk.type('plan it\r');
  await talk.waitFor(
    /Accept this plan\?\nGreeting\n\n• write a\.txt\n• run the tests\nType y for "Yes, and ask for each edit", e for "Yes, and accept edits", n for "No, keep planning", or n and what the agent should change\./,
  );
  talk.type('n call it b.txt\r');
  await talk.waitFor(/⊘ ExitPlanMode\s*\n+ +Greeting\n[\s\S]*(Accept this plan\?[\s\S]*)/);
  talk.type('maybe\r');
  await talk.waitFor('"maybe" is not one of the choices; nothing happened.');
  talk.type('e\r');
  await talk.waitFor('Now I work.');
  expect(talk.sent()).toContain('The user says: call it b.txt');
  talk.type('/permissions\r');
  await talk.waitFor('Mode: acceptEdits');
});

test('wave -p: nobody can accept the plan, so it is the result', async () => {
  const where = place();
  const server = await startWire();
  server.script(leave, say('never'));
  const { stdout, stderr, code } = await wave(['-p', 'plan it', ...PLANNING], where, {
    env: server.env('anthropic'),
  });
  await server.close();
  expect([code, stdout]).toEqual([0, `${PLAN}\n`]);
  expect(stderr).toContain(
    'ExitPlanMode did not run: only you can accept a plan, and there was nobody to ask.',
  );
  expect(server.requests).toHaveLength(1);
});
