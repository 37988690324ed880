import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Place, place, wave } from './helpers.ts';

const ENV = { CLAUDE_CONFIG_DIR: '' };
const run = (where: Place, ...args: string[]) => wave(['hooks', ...args], where, { env: ENV });

const CALL = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });
const fire = async (where: Place, event = 'PreToolUse', input = CALL) => {
  const { code, stdout, stderr } = await wave(['hooks', 'run', event, '--json'], where, {
    env: ENV,
    stdin: input,
  });
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout);
};

const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
const on = (event: string, ...hooks: object[]) => ({ [event]: [{ hooks }] });
const block = (text: string) => hook(`echo ${text} >&2; exit 2`);
const said = (verdict: { toAgent: { text: string }[] }) =>
  verdict.toAgent.map(({ text }) => text.trim());

const list = async (where: Place) => JSON.parse((await run(where, 'list', '--json')).stdout);

describe('until the user says so', () => {
  test("Claude Code's files are off, and one line says so", async () => {
    const where = place();
    where.write('project/.claude/settings.json', { hooks: on('PreToolUse', block('no')) });
    where.write('home/.claude/settings.json', { permissions: { deny: ['WebFetch'] } });
    const verdict = await fire(where);
    expect([verdict.decision, verdict.runs]).toEqual(['none', []]);
    expect(verdict.toUser).toMatchObject([
      { tone: 'warning', text: expect.stringContaining('"wave hooks claude-code on"') },
    ]);
    const { stderr } = await wave(['-p', 'say hello', '--model', 'practice'], where, { env: ENV });
    expect(stderr.match(/wave hooks claude-code on/g)).toHaveLength(1);
  });

  test('a project cannot say so, by any file of its own', async () => {
    const where = place();
    where.write('project/.claude/settings.json', { hooks: on('PreToolUse', block('no')) });
    for (const file of ['settings.json', 'settings.local.json'])
      where.write(`project/.wave/${file}`, { readClaudeCode: true });
    const { runs, toUser } = await fire(where);
    expect(runs).toEqual([]);
    expect(JSON.stringify(toUser)).toMatch(/readClaudeCode.*never read from a project's file/);
  });

  test('a broken file of theirs stops nobody', async () => {
    const where = place();
    where.write('project/.claude/settings.json', '{ "hooks": ');
    expect((await fire(where)).decision).toBe('none');
  });

  test('without hooks and rules there is nothing to say', async () => {
    const where = place();
    where.write('home/.claude/settings.json', { model: 'x', permissions: { allow: ['Bash'] } });
    expect((await fire(where)).toUser).toEqual([]);
  });

  test('agents and skills alone are reason enough to say so', async () => {
    const where = place();
    where.write('project/.claude/agents/seer.md', '---\ndescription: sees\n---\nx\n');
    where.write('project/.claude/skills/pdf/SKILL.md', '---\ndescription: reads\n---\nx\n');
    where.write('home/.claude/skills/doc/SKILL.md', '---\ndescription: reads\n---\nx\n');
    expect((await fire(where)).toUser).toMatchObject([
      { text: expect.stringContaining("Claude Code's 1 agent and 2 skills here") },
    ]);
    const { stderr } = await wave(['-p', 'say hello', '--model', 'practice'], where, { env: ENV });
    expect(stderr.match(/wave hooks claude-code on/g)).toHaveLength(1);
    const { stdout } = await run(where, 'claude-code');
    expect(stdout).toMatch(/project\/\.claude\/agents\/seer\.md {2}1 agent\n/);
    expect(stdout).toMatch(/project\/\.claude\/skills\/pdf\/SKILL\.md {2}1 skill\n/);
    expect(stdout).toContain('~/.claude/skills/doc/SKILL.md  1 skill\n');
    const { stdout: on } = await run(where, 'claude-code', 'on');
    expect(on).toMatch(/agents\/seer\.md {2}1 agent\n/);
    expect(on).toContain('2 of this project wait for your approval');
    expect((await wave(['agents'], where, { env: ENV })).stdout).toContain('seer');
    await run(where, 'claude-code', 'off');
    expect((await fire(where)).toUser).toEqual([]);
  });

  test('a user who said off hears no more of it', async () => {
    const where = place();
    where.write('project/.claude/settings.json', { hooks: on('PreToolUse', block('no')) });
    expect((await run(where, 'claude-code', 'off')).stdout).toContain('does not read');
    expect((await fire(where)).toUser).toEqual([]);
  });
});

/** A place where the user said so. */
async function reading(): Promise<Place> {
  const where = place();
  const { code } = await run(where, 'claude-code', 'on');
  expect(code).toBe(0);
  return where;
}

test('the word is kept in the user’s own settings, and every other byte of them', async () => {
  const where = place();
  const file = where.write(
    'home/.wave/settings.json',
    '// mine\n{\n  "model": "practice", // yes\n}\n',
  );
  await run(where, 'claude-code', 'on');
  expect(readFileSync(file, 'utf8')).toBe(
    '// mine\n{\n  "model": "practice", // yes\n  "readClaudeCode": true,\n}\n',
  );
  await run(where, 'claude-code', 'off');
  expect(JSON.parse((await run(where, 'claude-code', '--json')).stdout)).toMatchObject({
    said: false,
  });
});

test('all files are read, in configuration order', async () => {
  const where = await reading();
  const own = { readClaudeCode: true, hooks: on('PreToolUse', block('1-user')) };
  where.write('home/.wave/settings.json', own);
  where.write('home/.claude/settings.json', {
    hooks: on('PreToolUse', block('2-claude-user')),
    enabledPlugins: { 'tidy@shop': true },
  });
  where.write('plugins/tidy/hooks/hooks.json', { hooks: on('PreToolUse', block('3-plugin')) });
  where.write('home/.claude/plugins/installed_plugins.json', {
    version: 2,
    plugins: { 'tidy@shop': [{ scope: 'user', installPath: join(where.home, '../plugins/tidy') }] },
  });
  where.write('project/.wave/settings.json', { hooks: on('PreToolUse', block('4-project')) });
  where.write('project/.claude/settings.json', { hooks: on('PreToolUse', block('5-claude')) });
  where.write('project/.wave/settings.local.json', { hooks: on('PreToolUse', block('6-local')) });
  where.write('project/.claude/settings.local.json', {
    hooks: on('PreToolUse', block('7-claude-local')),
  });
  await run(where, 'approve', '--yes');
  expect(said(await fire(where))).toEqual([
    '1-user',
    '2-claude-user',
    '3-plugin',
    '4-project',
    '5-claude',
    '6-local',
    '7-claude-local',
  ]);
});

test("a project's need approval by content, the user's own do not", async () => {
  const where = await reading();
  where.write('home/.claude/settings.json', { hooks: on('PreToolUse', block('mine')) });
  where.write('project/.claude/settings.json', {
    hooks: on('PreToolUse', hook('sh "$CLAUDE_PROJECT_DIR"/guard.sh')),
  });
  where.write('project/guard.sh', 'echo theirs >&2; exit 2\n');
  const { code, stderr } = await wave(['hooks', 'run', 'PreToolUse'], where, {
    env: ENV,
    stdin: CALL,
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining('waiting for your approval')]);
  const { hooks } = await list(where);
  expect(hooks.map(({ state }: { state: string }) => state)).toEqual(['active', 'unapproved']);
  await run(where, 'approve', '--yes');
  expect(said(await fire(where))).toEqual(['mine', 'theirs']);
  where.write('project/guard.sh', 'exit 0\n');
  const changed = await fire(where);
  expect(JSON.stringify(changed.toAgent)).toContain('changed since approval');
});

test('a time-out in milliseconds leaves the guard on, and an event that Wave lacks is no fault', async () => {
  const where = await reading();
  where.write('home/.claude/settings.json', {
    hooks: {
      ...on('PreToolUse', hook('echo no >&2; exit 2', { timeout: 600_000 })),
      ...on('TaskCompleted', hook('true')),
    },
  });
  const verdict = await fire(where);
  expect(verdict.decision).toBe('block');
  expect(JSON.stringify(verdict.toUser)).toMatch(/if you meant milliseconds, write 600/);
  expect(JSON.stringify(verdict.toUser)).not.toContain('TaskCompleted');
  expect((await run(where, 'list')).stdout).toContain('hooks.TaskCompleted');
  const { findings } = JSON.parse((await run(where, 'doctor', '--json')).stdout);
  expect(findings).toContainEqual(
    expect.objectContaining({
      level: 'hint',
      text: expect.stringContaining('TaskCompleted is an event of Claude Code'),
    }),
  );
});

test('list and explain name file and line', async () => {
  const where = await reading();
  where.write(
    'home/.claude/settings.json',
    '{\n  "hooks": {\n    "Stop": [\n      { "hooks": [\n        { "type": "command", "command": "true" }\n      ] }\n    ]\n  }\n}\n',
  );
  expect((await run(where, 'list')).stdout).toContain('~/.claude/settings.json:5');
  expect((await run(where, 'explain', 'Stop')).stdout).toMatch(
    /fires.*~\/\.claude\/settings\.json:5/,
  );
});

test('deny and ask count; what else there is, is listed as not taken', async () => {
  const where = await reading();
  where.write('project/.claude/settings.json', {
    permissions: { deny: ['Bash(ls*)'], allow: ['Bash'], defaultMode: 'acceptEdits' },
    env: { A: 'b' },
    statusLine: { type: 'command', command: 'x' },
  });
  const { notTaken } = await list(where);
  expect(notTaken.map(({ field }: { field: string }) => field)).toEqual([
    'permissions.allow',
    'permissions.defaultMode',
    'env',
    'statusLine',
  ]);
  expect(notTaken[0].source).toMatch(/\.claude\/settings\.json:1$/);
  expect((await run(where, 'list')).stdout).toContain("Not taken from Claude Code's files:");
  expect((await run(where, 'doctor')).stdout).toContain('"statusLine" of Claude Code');
  const { stdout } = await wave(
    ['-p', 'run ls', '--model', 'practice', '--output-format', 'stream-json'],
    where,
    { env: ENV },
  );
  expect(stdout).toMatch(/deny rule|denied|Bash\(ls\*\)/);
});

test("entries keep Claude Code's time-outs", async () => {
  const where = await reading();
  where.write('home/.claude/settings.json', {
    hooks: {
      ...on('PreToolUse', hook('a'), hook('b', { timeout: 7 })),
      ...on('UserPromptSubmit', hook('c')),
    },
  });
  const { hooks } = await list(where);
  expect(hooks.map(({ timeout }: { timeout: number }) => timeout)).toEqual([600, 7, 30]);
});

test('entries that run wave guard are skipped, and list says so', async () => {
  const where = await reading();
  where.write('project/.claude/settings.json', {
    hooks: on('PreToolUse', hook('"/usr/bin/wave" guard claude-code'), hook('wave guards')),
  });
  const { hooks } = await list(where);
  expect(hooks[0]).toMatchObject({ state: 'disabled', why: expect.stringContaining('wave guard') });
  expect(hooks[1].state).toBe('unapproved');
  expect((await run(where, 'approve', '--yes')).stdout).toContain('Approved 1');
});

test('entries that wave guard installed are skipped, those of a project and of a user', async () => {
  const where = await reading();
  for (const level of ['--project', '--user'])
    await wave(['guard', 'install', '--agent', 'claude-code', level], where);
  const { hooks } = await list(where);
  expect(hooks.length).toBeGreaterThan(10);
  for (const one of hooks)
    expect(one).toMatchObject({ state: 'disabled', why: expect.stringContaining('"wave guard"') });
});

describe('disableAllHooks', () => {
  const files = async (mine: boolean, theirs: boolean) => {
    const where = await reading();
    where.write('home/.claude/settings.json', {
      disableAllHooks: mine,
      hooks: on('PreToolUse', block('mine')),
    });
    where.write('project/.claude/settings.json', {
      disableAllHooks: theirs,
      hooks: on('PreToolUse', block('theirs')),
    });
    await run(where, 'approve', '--yes');
    return said(await fire(where));
  };
  test("the user's switches off all", async () => expect(await files(true, false)).toEqual([]));
  test("a project's only its own", async () => expect(await files(false, true)).toEqual(['mine']));
});

test('a broken file that is read stops the start, with its place and the way out', async () => {
  const where = await reading();
  where.write('project/.claude/settings.json', '{\n "hooks": ');
  const { code, stderr } = await run(where, 'list');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/settings\.json:2:\d+: not valid JSON.*claude-code off/),
  ]);
});

test('hooks of another kind may hold a guard: they stop the start as well', async () => {
  const where = await reading();
  const guard = { event: 'PreToolUse', type: 'command', command: 'exit 2', onError: 'block' };
  where.write('project/.claude/settings.json', { hooks: [guard] });
  const { code, stderr } = await run(where, 'list');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /settings\.json:1: "hooks": expected an object of events.*claude-code off/,
    ),
  ]);
});

test("Wave writes nothing into Claude Code's files", async () => {
  const where = await reading();
  const file = where.write('home/.claude/settings.json', { hooks: on('Stop', hook('true')) });
  const before = readFileSync(file, 'utf8');
  const { code, stderr } = await run(where, 'disable', 'true');
  expect([code, stderr]).toEqual([1, expect.stringContaining('reads and never writes')]);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

describe('plugins', () => {
  /** Says what it was started with. */
  const SCRIPT = 'echo "root=$CLAUDE_PLUGIN_ROOT" >&2; exit 2\n';
  const write = (where: Place, at: string) => {
    where.write(`${at}/hooks/hooks.json`, {
      description: 'A guard of ours.',
      hooks: on('PreToolUse', hook('sh "${CLAUDE_PLUGIN_ROOT}/guard.sh"')),
    });
    chmodSync(where.write(`${at}/guard.sh`, SCRIPT), 0o755);
    return join(where.home, '..', at);
  };

  test('one that the user names brings its hooks, with CLAUDE_PLUGIN_ROOT', async () => {
    const where = place();
    const root = write(where, 'tidy');
    where.write('home/.wave/settings.json', { plugins: [root] });
    expect(said(await fire(where))).toEqual([`root=${root}`]);
    const { hooks } = await list(where);
    expect(hooks).toMatchObject([
      { state: 'active', source: `${root}/hooks/hooks.json:1`, coverage: 'full', timeout: 600 },
    ]);
  });

  test('names are seen from the home directory, the project, or the file', async () => {
    const where = place();
    const root = write(where, 'home/own');
    where.write('home/.wave/settings.json', { plugins: ['own'] });
    expect(said(await fire(where))).toEqual([`root=${root}`]);
    where.write('home/.wave/settings.json', { plugins: ['~/own'] });
    expect(said(await fire(where))).toEqual([`root=${root}`]);
    const flag = where.write('home/more.json', { plugins: ['./own'] });
    const args = ['hooks', 'run', 'PreToolUse', '--json', '--only', '--settings', flag];
    const { stdout } = await wave(args, where, { stdin: CALL });
    expect(said(JSON.parse(stdout))).toEqual([`root=${root}`]);
  });

  test('what lies in the project needs approval, whoever names it, and is pinned', async () => {
    const where = place();
    const root = write(where, 'project/tools/tidy');
    where.write('home/.wave/settings.json', { plugins: [root] });
    expect((await list(where)).hooks).toMatchObject([{ state: 'unapproved' }]);
    await run(where, 'approve', '--yes');
    expect(said(await fire(where))).toEqual([`root=${root}`]);
    where.write('project/tools/tidy/guard.sh', 'exit 0\n');
    expect(JSON.stringify((await fire(where)).toAgent)).toContain('changed since approval');
  });

  test("a project's own settings can name one, for approval", async () => {
    const where = place();
    const root = write(where, 'project/tidy');
    where.write('project/.wave/settings.json', { plugins: ['tidy'] });
    await run(where, 'approve', '--yes');
    expect(said(await fire(where))).toEqual([`root=${root}`]);
  });

  test.each([
    ['a file', './more/guard.json', 'more/guard.json'],
    ['a list of files', ['./more/guard.json'], 'more/guard.json'],
    ['the hooks themselves', on('PreToolUse', block('inline')), '.claude-plugin/plugin.json'],
    [
      'the same inside of "hooks"',
      { hooks: on('PreToolUse', block('inline')) },
      '.claude-plugin/plugin.json',
    ],
  ])('in the manifest "hooks" is %s', async (_, hooks, file) => {
    const where = place();
    where.write('tidy/.claude-plugin/plugin.json', { name: 'tidy', hooks });
    where.write('tidy/more/guard.json', { hooks: on('PreToolUse', block('inline')) });
    where.write('home/.wave/settings.json', { plugins: [join(where.home, '../tidy')] });
    expect(said(await fire(where))).toEqual(['inline']);
    expect((await list(where)).hooks[0].source).toBe(`${join(where.home, '../tidy', file)}:1`);
  });

  test('what is missing or broken is told with its place, and stops nobody', async () => {
    const where = place();
    where.write('torn/hooks/hooks.json', '{\n "hooks": {');
    where.write('gone/.claude-plugin/plugin.json', { name: 'gone', hooks: './none.json' });
    where.write('flat/hooks/hooks.json', on('PreToolUse', block('x')));
    const roots = ['torn', 'gone', 'flat', 'nowhere'].map((name) => join(where.home, '..', name));
    where.write('home/.wave/settings.json', { plugins: [...roots, 7, 'a\0b', 'file/below'] });
    where.write('home/file', 'no directory');
    const { hooks, problems } = await list(where);
    const texts = [...problems, ...hooks.map(({ source, why }: never) => ({ source, text: why }))];
    const told = texts.map(({ source, text }) => `${source} ${text}`).join('\n');
    expect(told).toMatch(/torn\/hooks\/hooks\.json:2 not valid JSON/);
    expect(told).toMatch(
      /gone\/\.claude-plugin\/plugin\.json:1 "hooks": there is no \.\/none\.json/,
    );
    expect(told).toMatch(/flat\/hooks\/hooks\.json:1 "PreToolUse" belongs inside "hooks"/);
    expect(told).toMatch(/\.wave\/settings\.json:1 plugin "nowhere": there is no directory/);
    expect(told).toMatch(
      /\.wave\/settings\.json:1 plugin "plugin": "plugins": expected a directory, got 7/,
    );
  });

  test('those that Claude Code enables: installed or told, and a project cannot switch one off', async () => {
    const where = await reading();
    const root = write(where, 'cache/tidy');
    where.write('home/.claude/settings.json', {
      enabledPlugins: { 'tidy@shop': true, 'lost@shop': true, 'off@shop': false },
    });
    where.write('project/.claude/settings.json', { enabledPlugins: { 'tidy@shop': false } });
    where.write('home/.claude/plugins/installed_plugins.json', {
      version: 2,
      plugins: {
        'tidy@shop': [
          { scope: 'project', projectPath: '/elsewhere', installPath: '/no' },
          { installPath: root },
        ],
      },
    });
    const verdict = await fire(where);
    expect(said(verdict)).toEqual([`root=${root}`]);
    expect(JSON.stringify(verdict.toUser)).toMatch(/plugin \\"lost@shop\\".*installed/);
    expect(JSON.stringify(verdict.toUser)).not.toContain('off@shop');
  });
});

test('what is read guards the agent: writes there ask, in every mode', async () => {
  const where = place();
  where.write('project/.claude/settings.json', { permissions: { ask: ['Read(x)'] } });
  where.write('tidy/hooks/hooks.json', { hooks: on('Stop', hook('true')) });
  const root = join(where.home, '../tidy');
  const tries = async (prompt: string, file: string) => {
    await wave(['-p', prompt, '--model', 'practice', '--permission-mode', 'acceptEdits'], where, {
      env: ENV,
    });
    return existsSync(file) ? 'written' : 'refused';
  };
  const [one, two] = [join(where.project, '.claude/one'), join(where.project, '.claude/two')];
  expect(await tries('write .claude/one: hello', one)).toBe('written');
  where.write('home/.wave/settings.json', {
    readClaudeCode: true,
    plugins: [root],
    permissions: { allow: ['Bash'] },
  });
  expect(await tries('write .claude/two: hello', two)).toBe('refused');
  expect(await tries('run echo hello > .claude/two', two)).toBe('refused');
  const code = `run python3 -c "open('.claude/two', 'w')"`;
  expect(await tries(code, two)).toBe('refused');
  const three = join(root, 'three');
  expect(await tries(`run echo hello > ${three}`, three)).toBe('refused');
});
