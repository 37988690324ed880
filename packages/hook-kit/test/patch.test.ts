import { describe, expect, test } from 'vitest';
import { filesOfPatch } from '../src/event/patch.ts';
import { allow, ask, context, defineHook, deny, rewrite } from '../src/index.ts';

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

describe('the files of a patch', () => {
  test.each([
    [
      'a new file is a Write',
      ['*** Add File: src/a.ts', '+one', '+two'],
      [['Write', { file_path: '/w/src/a.ts', content: 'one\ntwo' }]],
    ],
    [
      'a changed one is an Edit',
      ['*** Update File: a', '@@ f()', ' same', '-old', '+new'],
      [['Edit', { file_path: '/w/a', old_string: 'same\nold', new_string: 'same\nnew' }]],
    ],
    [
      'a deleted one is an Edit that leaves nothing',
      ['*** Delete File: /etc/hosts'],
      [['Edit', { file_path: '/etc/hosts', old_string: '', new_string: '' }]],
    ],
    [
      'a moved one is written at its new place as well',
      ['*** Update File: a', '*** Move to: b/../.env', '-old', '+new'],
      [
        ['Write', { file_path: '/w/.env', content: 'new' }],
        ['Edit', { file_path: '/w/a', old_string: 'old', new_string: 'new' }],
      ],
    ],
    [
      'several files, indented or with the ends of lines of Windows',
      ['*** Add File: a\r', '+x\r', '  *** Delete File: b  '],
      [
        ['Write', { file_path: '/w/a', content: 'x' }],
        ['Edit', { file_path: '/w/b', old_string: '', new_string: '' }],
      ],
    ],
    [
      'with all that Codex takes for space, and names as Codex has them',
      [
        '*** Add File: a\r\r',
        '+x',
        '\u0085*** Delete File: b\u0085',
        '*** Delete File:  c\u2028d\re',
      ],
      [
        ['Write', { file_path: '/w/a', content: 'x' }],
        ['Edit', { file_path: '/w/b', old_string: '', new_string: '' }],
        ['Edit', { file_path: '/w/ c\u2028d\re', old_string: '', new_string: '' }],
      ],
    ],
    [
      'what is only written into a file is no file of the patch',
      ['*** Add File: a', '+*** Delete File: b'],
      [['Write', { file_path: '/w/a', content: '*** Delete File: b' }]],
    ],
  ])('%s', (_, lines, wanted) => {
    const calls = filesOfPatch(patch(...lines), '/w');
    expect(calls.map(({ tool_name, tool_input }) => [tool_name, tool_input])).toEqual(wanted);
  });

  test.each(['', 'rm -rf x', patch(), undefined, 7])(
    'without a file it cannot be judged: %j',
    (text) => {
      expect(() => filesOfPatch(text, '/w')).toThrow('cannot tell which files the patch changes');
    },
  );
});

const guard = defineHook(
  'PreToolUse',
  ({ tool_name, tool_input }) => {
    if (tool_name !== 'Edit' && tool_name !== 'Write') return;
    const { file_path } = tool_input;
    if (file_path.endsWith('.env')) return deny('no secrets');
    if (file_path.endsWith('.lock')) return ask('by hand?');
    if (file_path.endsWith('.md')) return allow('docs');
    if (file_path.endsWith('.css')) return rewrite({ content: 'x' });
    if (file_path.endsWith('.ts')) return context('strict here');
  },
  { for: 'codex', failClosed: true },
);

const answerTo = (command: unknown, tool_name = 'apply_patch') =>
  guard.run({
    hook_event_name: 'PreToolUse',
    turn_id: 't',
    cwd: '/w',
    tool_name,
    tool_input: { command },
  });

const refused = (why: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: why,
  },
});

describe('a guard of files asked about a patch of Codex', () => {
  test.each([
    ['one refused file refuses the patch', ['a.md', '.env'], refused('no secrets')],
    [
      'what is asked about one file is asked about the patch, as far as Codex can',
      ['a.txt', 'b.lock'],
      refused('by hand? It needs a confirmation, for which this agent cannot ask.'),
    ],
    [
      'a part of a patch cannot be rewritten',
      ['a.css'],
      refused('Suggested instead: {"content":"x"}'),
    ],
    [
      'context of every file',
      ['a.ts', 'b.ts'],
      {
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          additionalContext: 'strict here\nstrict here',
        },
      },
    ],
    ['nothing to say', ['a.txt', 'b.txt'], {}],
  ])('%s', async (_, files, wanted) => {
    const lines = files.flatMap((file) => [`*** Add File: ${file}`, '+x']);
    expect(await answerTo(patch(...lines))).toEqual(wanted);
  });

  test('a patch that cannot be read breaks the hook, and it fails closed', async () => {
    await expect(answerTo('*** Rename File: .env')).rejects.toThrow('cannot tell which files');
    expect(guard.onError).toBe('block');
  });

  test('allow counts where every file has it', async () => {
    const said = defineHook('PreToolUse', ({ tool_input }) =>
      JSON.stringify(tool_input).includes('.md') ? allow('docs') : undefined,
    );
    const decisionOn = async (...files: string[]) => {
      const command = patch(...files.flatMap((file) => [`*** Add File: ${file}`, '+x']));
      const input = { hook_event_name: 'PreToolUse', tool_name: 'apply_patch', cwd: '/w' };
      return said.run({ ...input, tool_input: { command } });
    };
    expect(await decisionOn('a.md', 'b.md')).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'allow' },
    });
    expect(await decisionOn('a.md', 'b.txt')).toEqual({});
  });
});

describe('a patch that comes as a command, which Codex carries out itself', () => {
  const run = (file: string, before = 'apply_patch <<') =>
    `${before}'EOF'\n${patch(`*** Add File: ${file}`, '+x')}\nEOF`;

  test.each([
    ['as a here-document', run('.env')],
    ['under its other name', run('.env', 'applypatch <<')],
    ['as an argument', `apply_patch '${patch('*** Add File: .env', '+x')}'`],
    ['with tabs before its lines', run('.env', 'apply_patch <<-').replaceAll('***', '\t***')],
  ])('%s', async (_, command) => {
    expect(await answerTo(command, 'Bash')).toEqual(refused('no secrets'));
    expect(await answerTo(command.replace('.env', 'b.txt'), 'Bash')).toEqual({});
  });

  test('hooks see the command first, then each file where it really is', async () => {
    const seen: unknown[] = [];
    const watch = defineHook(
      'PreToolUse',
      ({ tool_name, tool_input }) => void seen.push([tool_name, Object.values(tool_input)[0]]),
      { for: 'codex' },
    );
    const input = { hook_event_name: 'PreToolUse', turn_id: 't', cwd: '/w', tool_name: 'Bash' };
    const commands = ['cd "a b" && ', "cd 'c' && ", ' cd /d && ', 'cd ~ && ', ''].map((cd) =>
      run('f', `${cd}apply_patch <<`),
    );
    for (const command of commands) await watch.run({ ...input, tool_input: { command } });
    const places = ['/w/a b/f', '/w/c/f', '/d/f', '/w/~/f', '/w/f'];
    expect(seen).toEqual(
      commands.flatMap((command, at) => [
        ['Bash', command],
        ['Write', places[at]],
      ]),
    );
  });

  test.each([
    ['a command that only speaks of it', 'grep -rn "apply_patch" docs'],
    ['a patch for another program', `cat <<'EOF'\n${patch('*** Add File: .env', '+x')}\nEOF`],
  ])('%s is a command', async (_, command) => {
    expect(await answerTo(command, 'Bash')).toEqual({});
  });
});
