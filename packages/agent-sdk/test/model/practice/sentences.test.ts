import { expect, test } from 'vitest';
import { conversation } from './practice-chat.ts';

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
  ['delegate: read README.md', 'Task', task('read README.md', 'read README.md')],
  [
    'delegate to explore: "find *.ts and search for the word hook in docs"',
    'Task',
    task('find *.ts and search for the word hook in docs', 'find *.ts and search for', 'explore'),
  ],
  ['have a helper run ls', 'Task', task('run ls', 'run ls')],
  ['ask me to go on?', 'AskUserQuestion', { questions: [question('to go on?', 'Yes', 'No')] }],
];
test.each(sentences)('%s', async (sentence, name, input) => {
  const chat = conversation();
  chat.say(sentence);
  expect((await chat.answer()).calls).toEqual([[name, input]]);
});

function task(prompt: string, description: string, subagent_type = 'general') {
  return { description, prompt, subagent_type };
}
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
