import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, converse, deciding, hookOn, say } from './converse.ts';

const bash = (command: string, id?: string) => call('Bash', { command }, id);

test('a denied call: the user sees the hook and its word, the agent gets it, nothing runs', async () => {
  const talk = await converse({
    settings: hookOn('PreToolUse', 'echo no deleting >&2; exit 2', { matcher: 'Bash' }),
  });
  talk.server.script(bash('touch made'), say('I leave it.'));
  await talk.send('delete it');
  const all = await talk.waitFor('I leave it.');
  expect(all).toContain('✗ Bash touch made');
  expect(all).toContain('no deleting');
  expect(all).toMatch(/⚓ PreToolUse: guard exit 2 \d+ ms/);
  expect(talk.sent()).toContain('no deleting');
  expect(existsSync(join(talk.where.project, 'made'))).toBe(false);
  expect(talk.server.faults).toEqual([]);
});

test('a call that is asked for and approved runs; the dialog leaves nothing behind', async () => {
  const talk = await converse();
  talk.server.script(bash('echo one > made'), say('Made it.'));
  await talk.send('make it');
  await talk.waitFor('May Bash run?');
  const dialog = talk.screen();
  for (const part of ['command: echo one > made', 'asked by: ', '❯ y Yes', 'n No'])
    expect(dialog).toContain(part);
  expect(existsSync(join(talk.where.project, 'made'))).toBe(false);
  talk.press('enter');
  await talk.waitFor('Made it.');
  await talk.waitForGone('May Bash run?');
  expect(readFileSync(join(talk.where.project, 'made'), 'utf8')).toBe('one\n');
  expect(talk.all().match(/Bash echo one > made/g)).toHaveLength(1);
});

test.each([
  { how: 'by its letter', keys: (talk: Awaited<ReturnType<typeof converse>>) => talk.type('n') },
  { how: 'by Esc', keys: (talk: Awaited<ReturnType<typeof converse>>) => talk.press('escape') },
])('a call that is refused $how does not run, and the agent is told', async ({ keys }) => {
  const talk = await converse();
  talk.server.script(bash('touch made'), say('As you wish.'));
  await talk.send('make it');
  await talk.waitFor('May Bash run?');
  keys(talk);
  await talk.waitFor('As you wish.');
  expect(existsSync(join(talk.where.project, 'made'))).toBe(false);
  expect(talk.sent()).toContain('The user declined this call');
});

test('a refusal with a word: the word reaches the agent on the wire', async () => {
  const talk = await converse();
  talk.server.script(bash('touch made'), say('Then in src.'));
  await talk.send('make it');
  await talk.waitFor('May Bash run?');
  talk.type('t');
  await talk.waitFor('Tell the agent why not:');
  talk.type('put it into src');
  await talk.waitFor('put it into src');
  talk.press('enter');
  await talk.waitFor('Then in src.');
  expect(talk.sent()).toContain('The user declined this call: put it into src');
  expect(existsSync(join(talk.where.project, 'made'))).toBe(false);
});

test('a rewritten call: original and rewritten are shown, and what is approved is what runs', async () => {
  const talk = await converse({
    settings: hookOn(
      'PreToolUse',
      deciding('ask', {
        permissionDecisionReason: 'made safe',
        updatedInput: { command: 'echo safe > made' },
      }),
      { matcher: 'Bash', name: 'softener' },
    ),
  });
  talk.server.script(bash('echo rough > made'), say('Done so.'));
  await talk.send('make it');
  await talk.waitFor('May Bash run?');
  const dialog = talk.screen();
  for (const part of [
    'command: echo safe > made',
    'A hook rewrote it',
    '- command: echo rough > made',
    '+ command: echo safe > made',
    'asked by: the hook softener',
    'reason: made safe',
  ])
    expect(dialog).toContain(part);
  // A hook asks each time, so no rule could spare the question.
  expect(dialog).not.toContain('always');
  talk.type('y');
  const all = await talk.waitFor('Done so.');
  expect(readFileSync(join(talk.where.project, 'made'), 'utf8')).toBe('safe\n');
  expect(all).toContain('rewritten by a hook:');
});

test('"always" makes the rule that is shown, and the next such call is not asked', async () => {
  const talk = await converse();
  talk.server.script(bash('echo one >> made'), bash('echo one >> made'), say('Twice.'));
  await talk.send('make it twice');
  await talk.waitFor('May Bash run?');
  expect(talk.screen()).toContain('always in this session:  Bash(echo one >> made)');
  talk.type('a');
  await talk.waitFor('Twice.');
  expect(readFileSync(join(talk.where.project, 'made'), 'utf8')).toBe('one\none\n');
  await talk.send('/permissions');
  expect(await talk.waitFor('allow:')).toContain('  Bash(echo one >> made)');
});

test('several requests queue: each is asked by itself, in order', async () => {
  const talk = await converse();
  const calls = ['a', 'b', 'c'].map((name) => ({
    call: 'Bash',
    input: { command: `touch ${name}` },
    id: `call_${name}`,
  }));
  talk.server.script({ blocks: calls }, say('All answered.'));
  await talk.send('three');
  for (const [name, key] of [
    ['a', 'y'],
    ['b', 'n'],
    ['c', 'y'],
  ] as const) {
    await talk.waitFor(`command: touch ${name}`);
    talk.type(key);
  }
  await talk.waitFor('All answered.');
  const made = ['a', 'b', 'c'].map((name) => existsSync(join(talk.where.project, name)));
  expect(made).toEqual([true, false, true]);
});

test('what hooks say to the user and what they tell the agent look different', async () => {
  const warn = `echo '{"systemMessage":"for your eyes"}'`;
  const context = `echo '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"the branch is main"}}'`;
  const talk = await converse({
    settings: {
      hooks: {
        Stop: [{ hooks: [{ type: 'command', name: 'stopper', command: warn }] }],
        UserPromptSubmit: [
          {
            hooks: [
              { type: 'command', name: 'branch', command: context },
              { type: 'command', name: 'broken', command: 'echo it broke >&2; exit 1' },
            ],
          },
        ],
      },
    },
  });
  talk.server.script(say('Hello.'));
  await talk.send('hi');
  const all = await talk.waitFor('for your eyes');
  expect(all).toContain('→ the agent was told: the branch is main');
  expect(all).toMatch(/⚠ warning: stopper: for your eyes/);
  expect(all).toMatch(/✗ error: broken: .*it broke/s);
  expect(all).toMatch(/⚓ UserPromptSubmit: branch ok \d+ ms · broken exit 1 \d+ ms/);
});
