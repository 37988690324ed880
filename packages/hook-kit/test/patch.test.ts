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

const answerTo = (command: unknown) =>
  guard.run({
    hook_event_name: 'PreToolUse',
    turn_id: 't',
    cwd: '/w',
    tool_name: 'apply_patch',
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
