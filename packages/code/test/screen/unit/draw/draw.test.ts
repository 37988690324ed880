import { stripVTControlCharacters } from 'node:util';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { draw } from '../../../../src/screen/draw/item.ts';
import { bothStreams, headAndTail } from '../../../../src/screen/machine/shell.ts';
import type { HookRun, HookRuns, Item } from '../../../../src/screen/state/item.ts';
import { behind, clipped, counted, hung, wrapped } from '../../../../src/screen/text/lines.ts';
import { painterOf, type Role, THEMES, themeOf } from '../../../../src/screen/text/theme.ts';

const run = (more: Partial<HookRun> = {}): HookRun =>
  ({
    hook: 'guard',
    source: 'settings.json:1',
    ms: 12.4,
    outcome: { is: 'exit', code: 0 },
    stdout: '',
    stderr: '',
    effects: [],
    ...more,
  }) as HookRun;

const runs = (...all: HookRun[]): HookRuns => ({
  event: 'PreToolUse',
  decision: 'none',
  runs: all,
});

const tool = (more: object): Item => ({
  is: 'tool',
  hooks: [],
  block: {
    type: 'tool',
    id: 'c1',
    name: 'Bash',
    parameters: { command: 'ls' },
    stage: 'end',
    success: true,
    result: 'a\nb',
    ...more,
  },
});

const LINES = Array.from({ length: 14 }, (_, n) => `line ${n}`).join('\n');

const ROWS: readonly {
  readonly name: string;
  readonly item: Item;
  readonly short: string[];
  readonly full?: string[];
}[] = [
  { name: 'welcome', item: { is: 'welcome', lines: ['hi'] }, short: ['hi'] },
  {
    name: 'a command of the user, folded',
    item: { is: 'shell', head: '! seq 14  (exit 0)', text: LINES },
    short: [
      '● ! seq 14  (exit 0)',
      ...LINES.split('\n').slice(0, 12),
      '… 2 more lines (Ctrl-O shows all)',
    ],
    full: ['● ! seq 14  (exit 0)', ...LINES.split('\n')],
  },
  {
    name: 'a command of the user that printed nothing',
    item: { is: 'shell', head: '! true  (exit 0)', text: '' },
    short: ['● ! true  (exit 0)'],
  },
  {
    name: 'a call of several lines',
    item: tool({ parameters: { command: 'npm install\n  echo done' }, result: 'x' }),
    short: ['● Bash npm install ⏎ echo done · x'],
  },
  { name: 'output', item: { is: 'output', lines: ['a', 'b'] }, short: ['a', 'b'] },
  { name: 'answer', item: { is: 'answer', text: '**b**', goesOn: false }, short: ['b'] },
  {
    name: 'prompt with its hooks',
    item: { is: 'prompt', text: 'one\ntwo', hooks: [runs(run())] },
    short: ['> one', '  two', '  ⚓ PreToolUse: guard ok 12 ms'],
    full: ['> one', '  two', '⚓ PreToolUse', '  guard  ok  12 ms  settings.json:1'],
  },
  {
    name: 'a long prompt',
    item: { is: 'prompt', text: Array(40).fill('x').join('\n'), hooks: [] },
    short: ['> x', ...Array(29).fill('  x'), '  … 10 more lines'],
    full: ['> x', ...Array(39).fill('  x')],
  },
  {
    name: 'told: info',
    item: { is: 'told', tone: 'info', text: 'note' },
    short: ['ℹ info: note'],
  },
  {
    name: 'told: warning, by a hook',
    item: { is: 'told', tone: 'warning', text: 'careful', hook: 'guard' },
    short: ['⚠ warning: guard: careful'],
  },
  {
    name: 'told: error',
    item: { is: 'told', tone: 'error', text: 'broken' },
    short: ['✗ error: broken'],
  },
  {
    name: 'not sent',
    item: {
      is: 'not-sent',
      how: 'blocked',
      by: ['guard', 'other'],
      why: ['no', 'never'],
      hooks: [runs(run())],
    },
    short: [
      '⊘ The hooks guard, other blocked your prompt: no',
      '  never',
      '  ⚓ PreToolUse: guard ok 12 ms',
    ],
    full: [
      '⊘ The hooks guard, other blocked your prompt: no',
      '  never',
      '⚓ PreToolUse',
      '  guard  ok  12 ms  settings.json:1',
    ],
  },
  {
    name: 'not sent, ended by a hook',
    item: { is: 'not-sent', how: 'halted', by: [], why: [], hooks: [] },
    short: ['⊘ A hook ended the turn.'],
  },
  {
    name: 'to the agent, from Wave itself: folded',
    item: { is: 'to-agent', text: '1\n2' },
    short: [],
    full: ['→ to the agent: 1', '  2'],
  },
  {
    name: 'to the agent',
    item: { is: 'to-agent', text: '1\n2\n3\n4\n5\n6\n7', hooks: ['lint'] },
    short: [
      '→ to the agent from lint: 1',
      ...['2', '3', '4', '5', '6'].map((line) => `  ${line}`),
      '  … 1 more line (Ctrl-O shows all)',
    ],
    full: [
      '→ to the agent from lint: 1',
      ...['2', '3', '4', '5', '6', '7'].map((line) => `  ${line}`),
    ],
  },
  {
    name: 'to the agent: what the user ran',
    item: {
      is: 'to-agent',
      text: 'The user ran `ls` in a shell (exit 0). It printed:\na',
      shell: 'The user ran `ls` in a shell (exit 0). It printed:',
    },
    short: ['→ the agent reads it with your next prompt'],
    full: ['→ to the agent: The user ran `ls` in a shell (exit 0). It ', '  printed:', '  a'],
  },
  {
    name: 'to the agent, by hooks',
    item: { is: 'to-agent', text: 'tidy up', hooks: ['lint', 'types'] },
    short: ['→ to the agent from lint, types: tidy up'],
  },
  {
    name: 'hooks of their own',
    item: {
      is: 'hooks',
      runs: {
        event: 'Stop',
        decision: 'block',
        runs: [run({ outcome: { is: 'exit', code: 2 }, stdout: 'out', stderr: 'err\nmore' })],
      },
    },
    short: ['⚓ Stop: guard exit 2 12 ms'],
    full: [
      '⚓ Stop → block',
      '  guard  exit 2  12 ms  settings.json:1',
      '    stdout │ out',
      '    stderr │ err',
      '    stderr │ more',
    ],
  },
  {
    name: 'a call that runs',
    item: tool({ stage: 'running', result: undefined, success: undefined }),
    short: ['○ Bash ls'],
    full: ['○ Bash', '  command: ls'],
  },
  {
    name: 'a call that is done',
    item: tool({ result: '1\n2\n3\n4\n5' }),
    short: ['● Bash ls · 5 lines', '  │ 3', '  │ 4', '  │ 5'],
    full: ['● Bash', '  command: ls', ...['1', '2', '3', '4', '5'].map((line) => `  │ ${line}`)],
  },
  {
    name: 'a call that failed',
    item: tool({ success: false, result: 'no' }),
    short: ['✗ Bash ls', '  no'],
    full: ['✗ Bash', '  command: ls', '  │ no'],
  },
  {
    name: 'a command that failed: its exit code, then its end',
    item: tool({ success: false, result: `${LINES}\nstderr:\nboom\nExit code: 3\nA note.` }),
    short: [
      '✗ Bash ls',
      '  Exit code: 3',
      '  A note.',
      '  … 8 earlier lines (Ctrl-O shows all)',
      ...[...LINES.split('\n').slice(-6), 'stderr:', 'boom'].map((line) => `  ${line}`),
    ],
    full: [
      '✗ Bash',
      '  command: ls',
      ...[...LINES.split('\n'), 'stderr:', 'boom', 'Exit code: 3', 'A note.'].map(
        (line) => `  │ ${line}`,
      ),
    ],
  },
  {
    name: 'a command that failed behind a progress bar: the last of it in short, all of it in full',
    item: tool({ success: false, result: '10 %\r\u001b[K99 %\nlost\r\nExit code: 1' }),
    short: ['✗ Bash ls', '  Exit code: 1', '  99 %', '  lost'],
    full: [
      '✗ Bash',
      '  command: ls',
      ...['10 %\\r\\u001b[K99 %', 'lost', 'Exit code: 1'].map((line) => `  │ ${line}`),
    ],
  },
  {
    name: 'a command that failed with lines that are too long: wide ones are cut, an indent stays',
    item: tool({
      success: false,
      result: `${'長'.repeat(50)}\n    at ${'x'.repeat(90)}\nExit code: 1`,
    }),
    short: ['✗ Bash ls', '  Exit code: 1', `  ${'長'.repeat(28)}…`, `      at ${'x'.repeat(50)}…`],
  },
  {
    name: 'a command with a progress bar that went well',
    item: tool({ result: '10 %\r100 %\nExit code: 0' }),
    short: ['● Bash ls · 100 %'],
  },
  {
    name: 'a command with a progress bar that the user ran',
    item: { is: 'shell', head: '! x', text: '10 %\r100 %' },
    short: ['● ! x', '100 %'],
    full: ['● ! x', '10 %\\r100 %'],
  },
  {
    name: 'a command that failed and printed an exit code of its own',
    item: tool({ success: false, result: 'Exit code: 0\nExit code: 1' }),
    short: ['✗ Bash ls', '  Exit code: 1', '  Exit code: 0'],
  },
  {
    name: 'a command that failed without a word',
    item: tool({ success: false, result: 'Exit code: 1' }),
    short: ['✗ Bash ls', '  Exit code: 1'],
  },
  {
    name: 'a command that took too long',
    item: tool({ success: false, result: 'a\nThe command ran longer than 5 ms and was ended.' }),
    short: ['✗ Bash ls', '  The command ran longer than 5 ms and was ended.', '  a'],
  },
  {
    name: 'a failed command of the user',
    item: { is: 'shell', head: '! x  (exit 1)', text: LINES, failed: true },
    short: [
      '✗ ! x  (exit 1)',
      '… 2 earlier lines (Ctrl-O shows all)',
      ...LINES.split('\n').slice(-12),
    ],
    full: ['✗ ! x  (exit 1)', ...LINES.split('\n')],
  },
  {
    name: 'a call that a hook blocked',
    item: tool({ success: false, result: 'never', by: 'hook', refused: 'the hook no-rm' }),
    short: ['⊘ Bash ls', '  blocked by the hook no-rm', '  never'],
    full: ['⊘ Bash', '  command: ls', '  blocked by the hook no-rm', '  │ never'],
  },
  {
    name: 'a call that a hook blocked without a reason',
    item: tool({
      success: false,
      result: 'Blocked by hook "no-rm", which gave no reason',
      by: 'hook',
      refused: 'the hook no-rm',
    }),
    short: [
      '⊘ Bash ls',
      '  blocked by the hook no-rm',
      '  Blocked by hook "no-rm", which gave no reason',
    ],
  },
  {
    name: 'a call that the user declined',
    item: tool({ success: false, result: 'The user declined this call.', by: 'user' }),
    short: ['⊘ Bash ls', '  You said no.'],
  },
  {
    name: 'a call that the turn ended before',
    item: tool({ success: false, result: 'Not run: the turn was ended.', by: 'wave' }),
    short: ['⊘ Bash ls', '  Not run: the turn was ended.'],
  },
  {
    name: 'a call that a rule denies',
    item: tool({ success: false, result: 'A rule denies it.', refused: 'deny rule: Bash(ls)' }),
    short: ['⊘ Bash ls', '  not permitted: deny rule: Bash(ls)', '  A rule denies it.'],
  },
  {
    name: 'a rewritten call',
    item: tool({ original: { command: 'rm' }, result: '' }),
    short: ['● Bash ls', '  rewritten by a hook:', '    - command: rm', '    + command: ls'],
  },
  {
    name: 'an edit',
    item: tool({
      name: 'Edit',
      parameters: { file_path: 'a.ts', old_string: 'x\ny', new_string: 'x\nz' },
      result: 'ok',
    }),
    short: ['● Edit a.ts', '    x', '  - y', '  + z'],
  },
  {
    name: 'a file that was read',
    item: tool({
      name: 'Read',
      parameters: { file_path: 'a.ts' },
      result: '     1\ta\n     2\t[b',
    }),
    short: ['● Read a.ts · 2 lines'],
  },
  {
    name: 'a file that was read in part',
    item: tool({
      name: 'Read',
      parameters: { file_path: 'a.ts' },
      result: '     1\ttext\n[The file goes on.]',
    }),
    short: ['● Read a.ts · 1 line [The file goes on.]'],
  },
  {
    name: 'a file that has no lines',
    item: tool({ name: 'Read', parameters: { file_path: 'a.ts' }, result: '[The file is empty.]' }),
    short: ['● Read a.ts · [The file is empty.]'],
  },
  {
    name: 'a new file',
    item: tool({
      name: 'Write',
      parameters: { file_path: 'a', content: 'x\n' },
      result: '/p/a was created with 2 characters.',
    }),
    short: ['● Write a · new', '  + x'],
  },
  {
    name: 'a file that was written over',
    item: tool({
      name: 'Write',
      parameters: { file_path: 'a', content: 'x\n' },
      result: '/p/a was written over with 2 characters.',
    }),
    short: ['● Write a · replaced all of it', '  + x'],
  },
  {
    name: 'a call of a subagent',
    item: { ...tool({}), agent: 'first job' } as Item,
    short: ['  ● first job › Bash ls · 2 lines'],
    full: ['● first job › Bash', '  command: ls', '  │ a', '  │ b'],
  },
  {
    name: 'output with colours and with other controls',
    item: tool({ result: '\u001b[1;31mred\u001b[0m\u001b[2J' }),
    short: ['● Bash ls · red\\u001b[2J'],
    full: ['● Bash', '  command: ls', '  │ red\\u001b[2J'],
  },
  {
    name: 'told: a hook that its text names',
    item: {
      is: 'told',
      tone: 'error',
      text: 'hook "guard" exited 1',
      hook: 'guard',
      named: true,
    },
    short: ['✗ error: hook "guard" exited 1'],
  },
  {
    name: 'told: a hook whose own words look like ours',
    item: { is: 'told', tone: 'warning', text: 'hook "guard" exited 1', hook: 'guard' },
    short: ['⚠ warning: guard: hook "guard" exited 1'],
  },
  {
    name: 'todos',
    item: tool({
      name: 'TodoWrite',
      parameters: {
        todos: [
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'in_progress' },
          { content: 'c', status: 'pending' },
        ],
      },
    }),
    short: ['● TodoWrite ', '  ☒ a', '  ◐ b', '  ☐ c'],
  },
];

const canvas = { width: 60, paint: painterOf('none'), unfold: 'Ctrl-O' };

test.each(ROWS)('$name', ({ item, short, full }) => {
  expect(draw(item, canvas)).toEqual(short);
  if (full) expect(draw(item, canvas, 'full')).toEqual(full);
  else expect(draw(item, canvas, 'full').length).toBeGreaterThan(0);
});

test.each([
  [{ is: 'exit', code: 0 }, 'ok'],
  [{ is: 'exit', code: 7 }, 'exit 7'],
  [{ is: 'signal', signal: 'SIGKILL' }, 'killed by SIGKILL'],
  [{ is: 'timeout' }, 'timed out'],
  [{ is: 'start' }, 'did not start'],
  [{ is: 'cancelled' }, 'cancelled'],
  [{ is: 'cut' }, 'too long'],
] as const)('how a run ended: %o', (outcome, text) => {
  const item: Item = { is: 'hooks', runs: runs(run({ outcome } as Partial<HookRun>)) };
  expect(draw(item, canvas)).toEqual([`⚓ PreToolUse: guard ${text} 12 ms`]);
});

const decide = (decision: string) => ({ do: 'decide', decision });
const rewrite = { do: 'rewrite', target: 'input', fields: {} };

test.each([
  ['PreToolUse', [decide('block')], 'deny'],
  ['PreToolUse', [decide('ask'), rewrite], 'ask, rewrite'],
  ['PreToolUse', [rewrite], 'rewrite'],
  ['PreToolUse', [decide('allow')], 'allow'],
  ['PreToolUse', [decide('none')], 'ok'],
  ['PostToolUse', [decide('block')], 'block'],
  ['Stop', [decide('block'), decide('halt')], 'halt'],
  ['UserPromptSubmit', [{ do: 'add-context', text: 'x' }], 'ok'],
] as const)('what a hook asked for on %s: %o', (event, effects, text) => {
  const asked = run({ effects } as unknown as Partial<HookRun>);
  const item: Item = { is: 'hooks', runs: { event, decision: 'none', runs: [asked] } };
  expect(draw(item, canvas)).toEqual([`⚓ ${event}: guard ${text} 12 ms`]);
  expect(draw(item, canvas, 'full')[1]).toContain(`guard  ${text}  12 ms`);
});

const tell = { do: 'tell-agent', text: 'x' };

test.each([
  ['PreToolUse', 2, [decide('block'), tell], 'deny', 'deny (exit 2)'],
  ['PreToolUse', 2, [decide('allow')], 'allow', 'allow (exit 2)'],
  ['Stop', 2, [decide('block'), tell], 'block', 'block (exit 2)'],
  ['UserPromptSubmit', 2, [decide('block')], 'block', 'block (exit 2)'],
  ['PostToolUse', 2, [tell], 'feedback', 'feedback (exit 2)'],
  ['PostToolUse', 0, [tell], 'feedback', 'feedback'],
  ['PostToolUse', 0, [decide('halt')], 'halt', 'halt'],
  ['PreToolUse', 1, [decide('block'), tell], 'exit 1, deny', 'exit 1, deny'],
  ['PreToolUse', 2, [], 'exit 2', 'exit 2'],
] as const)('%s, exit %i: %o', (event, code, effects, short, full) => {
  const asked = run({ effects, outcome: { is: 'exit', code } } as unknown as Partial<HookRun>);
  const item: Item = { is: 'hooks', runs: { event, decision: 'none', runs: [asked] } };
  expect(draw(item, canvas)).toEqual([`⚓ ${event}: guard ${short} 12 ms`]);
  expect(draw(item, canvas, 'full')[1]).toContain(`guard  ${full}  12 ms`);
});

test('where all hooks do not fit, those with nothing to say are a number; the others are never cut', () => {
  const said = [
    run(),
    run({ hook: 'lint' }),
    run({ hook: 'slow', outcome: { is: 'timeout', ms: 5 } }),
    run(),
  ];
  const item: Item = { is: 'hooks', runs: runs(...said) };
  expect(draw(item, { ...canvas, width: 50 })).toEqual([
    '⚓ PreToolUse: slow timed out 12 ms · 3 more ok',
  ]);
  expect(draw({ is: 'hooks', runs: runs(run(), run(), run()) }, { ...canvas, width: 30 })).toEqual([
    '⚓ PreToolUse: 3 ok',
  ]);
});

test('nothing that others wrote reaches the terminal as a control', () => {
  const evil = 'a\u001b]0;title\u0007\u001b[2Jb';
  const items: Item[] = [
    { is: 'prompt', text: evil, hooks: [runs(run({ hook: evil, stdout: evil, stderr: evil }))] },
    { is: 'answer', text: `${evil}\n\n\`\`\`\n${evil}\n\`\`\``, goesOn: false },
    { is: 'told', tone: 'error', text: evil, hook: evil },
    { is: 'to-agent', text: evil },
    tool({ parameters: { command: evil }, original: { command: evil }, result: evil }),
    tool({ name: evil, parameters: { [evil]: evil }, result: evil }),
  ];
  for (const item of items)
    for (const how of ['short', 'full'] as const)
      expect(draw(item, canvas, how).join('\n')).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
});

test.each([
  ['Short.', '∴ Thought: Short.'],
  ['Short.\nMore.', '∴ Thought: Short. … 1 more line (Ctrl-O shows all)'],
  ['long '.repeat(20), '∴ Thought: long long long long long long… (Ctrl-O shows all)'],
])('a thought is folded, and says how it is read: %j', (text, line) => {
  expect(draw({ is: 'thought', text }, canvas)).toEqual([line]);
});

test('a failure of a tool names files from the project on', () => {
  const item = tool({
    name: 'Read',
    parameters: { file_path: '/p/a.ts' },
    success: false,
    result: '/p/a.ts could not be read: "/p/b.ts" is not /other/p/a.ts',
  });
  expect(draw(item, { ...canvas, root: '/p' })).toEqual([
    '✗ Read a.ts',
    '  a.ts could not be read: "b.ts" is not /other/p/a.ts',
  ]);
});

test.each([20, 30, 60])('no item is wider than %i columns', (width) => {
  for (const { item } of ROWS)
    for (const how of ['short', 'full'] as const)
      for (const line of draw(item, { ...canvas, width }, how))
        expect(stringWidth(line), line).toBeLessThanOrEqual(Math.max(width, 30));
});

test('lines: wrapped, behind a mark, clipped, counted', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('  kept indent', 20)).toEqual(['  kept indent']);
  expect(wrapped('a\tb', 20)).toEqual(['a    b']);
  expect(behind('> ', 'one two three', 10)).toEqual(['> one two ', '  three']);
  expect(clipped('a  b\nc', 9)).toBe('a b c');
  expect(clipped('日本語日本語', 7)).toBe('日本語…');
  expect(counted(1, 'hook')).toBe('1 hook');
  expect(counted(2_000, 'hook')).toBe('2,000 hooks');
});

test.each([
  ['  /name   one two three four', ['  /name   one two three', '          four']],
  ['+    "a": one two three four', ['+    "a": one two three', '     four']],
  ['  plain text that is too long', ['  plain text that is too', '  long']],
  ['a long first one  two three', ['a long first one  two', '  three']],
  ['a very long first column, text', ['a very long first', 'column, text']],
] as const)('under the text of its first line: %s', (line, lines) => {
  expect(hung(line, 24).map((one) => one.trimEnd())).toEqual(lines);
  const painted = hung(painterOf('dark')('good', line), 24);
  expect(painted.map((one) => stripVTControlCharacters(one).trimEnd())).toEqual(lines);
});

test('a style that goes over several lines is closed and opened in each', () => {
  const lines = wrapped(painterOf('dark')('bad', 'one two\nthree'), 4);
  expect(lines).toEqual(['one ', 'two', 'thre', 'e'].map((text) => painterOf('dark')('bad', text)));
});

test.each([
  [{}, undefined],
  [{ NO_COLOR: '1', WAVE_THEME: 'light' }, 'none'],
  [{ NO_COLOR: '' }, undefined],
  [{ WAVE_THEME: 'light' }, 'light'],
  [{ WAVE_THEME: 'none' }, 'none'],
  [{ WAVE_THEME: 'odd' }, undefined],
  [{ COLORFGBG: '0;15' }, 'light'],
  [{ COLORFGBG: '0;default;7' }, 'light'],
  [{ COLORFGBG: '15;0' }, 'dark'],
  [{ COLORFGBG: 'x', WAVE_THEME: 'dark' }, 'dark'],
] as const)('theme of %o is %s', (env, theme) => {
  expect(themeOf(env)).toBe(theme);
});

test.each(['dark', 'light'] as const)(
  '%s: a warning for the user is no word to the agent',
  (theme) => {
    const styles = (['accent', 'warn', 'bad', 'agent'] as const).map((role) =>
      JSON.stringify(THEMES[theme][role]),
    );
    expect(new Set(styles).size).toBe(styles.length);
  },
);

test('every role looks like something in every theme, and like nothing without one', () => {
  for (const role of Object.keys(THEMES.dark) as Role[]) {
    expect(painterOf('none')(role, 'x')).toBe('x');
    for (const theme of ['dark', 'light'] as const)
      expect(painterOf(theme)(role, 'x') === 'x').toBe(role === 'plain');
  }
});

test.each([
  ['a', 'b', 'a\nb'],
  ['a\n', 'b\n', 'a\nb'],
  ['', 'b', 'b'],
  ['a', '', 'a'],
])('both streams of a command: %j and %j', (stdout, stderr, text) => {
  expect(bothStreams(stdout, stderr)).toBe(text);
});

test.each([
  ['start', 'end'],
  ['', ''],
  ['many\nshort\nlines', 'here\nas\nwell'],
])('a line that is too long is cut, whatever stands around it: %j and %j', (first, last) => {
  const { text, left } = headAndTail(`${first}\n${'x'.repeat(5_000)}\n${last}`, 1_000);
  expect(text.length).toBeGreaterThan(900);
  expect(text.length).toBeLessThan(1_100);
  expect(left).toMatch(/left out$/);
});

test('where nothing can be unfolded, what a command of the user printed is shown whole', () => {
  const { unfold: _, ...plain } = canvas;
  const item: Item = { is: 'shell', head: '! x', text: LINES };
  expect(draw(item, plain)).toEqual(['● ! x', ...LINES.split('\n')]);
});
