import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { answering, type Converse, call, converse, deciding, hookOn, say } from './converse.ts';

const bash = (command: string, id?: string) => call('Bash', { command }, id);

const made = (talk: Converse, name: string) => {
  const file = join(talk.where.project, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};

/** Lets the model make a call, and waits until the user is asked about it. */
async function askedFor(talk: Converse, command: string, after: string): Promise<string> {
  talk.server.script(bash(command), say(after));
  await talk.send(`please ${after}`);
  await talk.waitFor(/Run this command\?[\s\S]*tell the agent why/);
  return talk.screen();
}

/** Blocks what deletes, makes what is rough safe, has no opinion on anything else. */
const GUARD = `input=$(cat)
case $input in
  *denied*) echo no deleting >&2; exit 2 ;;
  *rough*) ${deciding('ask', {
    permissionDecisionReason: 'made safe',
    updatedInput: { command: 'echo safe > made' },
  })} ;;
esac`;

test('a file that is a link elsewhere is asked about as what it is', async () => {
  const talk = await converse({ args: ['--permission-mode', 'acceptEdits'] });
  const outside = talk.where.write('home/profile', 'A=1\n');
  symlinkSync(outside, join(talk.where.project, 'notes.txt'));
  talk.server.script(
    call('Read', { file_path: 'notes.txt' }, 'a'),
    call('Edit', { file_path: 'notes.txt', old_string: 'A=1', new_string: 'A=2' }, 'b'),
    say('Edited.'),
  );
  await talk.send('edit my notes');
  await talk.waitFor(/Read this file\?[\s\S]*tell the agent why/);
  const leads = () => talk.screen().replace(/\s+/g, '');
  expect(leads()).toContain(`notes.txtgoesthroughalinkto${outside},outsidetheproject.`);
  await talk.answer('y');
  await talk.waitFor(/Change this file\?[\s\S]*tell the agent why/);
  expect(leads()).toContain(`notes.txtgoesthroughalinkto${outside},outsidetheproject.`);
  await talk.answer('n');
  await talk.waitFor('Edited.');
  expect(readFileSync(outside, 'utf8')).toBe('A=1\n');
});

test('a whole conversation: denied, rewritten, approved, refused, refused with a word', async () => {
  const talk = await converse({ settings: hookOn('PreToolUse', GUARD, { matcher: 'Bash' }) });

  // Denied: the user sees who and why, the agent gets the word, nothing runs.
  talk.server.script(bash('touch denied'), say('I leave it.'));
  await talk.send('delete it');
  const all = await talk.waitFor('I leave it.');
  expect(all).toContain('⊘ Bash touch denied');
  expect(all).toContain('no deleting');
  expect(all).toMatch(/⚓ PreToolUse: guard deny \d+ ms/);
  expect(all).toContain('blocked by the hook guard');
  expect(talk.sent()).toContain('no deleting');
  expect(made(talk, 'denied')).toBeUndefined();

  // Rewritten: both are shown, and what is approved is what runs.
  const rewritten = await askedFor(talk, 'echo rough > made', 'Done so.');
  for (const part of [
    'A hook changed this call',
    '- command: echo rough > made',
    '+ command: echo safe > made',
    'Asked by the hook guard: made safe',
  ])
    expect(rewritten).toContain(part);
  expect(rewritten.match(/echo rough > made|echo safe > made/g), 'once, and the call').toHaveLength(
    3,
  );
  expect(rewritten, 'a hook asks each time: no rule could spare the question').not.toMatch(
    /ask again in this session/,
  );
  await talk.answer('y');
  expect(await talk.waitFor('\nDone so.')).toContain('rewritten by a hook:');
  expect(made(talk, 'made')).toBe('safe\n');

  // Approved: it runs only now, and the dialog leaves nothing behind.
  const dialog = await askedFor(talk, 'echo one > approved', 'Made it.');
  for (const part of ['$ echo one > approved', 'No rule allows this yet', 'y Yes', 'n No'])
    expect(dialog).toContain(part);
  expect(made(talk, 'approved')).toBeUndefined();
  await talk.waitFor('❯ y Yes');
  talk.press('enter');
  await talk.waitFor('\nMade it.');
  await talk.waitForGone('Run this command?');
  expect(made(talk, 'approved')).toBe('one\n');
  expect(talk.all().match(/Bash echo one > approved/g)).toHaveLength(1);

  // Refused by its letter; Esc ends the turn, and nothing further is asked of the model.
  await askedFor(talk, 'touch refused', 'As you wish.');
  await talk.answer('n');
  await talk.waitFor('\nAs you wish.');
  await askedFor(talk, 'touch refused', 'As you wish again.');
  expect(talk.sent()).toContain('The user declined this call.');
  talk.press('escape');
  await talk.waitFor('Interrupted. What should Wave do instead?');
  await talk.send('go on');
  await talk.waitFor('\nAs you wish again.');

  // Refused with a word: it reaches the agent on the wire.
  await askedFor(talk, 'touch refused', 'Then in src.');
  await talk.answer('t');
  await talk.waitFor('Tell the agent why not:');
  talk.type('put it into src');
  await talk.waitFor('why not: put it into src');
  talk.press('enter');
  await talk.waitFor('\nThen in src.');
  expect(talk.sent()).toContain('The user declined this call: put it into src');
  expect(made(talk, 'refused')).toBeUndefined();
  expect(talk.server.faults).toEqual([]);
});

test('"always" makes the rule that is shown; several requests queue, in order', async () => {
  const talk = await converse();
  talk.server.script(bash('echo one >> made'), bash('echo one >> made'), say('Twice.'));
  await talk.send('make it two times');
  await talk.waitFor('Run this command?');
  expect(talk.screen()).toContain('in this session for:  Bash(echo one >> made)');
  await talk.answer('a');
  await talk.waitFor("❯ a Yes, and don't ask again");
  expect(made(talk, 'made'), 'a letter alone gives no standing permission').toBeUndefined();
  talk.press('enter');
  await talk.waitFor('Twice.');
  expect(made(talk, 'made')).toBe('one\none\n');
  await talk.send('/permissions');
  expect(await talk.waitFor('allow:')).toContain('  Bash(echo one >> made)');

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
    await talk.waitFor(`$ touch ${name}`);
    await talk.answer(key);
    await talk.waitForGone(`$ touch ${name}`);
  }
  await talk.waitFor('All answered.');
  expect(['a', 'b', 'c'].map((name) => made(talk, name))).toEqual(['', undefined, '']);
});

test('what hooks say to the user and what they tell the agent look different', async () => {
  const context = answering({
    hookSpecificOutput: {
      hookEventName: 'UserPromptSubmit',
      additionalContext: 'the branch is main',
    },
  });
  const command = (name: string, text: string) => ({ type: 'command', name, command: text });
  const talk = await converse({
    settings: {
      hooks: {
        Stop: [{ hooks: [command('stopper', answering({ systemMessage: 'for your eyes' }))] }],
        UserPromptSubmit: [
          { hooks: [command('branch', context), command('broken', 'echo it broke >&2; exit 1')] },
        ],
      },
    },
  });
  talk.server.script(say('Hello.'));
  await talk.send('hi');
  const all = await talk.waitFor('for your eyes');
  expect(all).toContain('→ to the agent from branch: the branch is main');
  expect(all).toMatch(/⚠ warning: stopper: for your eyes/);
  expect(all).toMatch(/✗ error: hook "broken" .*it broke/s);
  expect(all).toMatch(/⚓ UserPromptSubmit: branch ok \d+ ms · broken exit 1 \d+ ms/);
});

test('feedback on what ran, a rule that denies, a hook that ends the turn: each says what it is', async () => {
  const on = (matcher: string, name: string, answer: object) => ({
    matcher,
    hooks: [{ type: 'command', name, command: answering(answer) }],
  });
  const talk = await converse({
    args: ['--permission-mode', 'bypassPermissions'],
    settings: {
      permissions: { deny: ['Bash(rm *)'] },
      hooks: {
        PostToolUse: [on('Bash', 'lint', { decision: 'block', reason: 'untidy' })],
        PreToolUse: [on('Glob', 'halter', { continue: false, stopReason: 'budget is used up' })],
      },
    },
  });
  talk.server.script(bash('echo hi'), bash('rm x'), call('Glob', { pattern: '*' }));
  await talk.send('go');
  const all = await talk.waitFor('The hook "halter" ended the turn: budget is used up');
  expect(all).toMatch(/⚓ PostToolUse: lint feedback \d+ ms/);
  expect(all).toContain('→ to the agent from lint: untidy');
  expect(all).toMatch(/⊘ Bash rm x\n +not permitted: deny rule: Bash\(rm \*\)/);
  expect(all, 'said once').not.toContain('did not run');
  expect(all).toMatch(/⚓ PreToolUse: halter halt \d+ ms/);
  expect(all, 'said once').not.toContain('halter: budget');
});

test('hooks that say the same keep their names, and only a reason ends the turn', async () => {
  const on = (name: string, answer: object) => [
    { hooks: [{ type: 'command', name, command: answering(answer) }] },
  ];
  const context = (hookEventName: string) => ({
    hookSpecificOutput: { hookEventName, additionalContext: 'it is late' },
  });
  const talk = await converse({
    args: ['--permission-mode', 'bypassPermissions'],
    settings: {
      hooks: {
        UserPromptSubmit: on('clock', {
          ...context('UserPromptSubmit'),
          systemMessage: 'a "clock"',
        }),
        PostToolUse: on('bell', context('PostToolUse')),
        Stop: on('halter', { continue: false, stopReason: 'enough', systemMessage: 'enough' }),
      },
    },
  });
  talk.server.script(bash('echo hi'), say('Done.'));
  await talk.send('go');
  const all = await talk.waitFor('halter: enough');
  expect(all).toContain('→ to the agent from clock: it is late');
  expect(all).toContain('→ to the agent from bell: it is late');
  expect(all).toContain('⚠ warning: clock: a "clock"');
  expect(all.split('The hook "halter" ended the turn: enough')).toHaveLength(2);
});

test('whoever is typing is not asked: no letter on its way is an answer', async () => {
  const talk = await converse();
  talk.server.script(bash('touch unasked'), say('Done.'));
  await talk.send('make it');
  const typing = setInterval(() => talk.type('y'), 50);
  try {
    await talk.waitFor('A question waits');
    expect(talk.screen()).not.toContain('Run this command?');
  } finally {
    clearInterval(typing);
  }
  // A text that is begun can be gone on with at any time: only Tab shows the question.
  await talk.waitFor('A question waits: Tab shows it.');
  talk.press('tab');
  await talk.waitFor('Run this command?');
  expect(made(talk, 'unasked')).toBeUndefined();
  await talk.answer('n');
  await talk.waitFor('\nDone.');
  // Between two frames nothing may stand there.
  await talk.waitFor(/> y+\s/);
});

test('a dialog takes no word, no paste and no key that was on its way for an answer', async () => {
  const talk = await converse();
  await askedFor(talk, 'touch early', 'First.');
  // Struck as soon as it is there, and again and again.
  for (let at = 0; at < 8; at++) {
    talk.type('y');
    await sleep(60);
  }
  for (const typing of ['yes', 'and so on\r', '/clear\r', 'also']) {
    for (const letter of typing) {
      talk.type(letter);
      await sleep(40);
    }
    // Long enough for it to be awake: a mark that a letter left behind would be taken now.
    await sleep(900);
    talk.press('enter');
    await sleep(100);
    expect(talk.screen(), typing).toContain('$ touch early');
  }
  talk.paste('y');
  await sleep(900);
  // A letter that another key follows was none: what is marked is what counts.
  talk.press('up');
  await talk.waitFor('❯ t No, and tell');
  talk.type('y');
  talk.press('down', 'down');
  await talk.waitFor('❯ n No');
  await sleep(500);
  expect(talk.screen()).toContain('$ touch early');
  expect(made(talk, 'early')).toBeUndefined();
  talk.press('enter');
  await talk.waitFor('\nFirst.');
  // None of it is lost: it stands in the input.
  await talk.waitFor('and so on/clearalso');
  talk.press('ctrl-c');
  await talk.waitForGone('and so on/clearalso');
  await talk.send('/permissions');
  expect(await talk.waitFor('Mode: default')).toContain('no rules');
});

test('each question begins anew: at its first line, at its first answer, with an empty word', async () => {
  const talk = await converse({ rows: 30 });
  const long = Array.from({ length: 60 }, (_, at) => `touch ${at}`).join('\n');
  const calls = [long, 'touch second', 'touch third'].map((command, at) => ({
    call: 'Bash',
    input: { command },
    id: `call_${at}`,
  }));
  talk.server.script({ blocks: calls }, say('All three.'));
  await talk.send('three');
  await talk.waitFor(/lines 1 to \d+ of 6\d/);
  await talk.waitFor('❯ y Yes');
  talk.type('\u001b[F');
  await talk.waitFor('touch 59');
  await talk.answer('t');
  await talk.waitFor('Tell the agent why not:');
  talk.type('too long');
  await talk.waitFor('why not: too long');
  talk.press('enter');
  await talk.waitFor('$ touch second');
  expect(talk.screen()).toContain('No rule allows this yet');
  expect(talk.screen()).not.toContain('Tell the agent why not:');
  await talk.waitFor('❯ y Yes');
  talk.press('down', 'down', 'enter');
  await talk.waitFor('$ touch third');
  await talk.waitFor('❯ y Yes');
  talk.press('enter');
  await talk.waitFor('\nAll three.');
  expect([made(talk, 'second'), made(talk, 'third')]).toEqual([undefined, '']);
});

test('an open panel keeps a question back until it is closed', async () => {
  const slow = hookOn('PreToolUse', 'sleep 1', { matcher: 'Bash' });
  const talk = await converse({ settings: slow });
  talk.server.script(bash('touch unasked'), say('Done.'));
  await talk.send('make it');
  await talk.send('/hooks');
  await talk.waitFor('A question waits: it shows when you close this.');
  talk.press('down', 'enter');
  await talk.waitFor('Tool, e.g. Bash:');
  talk.type('Ba');
  await talk.waitFor('Bash: Ba');
  expect(made(talk, 'unasked')).toBeUndefined();
  talk.press('escape');
  await talk.waitForGone('Tool, e.g. Bash:');
  talk.press('escape');
  await talk.waitFor('Run this command?');
  await talk.answer('n');
  await talk.waitFor('\nDone.');
});

test('a Write over a file: the change is shown before and after, and what was allowed survives /clear', async () => {
  const talk = await converse();
  const file_path = talk.where.write('project/notes.txt', 'one\ntwo\nthree\n');
  const write = (content: string) => call('Write', { file_path, content }, content);
  talk.server.script(call('Read', { file_path }), write('one\n2\nthree\n'), say('Changed.'));
  await talk.send('change it');
  await talk.waitFor(/Change this file\?[\s\S]*tell the agent why/);
  expect(talk.screen()).toMatch(/2 - two\n.*2 \+ 2\n/);
  expect(talk.screen()).toContain('in this session for:  Edit(');
  await talk.answer('a');
  await talk.waitFor("❯ a Yes, and don't ask again");
  talk.press('enter');
  const all = await talk.waitFor('\nChanged.');
  expect(all).toMatch(
    /● Write notes\.txt · \+1 -1\n {2}1 {3}one\n {2}2 - two\n {2}2 \+ 2\n {2}3 {3}three\n/,
  );
  expect(all).not.toContain('- one');

  await talk.send('/clear');
  await talk.waitForGone('Changed.');
  await talk.ready();
  talk.server.script(call('Read', { file_path }, 'r'), write('four\n'), say('Once more.'));
  await talk.send('again');
  const again = await talk.waitFor('\nOnce more.');
  expect(again, 'nobody was asked').not.toContain('Change this file?');
  expect(made(talk, 'notes.txt')).toBe('four\n');
});

test.each([['the screen', []] as const, ['--plain', ['--plain']] as const])(
  'on %s a carriage return is seen where it is asked about: no change looks like none',
  async (_, args) => {
    const talk = await converse({ args });
    const file = join(talk.where.project, 'run.sh');
    writeFileSync(file, '#!/bin/sh\necho hi\n');
    talk.server.script(
      call('Read', { file_path: file }),
      call('Write', { file_path: file, content: '#!/bin/sh\r\necho hi\n' }),
      call('Bash', { command: 'echo good\recho bad' }),
      call('Edit', { file_path: file, old_string: 'echo hi', new_string: 'echo hi\n' }),
      say('As you wish.'),
    );
    const refuse = async () => (args.length > 0 ? talk.type('n\r') : talk.answer('n'));
    await talk.send('go');
    await talk.waitFor(/1 - #!\/bin\/sh\s*│?\n[^+]*1 \+ #!\/bin\/sh\\r/);
    await refuse();
    await talk.waitFor('echo good\\recho bad');
    await refuse();
    await talk.waitFor(/2 {3}echo hi\s*│?\n[^+]*3 \+\s*│?\n/);
    await refuse();
    await talk.waitFor('As you wish.');
  },
);
