import { describe, expect, test } from 'vitest';
import { reported } from '../../../src/model/practice/phrases.ts';
import { createPracticeModel } from '../../../src/model/practice/practice-model.ts';
import { partsOf } from '../helpers.ts';
import { conversation, SYSTEM } from './practice-chat.ts';

test('its first answer says what it is, the others do not', async () => {
  const chat = conversation();
  chat.say('run ls');
  expect((await chat.answer()).text).toMatch(/practice model.*no intelligence.*\nI run `ls`\.$/s);
  expect((await chat.answer()).text).toBe('Bash gave back "ok".');
});

test('steps one after the other, calls of a step together', async () => {
  const chat = conversation();
  chat.say('run ls, then read a.txt and write b: hi');
  expect((await chat.answer('a\nb')).calls).toEqual([['Bash', { command: 'ls' }]]);
  const second = await chat.answer('text', 'written');
  expect(second.calls.map(([name]) => name)).toEqual(['Read', 'Write']);
  expect(second.text).toBe('Bash gave back 2 lines, the first is "a".\nI read a.txt.\nI write b.');
  const last = await chat.answer();
  expect(last).toEqual({ text: 'Read gave back "text".\nWrite gave back "written".', calls: [] });
});

test('what was denied it does not try again, nor what was to follow', async () => {
  const chat = conversation();
  chat.say('run rm -rf /, then run ls');
  await chat.answer({ failed: 'A hook blocked this: too dangerous' });
  const { text, calls } = await chat.answer();
  expect(text).toMatch(/Bash was denied: "A hook blocked this.*I will not try it again\..*1 step/s);
  expect(calls).toEqual([]);
});

test('a blocked call is reported as blocked, with the hook and its reason', () => {
  const value = '<wave-hook name="no-rm" event="PreToolUse">\nUse the trash.\n</wave-hook>';
  const result = { type: 'tool-result', toolCallId: '1', toolName: 'Bash' } as const;
  expect(reported({ ...result, output: { type: 'error-text', value } })).toBe(
    'Bash was blocked by the hook "no-rm": "Use the trash.". I will not try it again.',
  );
});

test('a failure is told as one', async () => {
  const chat = conversation();
  chat.say('run false');
  await chat.answer({ failed: 'exit code 1' });
  expect((await chat.answer()).text).toBe('Bash failed: "exit code 1".');
});

test.each([
  ['stderr:\nrefused: no such host\nExit code: 1', 'failed: 3 lines'],
  ['a.txt could not be read: EACCES: permission denied', 'failed: "a.txt'],
  ['This call needs permission, and there is no user to ask.', 'was denied: "This call'],
  ['The user declined this call.', 'was denied: "The user'],
])('a failure is no denial, whatever words it has: %j', (value, told) => {
  const result = { type: 'tool-result', toolCallId: '1', toolName: 'Bash' } as const;
  expect(reported({ ...result, output: { type: 'error-text', value } })).toContain(`Bash ${told}`);
});

describe('feedback of hooks', () => {
  test('after a tool: quoted, and it goes on', async () => {
    const chat = conversation();
    chat.say('write a: x, then read a');
    await chat.answer();
    chat.say('format the file', 'hook');
    const { text, calls } = await chat.answer();
    expect(text).toContain('I was told "format the file".');
    expect(calls.map(([name]) => name)).toEqual(['Read']);
  });

  const asked: [string, string | undefined][] = [
    ['run npm test', 'npm test'],
    ['Tests were not run. You must run npm test.', 'npm test'],
    ['Stop hook: please run npm test', 'npm test'],
    ['The tests were not run yet', undefined],
    ['Think harder.', undefined],
  ];
  test.each(asked)('at the end of the turn: %s', async (feedback, command) => {
    const chat = conversation();
    chat.say('run ls');
    await chat.answer();
    await chat.answer();
    chat.say(feedback, 'hook');
    const { text, calls } = await chat.answer();
    expect(text).toContain('I was told "');
    expect(calls).toEqual(command ? [['Bash', { command }]] : []);
    if (!command) expect(text).toContain('I cannot do that');
    else expect(await chat.answer()).toEqual({ text: 'Bash gave back "ok".', calls: [] });
  });
});

test('what do you know? names what hooks and Wave added', async () => {
  const chat = conversation();
  chat.say('Today is Monday.', 'hook');
  chat.say('<note>be brief</note>');
  chat.say('what do you know?');
  const { text } = await chat.answer();
  expect(text).toContain('- by a hook: "Today is Monday."\n- by Wave: "<note>be brief</note>"');
});

test('added context does not disturb a prompt', async () => {
  const chat = conversation();
  chat.say('run ls');
  chat.say('Today is Monday.', 'hook');
  expect((await chat.answer()).calls).toEqual([['Bash', { command: 'ls' }]]);
});

test.each(['hello', 'help', '', 'list'])(
  '"%s" gets an explanation with examples',
  async (prompt) => {
    const chat = conversation();
    chat.say(`${prompt} `);
    const { text, calls } = await chat.answer();
    expect(text).toMatch(/practice model.*- run ls -la\n- .*\n- /s);
    expect(calls).toEqual([]);
  },
);

test('a tool that is not there is not called', async () => {
  const chat = conversation(SYSTEM, ['Read']);
  chat.say('run ls');
  expect(await chat.answer()).toMatchObject({
    text: expect.stringContaining('need Bash'),
    calls: [],
  });
});

test('a long conversation stays sane, and every id is new', async () => {
  const chat = conversation();
  for (let i = 0; i < 50; i++) {
    chat.say(`run echo ${i}`);
    expect((await chat.answer(String(i))).calls).toEqual([['Bash', { command: `echo ${i}` }]]);
    expect((await chat.answer()).text).toBe(`Bash gave back "${i}".`);
  }
});

test('it streams in small pieces, and an abort stops it', async () => {
  const asked = { system: '', messages: [{ role: 'user' as const, content: 'help' }], tools: [] };
  const parts = await partsOf(createPracticeModel(), asked);
  expect(parts.length).toBeGreaterThan(20);
  expect(await partsOf(createPracticeModel(), asked, AbortSignal.abort())).toEqual([]);
});
