import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RequestError } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { until } from '../../../../test/until.ts';
import { call, say } from '../../../agent-sdk/test/wire/reply.ts';
import { allow, openEditor } from './editor.ts';

test('a call has its kind, title, place and change, and goes from pending to its end', async () => {
  const editor = await openEditor({ args: ['--permission-mode', 'acceptEdits'] });
  const file = editor.where.write('project/src/a.txt', 'one\ntwo\n');
  editor.server.script(
    call('Read', { file_path: file, offset: 2 }, 'r'),
    call('Edit', { file_path: file, old_string: 'two', new_string: 'three' }, 'e'),
    say('done'),
  );
  const id = await editor.fresh();
  await editor.prompt(id, 'go');
  expect(editor.of('tool_call')).toMatchObject([
    {
      toolCallId: 'r',
      title: 'Read src/a.txt',
      name: 'Read',
      kind: 'read',
      status: 'pending',
      locations: [{ path: file, line: 2 }],
      rawInput: { file_path: file, offset: 2 },
    },
    {
      toolCallId: 'e',
      title: 'Edit src/a.txt',
      kind: 'edit',
      locations: [{ path: file, line: 2 }],
      content: [{ type: 'diff', path: file, oldText: 'two', newText: 'three' }],
    },
  ]);
  const steps = editor.of('tool_call_update').map(({ toolCallId, status }) => [toolCallId, status]);
  expect(steps).toEqual([
    ['r', 'in_progress'],
    ['r', 'completed'],
    ['e', 'in_progress'],
    ['e', 'completed'],
  ]);
  expect(editor.of('tool_call_update').at(-1)).toMatchObject({
    content: [{ type: 'diff', oldText: 'two', newText: 'three' }],
    rawOutput: { success: true, output: expect.stringContaining('was changed') },
  });
});

test('a whole file that is written shows what it replaces', async () => {
  const editor = await openEditor({ args: ['--permission-mode', 'acceptEdits'] });
  const file = editor.where.write('project/a.txt', 'old\n');
  editor.server.script(
    call('Read', { file_path: file }),
    call('Write', { file_path: file, content: 'new\n' }, 'w'),
    say('done'),
  );
  await editor.prompt(await editor.fresh(), 'go');
  const ends = editor.of('tool_call_update').filter(({ toolCallId }) => toolCallId === 'w');
  expect(ends.at(-1)).toMatchObject({
    status: 'completed',
    content: [{ type: 'diff', path: file, oldText: 'old\n', newText: 'new\n' }],
  });
});

test('a question carries who asks, why and the rewritten input, and what is allowed is what runs', async () => {
  const editor = await openEditor({
    script: [call('Bash', { command: 'touch a' }, 'b'), say('ok')],
  });
  editor.where.write('home/.wave/settings.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'command',
              name: 'careful',
              command: `echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "b is better", "updatedInput": {"command": "touch b"}}}'`,
            },
          ],
        },
      ],
    },
  });
  await editor.prompt(await editor.fresh(), 'go');
  expect(editor.asked).toMatchObject([
    {
      toolCall: {
        toolCallId: 'b',
        title: 'touch b',
        kind: 'execute',
        status: 'pending',
        rawInput: { command: 'touch b' },
        _meta: {
          wave: { by: 'the hook careful', hooks: ['careful'], original: { command: 'touch a' } },
        },
      },
    },
  ]);
  const shown = JSON.stringify(editor.asked[0]?.toolCall.content);
  for (const word of [
    'Asked by the hook careful: b is better',
    'A hook changed this call',
    'touch a',
  ])
    expect(shown).toContain(word);
  expect([
    existsSync(join(editor.where.project, 'a')),
    existsSync(join(editor.where.project, 'b')),
  ]).toEqual([false, true]);
  expect(JSON.stringify(editor.of('tool_call_update').at(-1))).toContain(
    'A hook changed this call',
  );
});

test('allowed for good, a rule holds in the session and in the project', async () => {
  const run = call('Bash', { command: 'touch made' });
  const editor = await openEditor({
    script: [run, run, say('ok')],
    permit: ({ options }) =>
      allow(options.find(({ name }) => name.endsWith('in this project'))?.optionId ?? ''),
  });
  await editor.prompt(await editor.fresh(), 'go');
  expect(editor.asked.length).toBe(1);
  expect(editor.asked[0]?.options.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['allow_once', 'allow_always', 'reject_once']),
  );
  expect(readFileSync(join(editor.where.project, '.wave/settings.local.json'), 'utf8')).toContain(
    'Bash(touch made)',
  );
});

test.each([
  ['rejected', allow('reject')],
  ['cancelled', { outcome: { outcome: 'cancelled' as const } }],
  ['answered with nonsense', allow('bypass-everything')],
])('a question that is %s runs nothing', async (_, answer) => {
  const editor = await openEditor({
    script: [call('Bash', { command: 'touch made' }), say('ok')],
    permit: () => answer,
  });
  await editor.prompt(await editor.fresh(), 'go');
  expect(existsSync(join(editor.where.project, 'made'))).toBe(false);
  expect(editor.of('tool_call_update').at(-1)).toMatchObject({ status: 'failed' });
  expect(JSON.stringify(editor.of('tool_call_update').at(-1))).toContain('you rejected it');
});

test('a plan mode plan is shown, accepted with a mode, and the mode is told', async () => {
  const editor = await openEditor({
    args: ['--permission-mode', 'plan'],
    script: [call('ExitPlanMode', { plan: '1. write it' }, 'p'), say('ok')],
    permit: () => allow('accept-edits'),
  });
  await editor.prompt(await editor.fresh(), 'plan it');
  expect(editor.asked).toMatchObject([{ toolCall: { toolCallId: 'p', kind: 'switch_mode' } }]);
  expect(JSON.stringify(editor.asked[0])).toContain('1. write it');
  expect(editor.of('current_mode_update')).toMatchObject([{ currentModeId: 'acceptEdits' }]);
});

test('the list of what is to be done is a plan', async () => {
  const todos = [
    { content: 'first', status: 'completed' },
    { content: 'second', status: 'in_progress' },
  ];
  const editor = await openEditor({ script: [call('TodoWrite', { todos }), say('ok')] });
  await editor.prompt(await editor.fresh(), 'go');
  expect(editor.of('plan')).toMatchObject([
    {
      entries: [
        { content: 'first', status: 'completed', priority: 'medium' },
        { content: 'second', status: 'in_progress', priority: 'medium' },
      ],
    },
  ]);
  expect(editor.of('tool_call')).toEqual([]);
});

test('the calls of a subagent are told under its name', async () => {
  const editor = await openEditor({
    script: [
      call('Task', { description: 'look', prompt: 'find it', subagent_type: 'explore' }, 't'),
      call('Glob', { pattern: '*.md' }, 'g'),
      say('none'),
      say('done'),
    ],
  });
  await editor.prompt(await editor.fresh(), 'go');
  expect(editor.of('tool_call')).toMatchObject([
    { toolCallId: 't', title: 'look' },
    { toolCallId: expect.stringMatching(/^.+:g$/), title: 'look › Find *.md', kind: 'search' },
  ]);
});

const QUESTION = {
  question: 'Which colour?',
  options: [{ label: 'red' }, { label: 'blue', description: 'calm' }],
};

test("the agent's own questions are a form where the editor has forms", async () => {
  const editor = await openEditor({
    can: { elicitation: { form: {} } },
    script: [call('AskUserQuestion', { questions: [QUESTION] }), say('ok')],
    elicit: (request) => {
      expect(request).toMatchObject({ mode: 'form', message: 'Which colour?' });
      return { action: 'accept', content: { answer1: 'blue' } };
    },
  });
  await editor.prompt(await editor.fresh(), 'go');
  expect(JSON.stringify(editor.server.requests.at(-1)?.body)).toContain('Which colour?\\nblue');
});

test('and a choice as for a permission where it has none', async () => {
  const editor = await openEditor({
    script: [call('AskUserQuestion', { questions: [QUESTION] }), say('ok')],
    permit: ({ options }) => allow(options[0]?.optionId ?? ''),
  });
  await editor.prompt(await editor.fresh(), 'go');
  expect(editor.asked[0]?.options.map(({ name }) => name)).toEqual(['red', 'blue', 'No answer']);
  expect(JSON.stringify(editor.server.requests.at(-1)?.body)).toContain('Which colour?\\nred');
});

test('what is typed and not saved is read, and an edit appears in the editor', async () => {
  const buffers: Record<string, string> = {};
  const editor = await openEditor({
    can: { fs: { readTextFile: true, writeTextFile: true } },
    args: ['--permission-mode', 'acceptEdits'],
    buffers,
  });
  const file = editor.where.write('project/a.txt', 'saved\n');
  buffers[file] = 'typed\n';
  editor.server.script(
    call('Read', { file_path: file }),
    call('Edit', { file_path: file, old_string: 'typed', new_string: 'edited' }),
    say('done'),
  );
  const id = await editor.fresh();
  await editor.prompt(id, 'go');
  // Editors look a session up by its id, and refuse what they do not find.
  expect(editor.fsSessions).toEqual(new Set([id]));
  expect(buffers[file]).toBe('edited\n');
  expect(readFileSync(file, 'utf8')).toBe('edited\n');
  expect(new Set(editor.fs)).toEqual(new Set([`read ${file}`, `write ${file}`]));
});

test('a file outside of the project is not asked of the editor, nor may it change what is there', async () => {
  const editor = await openEditor({
    can: { fs: { readTextFile: true, writeTextFile: true } },
  });
  const file = editor.where.write('home/b.txt', 'mine\n');
  editor.server.script(call('Read', { file_path: file }), say('done'));
  await editor.prompt(await editor.fresh(), 'go');
  expect(editor.asked).toMatchObject([{ toolCall: { name: 'Read' } }]);
  expect(editor.fs).toEqual([]);
});

test('where the editor refuses a file, the call fails with its words', async () => {
  const editor = await openEditor({
    can: { fs: { readTextFile: true, writeTextFile: true } },
    fsFault: new RequestError(-32001, 'the policy says no'),
  });
  const file = editor.where.write('project/a.txt', 'secret\n');
  editor.server.script(call('Read', { file_path: file }), say('done'));
  await editor.prompt(await editor.fresh(), 'go');
  expect(editor.of('tool_call_update').at(-1)).toMatchObject({
    status: 'failed',
    rawOutput: { success: false, output: expect.stringContaining('(-32001): the policy says no') },
  });
  expect(JSON.stringify(editor.server.requests.at(-1)?.body)).not.toContain('secret');
});

test('what a deny rule hides is shown by no mention, no change and no question', async () => {
  const editor = await openEditor({ args: ['--disallowed-tools', 'Read(.env)'] });
  const file = editor.where.write('project/.env', 'KEY=hidden');
  editor.server.script(call('Write', { file_path: file, content: 'x' }), say('done'));
  const id = await editor.fresh();
  await editor.agent.request('session/prompt', {
    sessionId: id,
    prompt: [
      { type: 'text', text: 'see ' },
      { type: 'resource_link', name: '.env', uri: `file://${file}` },
      { type: 'resource', resource: { uri: `file://${file}#L1:1`, text: 'KEY=hidden' } },
    ],
  });
  expect(editor.lines().join('\n')).not.toContain('KEY=hidden');
  expect(JSON.stringify(editor.server.requests)).not.toContain('KEY=hidden');
  await until(() => editor.said().includes('was not attached'));
});

test('what a guard keeps from being written is not shown by the change that it refused', async () => {
  const editor = await openEditor();
  const guard = { type: 'command', command: 'echo guarded >&2; exit 2' };
  editor.where.write('home/.wave/settings.json', {
    hooks: { PreToolUse: [{ matcher: 'Read|Edit|Write', hooks: [guard] }] },
  });
  const file = editor.where.write('project/.env', 'KEY=hidden');
  editor.server.script(call('Write', { file_path: file, content: 'x' }, 'w'), say('done'));
  await editor.prompt(await editor.fresh(), 'write it');
  expect(editor.of('tool_call_update').at(-1)).toMatchObject({ toolCallId: 'w', status: 'failed' });
  expect(editor.lines().join('\n')).not.toContain('KEY=hidden');
});

const SLOW = `for i in 1 2 3; do echo "line $i"; sleep 0.3; done`;
const slowly = () => call('Bash', { command: SLOW }, 'b');

test('what a command prints is shown while it runs', async () => {
  const editor = await openEditor({
    args: ['--permission-mode', 'bypassPermissions'],
    script: [slowly(), say('ok')],
  });
  await editor.prompt(await editor.fresh(), 'go');
  const running = editor
    .of('tool_call_update')
    .filter(({ status }) => status === 'in_progress')
    .map(({ content }) => JSON.stringify(content));
  const early = running.findIndex((text) => text.includes('line 1') && !text.includes('line 3'));
  expect(early).toBeGreaterThanOrEqual(0);
  expect(JSON.stringify(editor.of('tool_call_update').at(-1))).toContain('line 3');
});

test('and in a terminal, where the editor shows those of the agent', async () => {
  const editor = await openEditor({
    can: { _meta: { terminal_output: true } },
    args: ['--permission-mode', 'bypassPermissions'],
    script: [slowly(), call('Bash', { command: 'echo quick' }, 'q'), say('ok')],
  });
  await editor.prompt(await editor.fresh(), 'go');
  const of = (id: string) => editor.of('tool_call_update').filter((one) => one.toolCallId === id);
  expect(of('b')[0]).toMatchObject({
    content: [{ type: 'terminal', terminalId: 'b' }],
    _meta: { terminal_info: { terminal_id: 'b', cwd: editor.where.project } },
  });
  const data = (id: string) =>
    of(id)
      .map(({ _meta }) => (_meta?.['terminal_output'] as { data?: string })?.data ?? '')
      .join('');
  expect(data('b').match(/line \d/g)).toEqual(['line 1', 'line 2', 'line 3']);
  expect(data('q')).toContain('quick');
  expect(of('b').at(-1)).toMatchObject({
    status: 'completed',
    content: [{ type: 'terminal', terminalId: 'b' }],
    _meta: { terminal_exit: { terminal_id: 'b', exit_code: 0, signal: null } },
  });
});
