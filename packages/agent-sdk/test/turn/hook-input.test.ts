import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Confirm } from '../../src/permissions/confirm.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { blocksOf, hooksOn, printing, talk, tempDir } from '../talk.ts';
import { call, say } from '../wire/reply.ts';

/** Hooks that keep what they were told, in the order of the events. */
function watching(answer: (input: Record<string, unknown>) => unknown = () => undefined) {
  const seen: [string, unknown][] = [];
  const run = (input: Record<string, unknown>) => {
    seen.push([String(input['hook_event_name']), input['tool_input']]);
    return input['hook_event_name'] === 'PreToolUse' ? answer(input) : undefined;
  };
  const entry = { hooks: [{ type: 'function', name: 'watch', run }] };
  return { seen, hooks: { PreToolUse: [entry], PostToolUse: [entry] } };
}
const rewriting = (updatedInput: object) => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput },
});
const PLAIN = { permissionMode: 'acceptEdits' } as const;

describe('hooks see paths as the tool reads them', () => {
  const spellings = [
    '.env',
    '.env/.',
    '.env/',
    './/.env',
    'secrets/../.env/',
    'secrets/./.././.env',
  ];
  test.each(spellings)('%s', async (file_path) => {
    const { seen, hooks } = watching();
    const dir = tempDir();
    const sent = { file_path, content: 'X' };
    const { agent, server } = await talk({
      ...PLAIN,
      workdir: dir,
      hooks,
      script: [call('Write', sent), say('ok')],
    });
    const told = { file_path: join(dir, '.env'), content: 'X' };
    expect(seen).toEqual([
      ['PreToolUse', told],
      ['PostToolUse', told],
    ]);
    expect(existsSync(told.file_path)).toBe(true);
    // The model is shown its own words again, and nobody is said to have rewritten them.
    const [block] = blocksOf(agent.messages, 'tool');
    expect([block?.parameters, block?.original]).toEqual([sent, undefined]);
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain(JSON.stringify(sent));
    expect(server.faults).toEqual([]);
  });

  test.each([
    ['bash', 'case "$f" in "$WAVE_PROJECT_DIR"/secrets/*) exit 2;; esac'],
    ['by the end of the name', 'case "$f" in */key.txt) exit 2;; esac'],
  ])('so a guard holds: %s', async (_, guard) => {
    const field = `f=$(sed 's/.*"file_path":"\\([^"]*\\)".*/\\1/')`;
    for (const file_path of ['secrets/key.txt', 'x/../secrets/key.txt/', 'secrets/key.txt/.']) {
      const { dir, agent } = await talk({
        ...PLAIN,
        hooks: hooksOn('PreToolUse', `${field}; ${guard}; exit 0`),
        script: [call('Write', { file_path, content: 'X' }), say('ok')],
      });
      expect(blocksOf(agent.messages, 'tool')[0]?.by).toBe('hook');
      expect(existsSync(join(dir, 'secrets'))).toBe(false);
    }
  });

  test('for every tool of ours that takes a path; what is absent stays absent', async () => {
    const { seen, hooks } = watching();
    const { dir } = await talk({
      hooks,
      script: [
        call('Read', { file_path: 'a/../b' }),
        call('Edit', { file_path: './b', old_string: 'x', new_string: 'y' }),
        call('Glob', { pattern: '*', path: '.' }),
        call('Glob', { pattern: '*' }),
        call('Grep', { pattern: 'x', path: '' }),
        call('Glob', { pattern: 'no-such-name', path: '~/' }),
        say('ok'),
      ],
    });
    const before = seen.filter(([event]) => event === 'PreToolUse').map(([, input]) => input);
    expect(before).toEqual([
      { file_path: join(dir, 'b') },
      { file_path: join(dir, 'b'), old_string: 'x', new_string: 'y' },
      { pattern: '*', path: dir },
      { pattern: '*' },
      { pattern: 'x', path: dir },
      { pattern: 'no-such-name', path: homedir() },
    ]);
  });

  test('from where the agent is, and links as they are named', async () => {
    const dir = tempDir();
    mkdirSync(join(dir, 'sub'));
    writeFileSync(join(dir, 'target'), 'text');
    symlinkSync(join(dir, 'target'), join(dir, 'sub', 'link'));
    const { seen, hooks } = watching();
    await talk({
      workdir: dir,
      hooks,
      script: [call('Bash', { command: 'cd sub' }), call('Read', { file_path: 'link' }), say('ok')],
    });
    expect(seen.at(-1)).toEqual(['PostToolUse', { file_path: join(dir, 'sub', 'link') }]);
  });

  test('a rewritten path, too: rules, the question, the tool and PostToolUse have it whole', async () => {
    const { seen, hooks } = watching(() => rewriting({ file_path: 'other/../new.txt/' }));
    const confirm = vi.fn<Confirm>(async () => true);
    const { dir, agent, server } = await talk({
      permissionMode: 'default',
      hooks,
      confirm,
      script: [call('Write', { file_path: 'old.txt', content: 'X' }), say('ok')],
    });
    const final = { file_path: join(dir, 'new.txt'), content: 'X' };
    expect(confirm.mock.calls[0]?.[0]).toMatchObject({
      input: final,
      original: { file_path: join(dir, 'old.txt'), content: 'X' },
    });
    expect(seen.at(-1)).toEqual(['PostToolUse', final]);
    expect(readFileSync(final.file_path, 'utf8')).toBe('X');
    expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({
      parameters: final,
      original: { file_path: 'old.txt', content: 'X' },
    });
    expect(server.faults).toEqual([]);
  });

  test('a path that no hook touched is not shown as rewritten', async () => {
    const confirm = vi.fn<Confirm>(async () => true);
    const { dir, agent } = await talk({
      permissionMode: 'default',
      // As hooks for other agents do: the whole input, of which one field is new.
      hooks: watching(({ tool_input }) => rewriting({ ...(tool_input as object), content: 'NEW' }))
        .hooks,
      confirm,
      script: [call('Write', { file_path: './a.txt', content: 'OLD' }), say('ok')],
    });
    const file_path = join(dir, 'a.txt');
    expect(confirm.mock.calls[0]?.[0]).toMatchObject({
      input: { file_path, content: 'NEW' },
      original: { file_path, content: 'OLD' },
    });
    const [block] = blocksOf(agent.messages, 'tool');
    expect(block).toMatchObject({
      parameters: { file_path: './a.txt', content: 'NEW' },
      original: { file_path: './a.txt', content: 'OLD' },
    });
  });

  test('an input that a hook gives back as it was is no rewrite', async () => {
    const confirm = vi.fn<Confirm>(async () => true);
    const { agent } = await talk({
      permissionMode: 'default',
      hooks: watching(({ tool_input }) => rewriting(tool_input as object)).hooks,
      confirm,
      script: [call('Write', { file_path: 'a.txt', content: 'X' }), say('ok')],
    });
    expect(confirm.mock.calls[0]?.[0]).not.toHaveProperty('original');
    expect(blocksOf(agent.messages, 'tool')[0]).not.toHaveProperty('original');
  });

  test.each([
    ['from the model', '', /file_path: expected at least 1 characters/],
    ['of a hook', 'a', /a hook changed the input, and it no longer fits/],
  ])('an empty path %s is none', async (_, file_path, says) => {
    const { agent } = await talk({
      hooks: watching(() => rewriting({ file_path: '' })).hooks,
      script: [call('Read', { file_path }), say('ok')],
    });
    expect(blocksOf(agent.messages, 'tool')[0]?.result).toMatch(says);
  });

  test('a question names its call, so that a host finds the block', async () => {
    const confirm = vi.fn<Confirm>(async () => false);
    await talk({
      permissionMode: 'default',
      confirm,
      script: [call('Write', { file_path: 'a', content: '' }, 'call7'), say('ok')],
    });
    expect(confirm.mock.calls[0]?.[0].call).toBe('call7');
  });
});

const note = z.string().optional();
/** A tool of a host, and what it was run with. */
function ownTool(more: Pick<Tool, 'input'> & Partial<Tool>) {
  const got: unknown[] = [];
  const tool: Tool = {
    name: 'Own',
    description: '',
    effect: 'none',
    run: async (input) => {
      got.push(input);
      return { success: true, text: 'ok' };
    },
    ...more,
  };
  return { got, tool };
}

describe('a tool of the host', () => {
  test('names its paths; what it does not name is as the model wrote it', async () => {
    const { seen, hooks } = watching();
    const { got, tool } = ownTool({
      input: z.object({ from: z.string(), to: z.array(z.string()), label: z.string() }),
      paths: ['from', 'to'],
    });
    const { dir } = await talk({
      tools: [tool],
      hooks,
      script: [call('Own', { from: 'a/', to: ['b/../c', '/d/'], label: 'a/' }), say('ok')],
    });
    const whole = { from: join(dir, 'a'), to: [join(dir, 'c'), '/d'], label: 'a/' };
    expect(got).toEqual([whole]);
    expect(seen).toEqual([
      ['PreToolUse', whole],
      ['PostToolUse', whole],
    ]);
  });

  test.each([
    ['a text', z.object({ path: z.string().transform((p) => `/base/${p}`), note }), { path: 'a' }],
    [
      'a list',
      z.object({ tags: z.string().transform((t) => t.split(',')), note }),
      { tags: 'a,b' },
    ],
    ['no JSON', z.object({ n: z.string().transform((s) => BigInt(s)), note }), { n: '5' }],
  ])(
    'a schema that makes %s of its input does so once, rewritten or not',
    async (_, input, sent) => {
      const made = input.parse(sent);
      for (const change of [undefined, { note: 'seen' }]) {
        const { seen, hooks } = watching(() => change && rewriting(change));
        const { got, tool } = ownTool({ input: input as Tool['input'] });
        const confirm = vi.fn<Confirm>(async () => true);
        const { agent, result, server } = await talk({
          tools: [{ ...tool, effect: 'run' }],
          permissionMode: 'default',
          confirm,
          hooks,
          script: [call('Own', sent), say('ok')],
        });
        expect(result).toMatchObject({ ended: 'done', text: 'ok' });
        expect(got).toEqual([{ ...made, ...change }]);
        expect(confirm.mock.calls[0]?.[0].input).toEqual({ ...made, ...change });
        expect(seen).toEqual([
          ['PreToolUse', sent],
          ['PostToolUse', { ...sent, ...change }],
        ]);
        expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({
          parameters: { ...sent, ...change },
          ...(change ? { original: sent } : {}),
          success: true,
        });
        expect(server.faults).toEqual([]);
      }
    },
  );

  test('what a model of the host sends must be JSON: hooks are told of it', async () => {
    const { tool, got } = ownTool({
      input: z.object({ n: z.bigint() }),
      inputSchema: { type: 'object' },
    });
    const model = {
      id: 'own',
      async *stream() {
        yield { is: 'call', id: 'a', name: 'Own', input: { n: 5n } };
      },
    };
    const { agent, result } = await talk({ tools: [tool], model: model as never });
    expect(result.ended).toBe('failed');
    expect(blocksOf(agent.messages, 'error').map(({ content }) => content)).toEqual([
      expect.stringMatching(/^The model gave a part "call" that cannot be used: input: .*BigInt/),
    ]);
    expect(got).toEqual([]);
  });
});

test('who rewrote an input that does not fit is named by either spelling', async () => {
  const { agent } = await talk({
    hooks: hooksOn(
      'PreToolUse',
      { name: 'innocent', command: printing({ systemMessage: 'hello' }) },
      { name: 'culprit', command: printing({ updated_input: { command: 5 } }) },
    ),
    script: [call('Bash', { command: 'true' }), say('ok')],
  });
  expect(blocksOf(agent.messages, 'error').map(({ content }) => content)).toEqual([
    expect.stringContaining('Bash was blocked: what the hook culprit made of its input'),
  ]);
});

test.each([
  // The cut falls between the two halves of a character.
  ['that is no JSON', { call: 'Bash', input: {}, raw: `{"command": ${'x'.repeat(187)}😀😀` }],
  ['that does not fit', { call: 'Bash', input: { command: [`${'x'.repeat(57)}😀😀`] } }],
])('an input %s is quoted in whole characters', async (_, block) => {
  const { agent } = await talk({ script: [{ blocks: [block] }, say('ok')] });
  const result = blocksOf(agent.messages, 'tool')[0]?.result ?? '';
  expect(result).toMatch(/x{50}/);
  expect(result).not.toContain('😀😀');
  expect(result.isWellFormed()).toBe(true);
});
