import { describe, expect, test } from 'vitest';
import type { Block, Message, ToolBlock } from '../../src/messages.ts';
import { createPracticeModel } from '../../src/model/practice.ts';
import { convertMessagesForAPI } from '../../src/utils/convertMessagesForAPI.ts';
import { blocksOf, partsOf } from './helpers.ts';

const TOOLS = 'Bash Read Write Edit Grep Glob AskUserQuestion TodoWrite'.split(' ');
const SYSTEM = 'You are Wave.\nWorking directory: /work\n';

/** A conversation with the practice model, and an agent that answers every call from a table. */
function conversation(system = SYSTEM, tools = TOOLS) {
  const messages: Message[] = [];
  const specs = tools.map((name) => ({ name, description: name, inputSchema: { type: 'object' } }));
  const add = (role: Message['role'], blocks: readonly Block[], from?: 'hook' | 'wave') =>
    void messages.push({ id: String(messages.length), role, blocks, ...(from ? { from } : {}) });
  return {
    say: (content: string, from?: 'hook' | 'wave') =>
      add('user', [{ type: 'text', content }], from),
    /** One answer; its calls get the results given, each `ok` when there is none. */
    async answer(...results: readonly (string | { failed: string })[]) {
      const asked = { system, messages: convertMessagesForAPI(messages), tools: specs };
      const blocks = blocksOf(await partsOf(createPracticeModel(), asked));
      const calls = blocks.filter((block) => block.type === 'tool');
      add(
        'assistant',
        blocks.map((block) => finished(block, results[calls.indexOf(block as ToolBlock)])),
      );
      const text = blocks.map((block) => (block.type === 'text' ? block.content : '')).join('');
      return { text, calls: calls.map(({ name, parameters }) => [name, parameters]) };
    },
  };
}

function finished(block: Block, result: string | { failed: string } = 'ok'): Block {
  if (block.type !== 'tool') return block;
  const failed = typeof result === 'object';
  return { ...block, stage: 'end', success: !failed, result: failed ? result.failed : result };
}

const sentences: [string, string, object][] = [
  ['run ls -la', 'Bash', { command: 'ls -la' }],
  ['Please run `npm test`.', 'Bash', { command: 'npm test' }],
  ['run echo "now and then read this"', 'Bash', { command: 'echo "now and then read this"' }],
  ['run if true; then ls; fi', 'Bash', { command: 'if true; then ls; fi' }],
  ['read README.md', 'Read', { file_path: '/work/README.md' }],
  ['read the file /etc/hosts', 'Read', { file_path: '/etc/hosts' }],
  [
    'write notes.txt: salt and pepper',
    'Write',
    { file_path: '/work/notes.txt', content: 'salt and pepper' },
  ],
  [
    'write a.txt: "run away, then read"',
    'Write',
    { file_path: '/work/a.txt', content: 'run away, then read' },
  ],
  [
    'edit a.txt: old -> new',
    'Edit',
    { file_path: '/work/a.txt', old_string: 'old', new_string: 'new' },
  ],
  ['search for TODO in src', 'Grep', { pattern: 'TODO', path: '/work/src' }],
  ['search for TODO', 'Grep', { pattern: 'TODO' }],
  ['find *.ts', 'Glob', { pattern: '*.ts' }],
  ['find **/*.md in docs', 'Glob', { pattern: '**/*.md', path: '/work/docs' }],
  ['todo: test, ship it', 'TodoWrite', { todos: [todo('test'), todo('ship it')] }],
  [
    'ask me tea or coffee?',
    'AskUserQuestion',
    { questions: [question('tea or coffee?', 'tea', 'coffee')] },
  ],
  [
    'ask me which drink: green tea or coffee',
    'AskUserQuestion',
    { questions: [question('which drink?', 'green tea', 'coffee')] },
  ],
  ['ask me to go on?', 'AskUserQuestion', { questions: [question('to go on?', 'Yes', 'No')] }],
];
test.each(sentences)('%s', async (sentence, name, input) => {
  const chat = conversation();
  chat.say(sentence);
  expect((await chat.answer()).calls).toEqual([[name, input]]);
});

function todo(content: string) {
  return { content, status: 'pending' };
}
function question(text: string, ...labels: string[]) {
  const options = labels.map((label) => ({ label, description: label }));
  return { question: text, header: 'Question', options, multiSelect: false };
}

test('without a directory in the system prompt paths stay as they are', async () => {
  const chat = conversation('');
  chat.say('read a.txt');
  expect((await chat.answer()).calls).toEqual([['Read', { file_path: 'a.txt' }]]);
});

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

test('a failure is told as one', async () => {
  const chat = conversation();
  chat.say('run false');
  await chat.answer({ failed: 'exit code 1' });
  expect((await chat.answer()).text).toBe('Bash failed: "exit code 1".');
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
