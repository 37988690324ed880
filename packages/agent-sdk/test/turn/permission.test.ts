import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Confirm, ConfirmRequest } from '../../src/permissions/confirm.ts';
import type { PermissionMode } from '../../src/permissions/rules/rule.ts';
import type { Tool } from '../../src/vocabulary/tool.ts';
import { blocksOf, hooksOn, printing, talk, tempDir } from '../talk.ts';
import { type Answer, call, say } from '../wire/reply.ts';

const touch = call('Bash', { command: 'touch ran' });
const answering = (permissionDecision: string, permissionDecisionReason = '') =>
  printing({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision,
      permissionDecisionReason,
    },
  });

describe('modes, end to end', () => {
  const rows: [PermissionMode, string, 'yes' | 'no' | 'ask'][] = [
    ['default', 'Bash', 'ask'],
    ['default', 'Write', 'ask'],
    ['default', 'Read', 'yes'],
    ['acceptEdits', 'Write', 'yes'],
    ['acceptEdits', 'Bash', 'ask'],
    ['plan', 'Write', 'no'],
    ['plan', 'Read', 'yes'],
    ['bypassPermissions', 'Bash', 'yes'],
    ['dontAsk', 'Bash', 'no'],
  ];
  test.each(rows)('%s and %s: %s', async (permissionMode, name, expected) => {
    const dir = tempDir();
    const file_path = join(dir, 'file');
    writeFileSync(file_path, 'text');
    const inputs: Record<string, object> = {
      Bash: { command: 'touch ran' },
      Write: { file_path: join(dir, 'ran'), content: '' },
      Read: { file_path },
    };
    const confirm = vi.fn<Confirm>(async () => false);
    const script = [call(name, inputs[name]), say('ok')];
    const { agent } = await talk({ workdir: dir, permissionMode, confirm, script });
    expect(confirm).toHaveBeenCalledTimes(expected === 'ask' ? 1 : 0);
    expect(blocksOf(agent.messages, 'tool')[0]?.success).toBe(expected === 'yes');
    expect(existsSync(join(dir, 'ran'))).toBe(expected === 'yes' && name !== 'Read');
  });

  test.each<readonly [PermissionMode, string, boolean]>([
    ['default', 'cat file && ls', true],
    ['plan', 'cat file && ls', true],
    ['dontAsk', 'grep -n text file | head -1', true],
    ['plan', 'cat file > copy', false],
    ['plan', 'cat /etc/hosts', false],
    ['dontAsk', 'cat file; touch ran', false],
  ])('%s: a command that only reads runs unasked: %s', async (permissionMode, command, runs) => {
    const dir = tempDir();
    writeFileSync(join(dir, 'file'), 'text');
    const confirm = vi.fn<Confirm>(async () => true);
    const script = [call('Bash', { command }), say('ok')];
    const { agent } = await talk({ workdir: dir, permissionMode, confirm, script });
    expect(confirm).not.toHaveBeenCalled();
    const [block] = blocksOf(agent.messages, 'tool');
    expect(block?.success).toBe(runs);
    expect(readdirSync(dir)).toEqual(['file']);
  });

  test('hooks judge a command that only reads first, and rules of Read hold for it', async () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'file'), 'text');
    const confirm = vi.fn<Confirm>(async () => false);
    const script = [call('Bash', { command: 'cat file' }), say('ok')];
    const permissionMode = 'default';
    const denied = await talk({
      workdir: dir,
      script,
      confirm,
      permissionMode,
      hooks: hooksOn('PreToolUse', answering('deny', 'no')),
    });
    expect(blocksOf(denied.agent.messages, 'tool')[0]?.success).toBe(false);
    expect(confirm).not.toHaveBeenCalled();
    await talk({
      workdir: dir,
      script,
      confirm,
      permissionMode,
      hooks: hooksOn('PreToolUse', answering('ask')),
    });
    expect(confirm).toHaveBeenCalledTimes(1);
    await talk({
      workdir: dir,
      script,
      confirm,
      permissionMode,
      permissions: { ask: ['Read(file)'] },
    });
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  test('hooks are told the mode, and it can change between turns', async () => {
    const { agent, send, dir } = await talk({
      permissionMode: 'plan',
      hooks: hooksOn('PreToolUse', 'grep -o permission_mode...[a-zA-Z]* >> modes'),
      script: [touch, say('ok')],
    });
    agent.permissionMode = 'bypassPermissions';
    await send('NEXT', touch, say('ok'));
    expect(readFileSync(join(dir, 'modes'), 'utf8')).toMatch(/plan\n.*bypassPermissions/);
    expect(existsSync(join(dir, 'ran'))).toBe(true);
  });
});

describe('what guards the agent always asks', () => {
  const targets = [
    '.wave/settings.json',
    '.git/hooks/pre-commit',
    '.mcp.json',
    'link/settings.json',
  ];
  test.each(targets)('%s, also when a hook, a rule and the mode allow it', async (target) => {
    const dir = tempDir();
    mkdirSync(join(dir, '.wave'));
    mkdirSync(join(dir, '.git/hooks'), { recursive: true });
    symlinkSync(join(dir, '.wave'), join(dir, 'link'));
    const file_path = join(dir, target);
    const confirm = vi.fn<Confirm>(async () => false);
    await talk({
      workdir: dir,
      confirm,
      hooks: hooksOn('PreToolUse', answering('allow')),
      permissions: { allow: ['Write', 'Bash'] },
      script: [
        call('Write', { file_path, content: 'x' }),
        call('Bash', { command: `echo x > ${target}` }),
        say('ok'),
      ],
    });
    expect(confirm).toHaveBeenCalledTimes(2);
    expect(existsSync(file_path)).toBe(false);
  });
});

describe('confirm', () => {
  const asking = (confirm: unknown, ...script: Answer[]) =>
    talk({
      permissionMode: 'default',
      confirm: confirm as Confirm,
      script: [touch, ...script, say('ok')],
    });

  test.each([
    ['throws', () => Promise.reject(new Error('no window'))],
    [
      'throws at once',
      () => {
        throw new Error('no window');
      },
    ],
    ['says nothing', async () => undefined],
    ['says something odd', async () => ({ answer: 'NO' })],
    ['says an empty object', async () => ({})],
    ['says a word', async () => 'no'],
    ['says 1', async () => 1],
  ])('that %s has not said yes', async (_, confirm) => {
    const { dir, agent, server, result } = await asking(confirm);
    expect(existsSync(join(dir, 'ran'))).toBe(false);
    expect(blocksOf(agent.messages, 'tool')[0]).toMatchObject({ success: false, stage: 'end' });
    expect(result.ended).toBe('done');
    expect(server.faults).toEqual([]);
  });

  test.each([
    ['yes', '"yes"'],
    [1, '1'],
    [{ answer: 'Yes' }, '{"answer":"Yes"}'],
    [undefined, 'nothing'],
  ])(
    '%j is no answer: nobody is said to have declined, and the host is told',
    async (answer, got) => {
      const { agent } = await asking(async () => answer);
      expect(blocksOf(agent.messages, 'tool')[0]?.result).toBe(
        'Wave could not ask the user about this call.',
      );
      expect(blocksOf(agent.messages, 'error').map(({ content }) => content)).toEqual([
        `Bash did not run: Wave could not ask the user (confirm: expected { answer: "yes", "no" or "always" }, true or false, got ${got}).`,
      ]);
    },
  );

  test.each([
    ['Bash(', '"Bash(", which was not kept: expected Tool or Tool(pattern)'],
    [5, '5, which was not kept: expected a text, got 5'],
  ])('always with the rule %j runs this call, and is told', async (rule, says) => {
    const { agent, dir } = await asking(async () => ({ answer: 'always', rule }));
    expect(existsSync(join(dir, 'ran'))).toBe(true);
    expect(agent.allowed).toEqual([]);
    expect(blocksOf(agent.messages, 'error').map(({ content }) => content)).toEqual([
      `confirm answered "always" with the rule ${says}. The call runs this once.`,
    ]);
  });

  test('a no with a word: the agent reads it', async () => {
    const { agent, dir } = await asking(async () => ({ answer: 'no', message: 'USETHEOTHER' }));
    expect(blocksOf(agent.messages, 'tool')[0]?.result).toContain('USETHEOTHER');
    expect(existsSync(join(dir, 'ran'))).toBe(false);
  });

  test('always: the rule holds for the session, and for nothing else', async () => {
    const confirm = vi.fn(async () => ({ answer: 'always', rule: 'Bash(touch *)' }));
    const { dir, send } = await asking(confirm, call('Bash', { command: 'touch two' }));
    await send('NEXT', call('Bash', { command: 'touch three' }), say('ok'));
    expect(['ran', 'two', 'three'].every((name) => existsSync(join(dir, name)))).toBe(true);
    expect(confirm).toHaveBeenCalledTimes(1);
    await send('NEXT', call('Bash', { command: 'mkdir four' }), say('ok'));
    expect(confirm).toHaveBeenCalledTimes(2);
  });

  test('requests queue, and an answer before may settle one that waits', async () => {
    let open = 0;
    let most = 0;
    const seen: string[] = [];
    const outside = [tempDir(), tempDir(), tempDir()].map((dir) => join(dir, 'file'));
    for (const file of outside) writeFileSync(file, 'text');
    const { agent } = await talk({
      permissionMode: 'default',
      confirm: async ({ input }: ConfirmRequest) => {
        most = Math.max(most, ++open);
        seen.push(String(input['file_path']));
        const answered = seen.length;
        await new Promise((resolve) => setTimeout(resolve, 100));
        open--;
        return answered === 2 ? { answer: 'always', rule: 'Read(//**)' } : true;
      },
      script: [
        {
          blocks: outside.map((file_path, i) => ({
            call: 'Read',
            input: { file_path },
            id: `r${i}`,
          })),
        },
        say('ok'),
      ],
    });
    // One at a time, and nobody is asked about the third: the second answer has settled it.
    expect({ most, seen }).toEqual({ most: 1, seen: outside.slice(0, 2) });
    expect(blocksOf(agent.messages, 'tool').map(({ success }) => success)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('a hook’s ask reaches the user with its reason, in every mode', async () => {
    const confirm = vi.fn<Confirm>(async () => true);
    const { dir, sent } = await talk({
      confirm,
      hooks: hooksOn('PreToolUse', answering('ask', 'WHYIASK')),
      script: [touch, say('ok')],
    });
    expect(confirm.mock.calls[0]?.[0]).toMatchObject({
      tool: 'Bash',
      reasons: [expect.stringContaining('WHYIASK')],
    });
    expect(existsSync(join(dir, 'ran'))).toBe(true);
    expect(sent).not.toContain('WHYIASK');
  });
});

describe('a call that must fail is not asked about', () => {
  /** A project with a file that was read, and one that was not; whether the user was asked, and what came of it. */
  async function tried(name: string, input: object, options: Parameters<typeof talk>[0] = {}) {
    const dir = options.workdir ?? tempDir();
    for (const file of ['known', 'unknown']) writeFileSync(join(dir, file), 'one\ntwo\n');
    const confirm = vi.fn<Confirm>(async () => false);
    const { agent, server } = await talk({
      workdir: dir,
      permissionMode: 'default',
      confirm,
      script: [call('Read', { file_path: join(dir, 'known') }), call(name, input, 'it'), say('ok')],
      ...options,
    });
    expect(server.faults).toEqual([]);
    const block = blocksOf(agent.messages, 'tool').at(-1);
    return { asked: confirm.mock.calls.length, block };
  }
  const withSecret = () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'secret'), 'key\n');
    return dir;
  };
  const change = (file_path: string, old_string: string, new_string = 'x') =>
    ['Edit', { file_path, old_string, new_string }] as const;

  test.each([
    [
      'a file that was not read',
      ['Write', { file_path: 'unknown', content: 'x' }],
      /not written: it was not read/,
    ],
    ['a directory', ['Write', { file_path: '.', content: 'x' }], /not written: it is a directory/],
    ['an edit of one that was not read', change('unknown', 'two'), /not changed: it was not read/],
    ['an edit of none', change('none', 'two'), /not changed: it does not exist/],
    [
      'a text that is not there',
      change('known', 'three'),
      /not changed: old_string was found 0 times/,
    ],
    [
      'a text that is there twice',
      change('known', 'o'),
      /not changed: old_string was found 2 times/,
    ],
    [
      'no change',
      change('known', 'two', 'two'),
      /not changed: old_string and new_string are equal/,
    ],
  ] as const)('%s', async (_, [name, input], why) => {
    const { asked, block } = await tried(name, input);
    expect(asked).toBe(0);
    // As where the tool itself fails: nobody refused it.
    expect(block).toMatchObject({ success: false, result: expect.stringMatching(why) });
    expect([block?.by, block?.refused]).toEqual([undefined, undefined]);
  });

  test('also where a hook wants the user asked, after it was rewritten', async () => {
    const updatedInput = { file_path: 'unknown', content: 'x' };
    const decision = { hookEventName: 'PreToolUse', permissionDecision: 'ask', updatedInput };
    const entry = { type: 'command', command: printing({ hookSpecificOutput: decision }) };
    const { asked, block } = await tried(
      'Write',
      { file_path: 'new', content: 'x' },
      { hooks: { PreToolUse: [{ matcher: 'Write', hooks: [entry] }] } },
    );
    expect(asked).toBe(0);
    expect(block?.result).toContain('it was not read');
  });

  test.each([
    ['a new file', 'Write', { file_path: 'new', content: 'x' }],
    ['a file that was read', 'Write', { file_path: 'known', content: 'x' }],
    ['a text that is there', ...change('known', 'two')],
  ])('%s is', async (_, name, input) => {
    const { asked, block } = await tried(name, input);
    expect(asked).toBe(1);
    expect(block).toMatchObject({ by: 'user', result: 'The user declined this call.' });
  });

  test.each([
    ['that a rule keeps from being edited', { deny: ['Edit(secret)'] }, 0, 'A permission rule'],
    ['that a rule keeps from being read', { deny: ['Read(secret)'] }, 1, 'The user declined'],
    ['that a rule has asked for before it is read', { ask: ['Read'] }, 2, 'The user declined'],
  ])('whether there is a file %s is not told', async (_, permissions, times, says) => {
    for (const dir of [tempDir(), withSecret()]) {
      const { asked, block } = await tried(...change('secret', 'key'), {
        workdir: dir,
        permissions,
      });
      expect(asked).toBe(times);
      expect(block?.result?.startsWith(says)).toBe(true);
    }
  });

  test('nor whether there is a file outside of the project', async () => {
    const secret = join(tempDir(), 'secret');
    const { asked, block } = await tried('Write', { file_path: secret, content: 'x' });
    writeFileSync(secret, 'key\n');
    const again = await tried('Write', { file_path: secret, content: 'x' });
    expect([asked, again.asked]).toEqual([1, 1]);
    expect(again.block?.result).toBe(block?.result);
  });
});

describe('a custom tool that would fail is not asked about, either', () => {
  const ticket = (more: Partial<Tool>): Tool => ({
    name: 'Ticket',
    description: '',
    input: z.object({}),
    effect: 'run',
    check: async () => 'There is no such ticket.',
    run: async () => ({ success: true, text: 'ran' }),
    ...more,
  });
  test.each<readonly [string, Partial<Tool>, number]>([
    ['names no files', {}, 0],
    ['names none this time', { files: () => [] }, 0],
    ['names one of the project', { files: (_, { projectDir }) => [join(projectDir, 'x')] }, 0],
    ['names one outside', { files: () => ['/etc/hostname'] }, 1],
    ['names one of each', { files: (_, { cwd }) => [join(cwd, 'x'), '/etc/hostname'] }, 1],
  ])('%s', async (_, more, times) => {
    const confirm = vi.fn<Confirm>(async () => false);
    const { agent } = await talk({
      tools: [ticket(more)],
      permissionMode: 'default',
      confirm,
      script: [call('Ticket', {}), say('ok')],
    });
    expect(confirm).toHaveBeenCalledTimes(times);
    expect(blocksOf(agent.messages, 'tool')[0]?.result).toBe(
      times === 0 ? 'There is no such ticket.' : 'The user declined this call.',
    );
  });
});

test('a custom tool whose own code fails while it is checked does not run', async () => {
  const run = vi.fn(async () => ({ success: true, text: 'ran' }));
  const odd: Tool = {
    name: 'Odd',
    description: 'Throws where it says which files it means.',
    input: z.looseObject({}),
    effect: 'read',
    files: () => {
      throw new Error('which files?');
    },
    run,
  };
  const { agent, result, server } = await talk({
    tools: [odd],
    script: [call('Odd', {}), say('ok')],
  });
  expect(run).not.toHaveBeenCalled();
  expect(result.ended).toBe('done');
  expect(blocksOf(agent.messages, 'tool')[0]?.result).toContain('which files?');
  expect(blocksOf(agent.messages, 'error')).toHaveLength(1);
  expect(server.faults).toEqual([]);
});

test.each([
  ['read', 'Read(secret/**)', 'deny'],
  ['read', 'Read(secret/**)', 'ask'],
  ['edit', 'Edit(secret/**)', 'deny'],
] as const)('a custom tool with effect %s: %s in %s holds for it', async (effect, rule, list) => {
  const run = vi.fn(async () => ({ success: true, text: 'ran' }));
  const show: Tool = {
    name: 'Show',
    description: '',
    input: z.object({ path: z.string() }),
    effect,
    files: ({ path }, { projectDir }) => [join(projectDir, String(path))],
    run,
  };
  const { agent } = await talk({
    tools: [show],
    permissionMode: 'acceptEdits',
    permissions: { [list]: [rule] },
    script: [call('Show', { path: 'secret/key' }), call('Show', { path: 'open' }), say('ok')],
  });
  expect(blocksOf(agent.messages, 'tool').map(({ success }) => success)).toEqual([false, true]);
  expect(run).toHaveBeenCalledTimes(1);
  expect(blocksOf(agent.messages, 'tool')[0]?.refused).toContain(`${list} rule: ${rule}`);
});

test('a rule that keeps a file from being read holds for Grep, also through a link with a line break', async () => {
  const dir = tempDir();
  mkdirSync(join(dir, 'in'));
  writeFileSync(join(dir, 'in/secret'), 'one\nHIDDEN foo\nthree\n');
  writeFileSync(join(dir, 'in/open'), 'SEEN foo\n');
  symlinkSync('.', join(dir, 'a\nb'));
  const modes = ['files_with_matches', 'count', 'content'] as const;
  const { agent } = await talk({
    workdir: dir,
    permissions: { deny: ['Read(in/secret)'] },
    script: [
      ...modes.map((output_mode) =>
        call('Grep', { pattern: 'foo', path: 'a\nb', output_mode, '-C': 1 }),
      ),
      say('ok'),
    ],
  });
  const results = blocksOf(agent.messages, 'tool').map(({ result }) => result ?? '');
  expect(results).toHaveLength(modes.length);
  for (const result of results) {
    expect(result).toMatch(/in\/open/);
    expect(result).not.toMatch(/secret|HIDDEN|one|three/);
  }
});
