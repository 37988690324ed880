import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place, wave } from './helpers.ts';

const ENV = { CLAUDE_CONFIG_DIR: '', CLAUDE_PROJECT_DIR: '', CLAUDE_PLUGIN_ROOT: '' };
const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });

interface Line {
  field: string;
  why?: string;
  value?: unknown;
}

/** Imports from Claude Code; gives the exit code, the lists, and what our files hold now. */
async function take(where: Place, ...args: string[]) {
  const { code, stdout, stderr } = await wave(
    ['hooks', 'import', '--from', 'claude-code', '--json', ...args],
    where,
    { env: ENV },
  );
  expect(stderr).toBe('');
  const read = (file: string) =>
    existsSync(file)
      ? JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))
      : undefined;
  const lists = JSON.parse(stdout) as { notCarried: Line[]; imported: Line[]; guardsLeft: number };
  return {
    code,
    ...lists,
    why: (field: string) => lists.notCarried.find((line) => line.field === field)?.why,
    ours: read(join(where.project, '.wave/settings.json')),
    own: read(join(where.home, '.wave/settings.json')),
  };
}

const entryOf = ({ hooks }: { hooks: Record<string, { hooks: object[] }[]> }, event: string) =>
  hooks[event]?.[0]?.hooks[0];

test("a plugin's entries are written with real paths, and run", async () => {
  const where = place();
  const root = join(where.home, '../it is tidy');
  where.write('it is tidy/guard.sh', 'echo "said by a plugin" >&2; exit 2\n');
  where.write('it is tidy/hooks/hooks.json', {
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [hook('sh ${CLAUDE_PLUGIN_ROOT}/guard.sh')] }],
      Stop: [{ hooks: [hook(`sh "$CLAUDE_PLUGIN_ROOT/guard.sh" '\${CLAUDE_PLUGIN_ROOT}'`)] }],
    },
  });
  where.write('home/.claude/settings.json', { enabledPlugins: { 'tidy@shop': true } });
  where.write('home/.claude/plugins/installed_plugins.json', {
    plugins: { 'tidy@shop': [{ installPath: root }] },
  });
  const { code, own } = await take(where);
  expect(code).toBe(0);
  expect(entryOf(own, 'PreToolUse')).toMatchObject({ command: `sh "${root}"/guard.sh` });
  expect(entryOf(own, 'Stop')).toMatchObject({ command: `sh "${root}/guard.sh" '${root}'` });
  const { stdout } = await wave(['hooks', 'run', 'PreToolUse', '--json'], where, {
    env: ENV,
    stdin: JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } }),
  });
  expect(JSON.parse(stdout).toAgent).toMatchObject([{ text: 'said by a plugin' }]);
});

test('deny and ask are carried over once; what opens something, and the rest, is named', async () => {
  const where = place();
  where.write(
    'project/.wave/settings.json',
    '{\n  // ours\n  "permissions": { "deny": ["Read(.env)"] }\n}\n',
  );
  where.write('project/.claude/settings.json', {
    permissions: {
      deny: ['Read(.env)', 'Bash(curl *)'],
      ask: ['Bash(git push *)'],
      allow: ['Bash'],
      defaultMode: 'plan',
    },
    env: { A: 'b' },
    statusLine: { type: 'command', command: 'x' },
    model: 'opus',
  });
  const { code, why, imported } = await take(where);
  expect(code).toBe(0);
  const file = readFileSync(join(where.project, '.wave/settings.json'), 'utf8');
  expect(file).toContain('// ours');
  expect(file.match(/"Read\(\.env\)"/g)).toHaveLength(1);
  expect(file).toMatch(
    /"deny": \["Read\(\.env\)", "Bash\(curl \*\)"\], "ask": \[\s*"Bash\(git push \*\)"\s*\]/,
  );
  expect(imported.map(({ field }) => field)).toContain('permissions.deny');
  for (const field of [
    'permissions.allow',
    'permissions.defaultMode',
    'env',
    'statusLine',
    'model',
  ])
    expect(why(field), field).toBeTruthy();
  await take(where);
  expect(readFileSync(join(where.project, '.wave/settings.json'), 'utf8')).toBe(file);
});

test.each([
  ['.claude/hooks/guard.sh', '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'],
  ['sh ./.claude/hooks/guard.sh --x', 'sh "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh --x'],
  ['sh ".claude/hooks/guard.sh"', 'sh "$CLAUDE_PROJECT_DIR"/".claude/hooks/guard.sh"'],
  [
    'sh "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh',
    'sh "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh',
  ],
  ['echo .claude/other', 'echo .claude/other'],
])('a relative path of a file that is there gets its root: %s', async (command, written) => {
  const where = place();
  where.write('project/.claude/hooks/guard.sh', 'true\n');
  where.write('project/.claude/settings.json', { hooks: { Stop: [{ hooks: [hook(command)] }] } });
  const { ours } = await take(where);
  expect(entryOf(ours, 'Stop')).toEqual(hook(written, { timeout: 600 }));
});

test.each([
  ['a variable that nobody sets', 'sh "$CLAUDE_TOOL_INPUT"', '$CLAUDE_TOOL_INPUT'],
  ['a plugin’s variable outside of one', '${CLAUDE_PLUGIN_ROOT}/x.sh', '$CLAUDE_PLUGIN_ROOT'],
  ['a file that is not there', 'sh hooks/none.sh', 'file'],
])('%s: written switched off, and exit 3 for a guard', async (_, command, field) => {
  const where = place();
  where.write('project/.claude/settings.json', {
    hooks: { PreToolUse: [{ hooks: [hook(command)] }], Notification: [{ hooks: [hook(command)] }] },
  });
  const { code, ours, why, guardsLeft } = await take(where);
  expect([code, guardsLeft]).toEqual([3, 1]);
  expect(entryOf(ours, 'PreToolUse')).toMatchObject({ enabled: false });
  expect(why(field)).toMatch(/switched off/);
});

test.each<[string, object]>([
  ['a flat array', { PreToolUse: [hook('true')] }],
  ['a misspelt event', { preToolUse: [{ hooks: [hook('true')] }] }],
  [
    'a kind of hook that Wave does not have',
    { PreToolUse: [{ hooks: [{ type: 'oracle', prompt: 'x' }] }] },
  ],
])('%s leaves a guard behind: exit 3', async (_, hooks) => {
  const where = place();
  where.write('project/.claude/settings.json', { hooks });
  expect((await take(where)).code).toBe(3);
});

test('what only looks on may stay behind: exit 0', async () => {
  const where = place();
  where.write('project/.claude/settings.json', {
    hooks: { WorktreeCreate: [{ hooks: [hook('true')] }] },
  });
  expect((await take(where)).code).toBe(0);
});

test('--guards-block shuts the gate where a guard fails, and without it that is offered', async () => {
  const where = place();
  where.write('project/.claude/settings.json', {
    hooks: { PreToolUse: [{ hooks: [hook('true')] }], PostToolUse: [{ hooks: [hook('true')] }] },
  });
  const plain = await wave(['hooks', 'import', '--from', 'claude-code', '--dry-run'], where, {
    env: ENV,
  });
  expect(plain.stdout).toMatch(/1 hook can block; .* --guards-block writes "onError": "block"/);
  const { ours } = await take(where, '--guards-block');
  expect(entryOf(ours, 'PreToolUse')).toMatchObject({ onError: 'block' });
  expect(entryOf(ours, 'PostToolUse')).not.toHaveProperty('onError');
});

test('a program with arguments gets real paths without quotes; a missing file is written off', async () => {
  const where = place();
  const root = join(where.home, '../it is tidy');
  where.write('it is tidy/guard.sh', 'exit 0\n');
  where.write('it is tidy/hooks/hooks.json', {
    hooks: { Stop: [{ hooks: [hook('sh', { args: ['${CLAUDE_PLUGIN_ROOT}/guard.sh', '-v'] })] }] },
  });
  where.write('home/.claude/settings.json', { enabledPlugins: { 'tidy@shop': true } });
  where.write('home/.claude/plugins/installed_plugins.json', {
    plugins: { 'tidy@shop': [{ installPath: root }] },
  });
  where.write('project/tools/check.sh', 'exit 0\n');
  where.write('project/.claude/settings.json', {
    hooks: {
      PreToolUse: [{ hooks: [hook('sh', { args: ['./tools/check.sh', 'x y'] })] }],
      PostToolUse: [{ hooks: [hook('sh', { args: ['tools/gone.sh'] })] }],
    },
  });
  const { own, ours, why, code } = await take(where);
  expect(entryOf(own, 'Stop')).toMatchObject({ command: 'sh', args: [`${root}/guard.sh`, '-v'] });
  expect(entryOf(ours, 'PreToolUse')).toMatchObject({
    command: 'sh',
    args: ['${CLAUDE_PROJECT_DIR}/tools/check.sh', 'x y'],
  });
  expect(entryOf(ours, 'PostToolUse')).toMatchObject({ enabled: false });
  expect(why('file')).toContain('tools/gone.sh');
  expect(code).toBe(0);
});
