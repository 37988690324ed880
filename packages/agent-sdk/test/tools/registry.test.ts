import { describe, expect, test } from 'vitest';
import { builtinTools } from '../../src/tools/builtin-tools.ts';
import { parseInput, toolSpec } from '../../src/tools/tool-input.ts';
import { rig, toolNamed } from './helpers.ts';

test('the tools have the names that users know, each once', () => {
  expect(builtinTools().map(({ name, effect }) => `${name} ${effect}`)).toEqual([
    'Bash run',
    'BashOutput none',
    'KillShell none',
    'Read read',
    'Write edit',
    'Edit edit',
    'Glob read',
    'Grep read',
    'WebFetch read',
    'TodoWrite none',
    'AskUserQuestion none',
  ]);
});

test('a spec is a JSON Schema of the input', () => {
  expect(toolSpec(toolNamed('Read'))).toEqual({
    name: 'Read',
    description: expect.stringContaining('Reads a text file'),
    inputSchema: {
      type: 'object',
      properties: {
        file_path: { type: 'string', minLength: 1, description: expect.any(String) },
        offset: {
          type: 'integer',
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: expect.any(String),
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: expect.any(String),
        },
        pages: { type: 'string', description: expect.any(String) },
      },
      required: ['file_path'],
      additionalProperties: false,
    },
  });
  for (const tool of builtinTools())
    expect(JSON.parse(JSON.stringify(toolSpec(tool)))).toMatchObject({
      inputSchema: { type: 'object' },
    });
});

describe('an input that does not fit', () => {
  test.each<readonly [string, unknown, string]>([
    ['Read', {}, 'file_path: expected string, got nothing.'],
    ['Read', { file_path: 5 }, 'file_path: expected string, got 5.'],
    ['Read', { file_path: 'x', offset: 0 }, 'offset: expected at least 1, got 0.'],
    ['Read', { file_path: 'x', offset: 1.5 }, 'offset: expected a whole number, got 1.5.'],
    [
      'Read',
      { filePath: 'x' },
      'file_path: expected string, got nothing. filePath: unknown parameter, drop it.',
    ],
    ['Read', 'x', 'input: expected object, got "x".'],
    ['Read', null, 'input: expected object, got null.'],
    ['Bash', { command: 'x', timeout: 0 }, 'timeout: expected more than 0, got 0.'],
    ['Bash', { command: '' }, 'command: expected at least 1 characters, got "".'],
    ['Bash', { command: 'x', timeout: 600_001 }, 'timeout: expected at most 600000, got 600001.'],
    ['Bash', { command: 'x', timeout: '5' }, 'timeout: expected number, got "5".'],
    [
      'Grep',
      { pattern: 'x', output_mode: 'y' },
      'output_mode: expected one of "files_with_matches", "content", "count", got "y".',
    ],
    [
      'TodoWrite',
      { todos: [{ content: 'a', status: 'done' }] },
      'todos[0].status: expected one of "pending", "in_progress", "completed", got "done".',
    ],
    [
      'WebFetch',
      { url: 'example.com' },
      'url: expected a web address that begins with https:// or http://, got "example.com".',
    ],
    [
      'WebFetch',
      { url: 'https://me:pw@example.com/' },
      'url: expected an address without a user name and a password: WebFetch sends none, got "https://me:pw@example.com/".',
    ],
    ['AskUserQuestion', { questions: [] }, 'questions: expected at least 1 entries, got [].'],
  ])('%s %j', (name, raw, text) => {
    expect(parseInput(toolNamed(name), raw)).toEqual({
      ok: false,
      text: `The input of ${name} is not valid. ${text}`,
    });
  });
  test('one that fits comes back', () => {
    const input = { command: 'x', timeout: 600_000, run_in_background: true, description: 'd' };
    expect(parseInput(toolNamed('Bash'), input)).toEqual({ ok: true, input });
  });
});

test('todos are kept as a whole', async () => {
  const { run, memory } = rig();
  const todos = [
    { content: 'a', status: 'completed' },
    { content: 'b', status: 'in_progress', activeForm: 'doing b' },
  ];
  expect(await run('TodoWrite', { todos })).toEqual({
    success: true,
    text: 'The list was kept. 1 completed, 1 in progress, 0 pending.',
    data: { oldTodos: [], newTodos: todos },
  });
  expect(memory.todos).toEqual(todos);
});

describe('a question', () => {
  const questions = [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }];
  test('is asked, and its answer told', async () => {
    const { run } = rig({ ask: async ([one]) => ({ [one?.question ?? '']: 'B' }) });
    expect(await run('AskUserQuestion', { questions })).toEqual({
      success: true,
      text: 'The user answered:\nWhich?\nB',
      data: { answers: { 'Which?': 'B' } },
    });
  });
  test('that is declined, or that nobody hears, is a failure with a way on', async () => {
    const declined = rig({ ask: () => Promise.reject(new Error('no')) });
    expect(await declined.run('AskUserQuestion', { questions })).toMatchObject({
      success: false,
      text: expect.stringContaining('did not answer'),
    });
    expect(await rig().run('AskUserQuestion', { questions })).toMatchObject({
      success: false,
      text: expect.stringContaining('Nobody is there'),
    });
  });
});

test('rules and hooks see what a call is about, as absolute paths', () => {
  const place = { projectDir: '/p', cwd: '/p/sub' };
  const seen = (name: string, input: Record<string, unknown>) => {
    const tool = toolNamed(name);
    return [tool.subject?.(input), tool.files?.(input, place)];
  };
  expect(seen('Bash', { command: 'ls' })).toEqual(['ls', undefined]);
  expect(seen('Read', { file_path: '../a' })).toEqual(['../a', ['/p/a']]);
  expect(seen('Write', { file_path: '/x' })).toEqual(['/x', ['/x']]);
  expect(seen('Edit', { file_path: 'b' })).toEqual(['b', ['/p/sub/b']]);
  expect(seen('Glob', { pattern: '../*/x' })).toEqual(['../*/x', ['/p']]);
  expect(seen('Glob', { pattern: '/etc/*', path: '/p' })).toEqual(['/p', ['/etc']]);
  expect(seen('Grep', { pattern: 'x' })).toEqual([undefined, ['/p/sub']]);
  expect(seen('WebFetch', { url: 'https://EXAMPLE.com./x' })).toEqual([
    'domain:example.com',
    undefined,
  ]);
});
