import '../../../test/built.ts';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { expect, test } from 'vitest';
import { EVENT_NAMES } from '../../hooks/src/vocabulary/events.ts';
import { initFrom } from '../src/hooks/init/init.ts';
import { HOOK_ENV, type Place, place, WAVE, wave } from './helpers.ts';
import { inProcess } from './in-process.ts';

const initCommand = initFrom(fileURLToPath(new URL('../../../examples', import.meta.url)));
const KIT = fileURLToPath(new URL('../../hook-kit', import.meta.url));
const LANGUAGES = ['bash', 'javascript', 'typescript'];

/** What is not said is bash on PreToolUse; of a flag that is given twice, the later one counts. */
const DEFAULTS = ['--event', 'PreToolUse', '--language', 'bash'];
const init = (where: Place, ...args: string[]) =>
  wave(['hooks', 'init', ...DEFAULTS, ...args], where);
const read = (where: Place, path: string) => readFileSync(join(where.project, path), 'utf8');

/** The same without a process for each. */
const initHere = (where: Place, ...args: string[]) => inProcess(initCommand, args, where.project);

/** A hook for every event, all of one language; their scenarios run at once. */
async function writeAll(where: Place, language: string): Promise<void> {
  for (const event of EVENT_NAMES) {
    const args = [`${language}-${event}`, '--language', language, '--event', event];
    expect(await initHere(where, ...args)).toMatchObject({ code: 0, stderr: '' });
  }
}

/** All events, and processes for their scenarios. */
const ALL_EVENTS_MS = 180_000;

test.each(LANGUAGES)(
  'what it writes in %s passes its own scenarios, and the engine takes it',
  {
    timeout: ALL_EVENTS_MS,
  },
  async (language) => {
    const where = place();
    await writeAll(where, language);
    const tested = await wave(['hooks', 'test'], where);
    expect(tested.stdout).toMatch(/\n42 passed, 0 failed, 0 skipped\n/);
    const listed = await wave(['hooks', 'list', '--json'], where);
    expect(listed.stdout).toContain(`${language}-Stop`);
    const doctor = await wave(['hooks', 'run', 'Stop', '--json', '--trust-project-hooks'], where, {
      stdin: '{}',
    });
    expect(JSON.parse(doctor.stdout)).toMatchObject({ decision: 'none', toUser: [] });
  },
);

test.each([
  ['PreToolUse', '{"tool_input": {"command": "echo \\"a\\"; git push --force"}}', 2, ''],
  ['PostToolUse', '{"tool_input": {"file_path": "/a \\"b\\"/c.js"}}', 0, 'Run the tests'],
])('in bash, %s takes JSON with spaces and escaped quotes', async (event, input, status, says) => {
  const where = place();
  await init(where, 'g', '--event', event);
  const env = { ...process.env, ...HOOK_ENV };
  const ran = spawnSync('bash', [join(where.project, 'hooks/g.sh')], { input, env });
  expect([ran.status, String(ran.stdout)]).toEqual([status, expect.stringContaining(says)]);
});

test('also in Python', { timeout: ALL_EVENTS_MS, tags: 'python3' }, async () => {
  const where = place();
  await writeAll(where, 'python');
  const { stdout } = await wave(['hooks', 'test', '--no-skip'], where);
  expect(stdout).toMatch(/\n42 passed, 0 failed, 0 skipped\n/);
});

function withKit(): Place {
  const where = place();
  mkdirSync(join(where.project, 'node_modules/@wavehooks'), { recursive: true });
  symlinkSync(KIT, join(where.project, 'node_modules/@wavehooks/hook-kit'));
  return where;
}

/** Which starter a matcher gets, told by what it says, and how many scenarios come with it. */
const MATCHED = [
  ['PreToolUse', 'Bash', 'force a push', 7],
  ['PreToolUse', 'Write|Edit', 'Leave .env files alone', 3],
  ['PreToolUse', 'Read', 'Leave .env files alone', 3],
  ['PreToolUse', 'mcp__db__.*', 'names production', 2],
  ['PreToolUse', 'Bash|Write', 'names production', 2],
  ['PreToolUse', '*', 'names production', 2],
  ['PostToolUse', 'NotebookEdit', 'Run the tests', 2],
  ['PostToolUse', 'Bash', 'went wrong', 2],
] as const;

const ENDINGS = { bash: 'sh', javascript: 'mjs', typescript: 'ts', python: 'py' } as const;

test.each([
  ['bash', place],
  ['javascript', place],
  ['javascript', withKit],
  ['typescript', place],
  ['typescript', withKit],
] as const)('in %s, the hook fits its matcher', fitsItsMatcher);

test('in python, the hook fits its matcher', { tags: 'python3' }, () =>
  fitsItsMatcher('python', place),
);

async function fitsItsMatcher(language: keyof typeof ENDINGS, made: () => Place) {
  const where = made();
  for (const [at, [event, matcher, says]] of MATCHED.entries()) {
    const args = [`h${at}`, '--event', event, '--matcher', matcher, '-l', language];
    expect(await initHere(where, ...args)).toMatchObject({ code: 0, stderr: '' });
    expect(read(where, `hooks/h${at}.${ENDINGS[language]}`)).toContain(says);
  }
  const { hooks } = JSON.parse(read(where, '.wave/settings.json'));
  const written = [...hooks.PreToolUse, ...hooks.PostToolUse].map(({ matcher }) => matcher);
  expect(written).toEqual(MATCHED.map(([, matcher]) => matcher));
  const count = MATCHED.reduce((sum, [, , , scenarios]) => sum + scenarios, 0);
  const { stdout } = await wave(['hooks', 'test', '--no-skip'], where);
  expect(stdout).toContain(`\n${count} passed, 0 failed, 0 skipped\n`);
}

test('scenarios name a tool that the matcher is for', async () => {
  const where = place();
  await init(where, 'a', '--matcher', '^mcp__db__.*');
  await init(where, 'b', '--matcher', 'Edit|Write');
  const tools = (name: string) =>
    JSON.parse(read(where, `hooks/${name}.scenario.json`)).scenarios.map(
      ({ tool }: { tool: string }) => tool,
    );
  expect([tools('a'), tools('b')]).toEqual([
    ['mcp__db__x', 'mcp__db__x'],
    ['Write', 'Write', 'Write'],
  ]);
});

const FORCED = [
  'git push --force',
  'git push -f',
  'git push -uf origin main',
  'git push origin main --force',
  'git -C lib push --force',
  'git -C "a b" push -f',
  "git -C 'a b' push -f",
  'git -C a\\ b push -f',
  'git -C "a b"/c push origin -f',
  'git --git-dir="a b/.git" --work-tree \'a b\' push --force',
  'git -c user.name=x --no-pager push origin -f',
  'git push origin +main',
  'git push origin "+main:main"',
  'git commit -m "x" && git push --force; ls',
  'git push \\\n  --force',
  'echo a\ngit push -f\necho b',
  'git push -f # --force-with-lease',
  'git push\t--force',
  'git\tpush -f',
  'git "push" --force',
  'git push origin +$BRANCH',
  'git push --mirror',
  "bash -c 'git push -f'",
  'ls | xargs git push --force',
  "sh <<'E'\ngit push -f\nE",
];
const UNSURE = ['git push "$X"', 'git "$X" --force', 'eval "$X"', '$CMD push', 'curl x | sh'];
const UNFORCED = [
  'git push',
  'git push --force-with-lease',
  'git push --force-with-lease=main origin main',
  'git push --force-if-includes --force-with-lease',
  'git push --follow-tags origin feature-f',
  'git push && rm -f x',
  'git push\nrm -f x',
  'git push; tail -f log',
  'git push | tee -f',
  'git commit -m "force: push -f"',
  'legit push -f',
  `git -C 'a b' push origin main`,
  `git -C 'a b' log; rm -f push`,
  'git stash push -m x && rm -f y',
  'git push origin a+b',
  'echo "git push --force"',
  'cat <<E\ngit push --force\nE',
];

/** All ask the same reader, but for the kit, which brings it along: the other languages try a few of each. */
const FEW = 4;

test.each([
  ['bash', place, Number.POSITIVE_INFINITY] as const,
  ['javascript', withKit, Number.POSITIVE_INFINITY] as const,
  ['javascript', place, FEW] as const,
  ['typescript', place, FEW] as const,
])('in %s, a forced push is told from others', tellsForcedPushes);

test('in python, a forced push is told from others', { tags: 'python3' }, () =>
  tellsForcedPushes('python', place, FEW),
);

async function tellsForcedPushes(language: string, made: () => Place, many: number) {
  const where = made();
  await init(where, 'g', '-l', language);
  const { hook, event } = JSON.parse(read(where, 'hooks/g.scenario.json'));
  const cases = (commands: readonly string[], expected: string) =>
    commands
      .slice(0, many)
      .map((command) => ({ name: command, input: { command }, expect: expected }));
  const scenarios = [
    ...cases(FORCED, 'block'),
    ...cases(UNSURE, 'ask'),
    ...cases(UNFORCED, 'none'),
  ];
  where.write('project/hooks/g.scenario.json', { hook, event, tool: 'Bash', scenarios });
  const { stdout } = await wave(['hooks', 'test', '--json'], where);
  const wrong = JSON.parse(stdout).scenarios.filter(({ is }: { is: string }) => is !== 'passed');
  expect(wrong.map(({ name }: { name: string }) => name)).toEqual([]);
}

test.each(LANGUAGES)(
  'in %s, a guard that cannot read the command refuses it, and says why',
  refusesUnread,
);

test(
  'in python, a guard that cannot read the command refuses it, and says why',
  { tags: 'python3' },
  () => refusesUnread('python'),
);

async function refusesUnread(language: string) {
  const where = place();
  await init(where, 'g', '-l', language);
  const entry = entryOf(where);
  const bin = join(where.home, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  const ran = spawnSync('bash', ['-c', entry.command], {
    input: JSON.stringify({ tool_input: { command: 'ls' } }),
    env: { ...process.env, PATH: `${bin}:${PATH_WITHOUT_WAVE}`, WAVE_PROJECT_DIR: where.project },
    cwd: where.project,
  });
  expect([ran.status, String(ran.stderr)]).toEqual([
    2,
    expect.stringContaining('This hook cannot read the command'),
  ]);
  expect(entry.onError).toBe('block');
}

function entryOf(where: Place): { readonly command: string; readonly onError?: string } {
  return JSON.parse(read(where, '.wave/settings.json')).hooks.PreToolUse[0].hooks[0];
}

const PATH_WITHOUT_WAVE = (process.env['PATH'] ?? '')
  .split(':')
  .filter((dir) => !existsSync(join(dir, 'wave')))
  .join(':');

test.each([
  [[], '--event EVENT, --language LANGUAGE'],
  [['x'], '--event EVENT, --language LANGUAGE'],
  [['x', '--event', 'Stop'], '--language LANGUAGE'],
])('%j without a terminal: neither event nor language is guessed', async (args, missing) => {
  const where = place();
  const { code, stdout, stderr } = await wave(['hooks', 'init', ...args], where);
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([
    1,
    '',
    `wave: without a terminal, also give ${missing}`,
  ]);
  expect(readdirSync(where.project)).toEqual([]);
});

/** What a hook is called by default, and the first line that says what it does. */
const NAMED = [
  ['PreToolUse', 'Bash', 'no-force-push', 'Refuses a forced git push.'],
  ['PreToolUse', 'Write|Edit', 'no-env-files', 'Keeps the agent away from .env files.'],
  ['PreToolUse', '*', 'no-production', 'Refuses calls that name production.'],
  ['PostToolUse', 'Write', 'remind-of-tests', 'Asks for the tests after an edit of code.'],
  ['PostToolUse', 'Bash', 'point-out-errors', 'Points out errors in what a tool returned.'],
  ['Stop', undefined, 'finish-todo', 'Sends the agent back to work while TODO.txt is there.'],
  ['SessionStart', undefined, 'conventions', 'Tells the agent the conventions'],
  ['ConfigChange', undefined, 'hold', 'Blocks while HOLD.txt is there.'],
  ['Notification', undefined, 'event-log', 'Writes every event to ~/wave-events.jsonl.'],
] as const;

test.each(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])(
  'without a name it is called by what it does, and says so in its first lines: %s',
  async (language) => {
    const where = place();
    for (const [event, matcher, name, does] of NAMED) {
      const more = matcher === undefined ? [] : ['--matcher', matcher];
      const made = await initHere(where, '--event', event, '-l', language, ...more);
      expect(made).toMatchObject({ code: 0, stderr: '' });
      const head = read(where, `hooks/${name}.${ENDINGS[language]}`).split('\n').slice(0, 2);
      expect(head.join('\n')).toContain(does);
    }
    const again = await initHere(where, '--event', 'Stop', '-l', language);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
  },
);

test('at a terminal, Enter takes the name that fits', async () => {
  const where = place();
  const { code, screen } = await typed(where, ['Stop\n', '\n', '\n']);
  expect([code, screen]).toEqual([0, expect.stringContaining('name? [finish-todo] ')]);
  expect(existsSync(join(where.project, 'hooks/finish-todo.sh'))).toBe(true);
});

/** Types each answer once its question is there, and prints all that stood on the screen. */
/** Types each answer when its question is there. */
async function typed(where: Place, answers: readonly string[]) {
  const child = spawn(process.execPath, [WAVE, 'hooks', 'init'], {
    cwd: where.project,
    env: { ...process.env, HOME: where.home },
  });
  const left = [...answers];
  let [screen, asked] = ['', 0];
  child.onData((text) => {
    screen += text;
    while (screen.split('] ').length - 1 > asked && left.length > 0) {
      asked += 1;
      child.write(left.shift() ?? '');
    }
  });
  const code = await new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => resolve(exitCode));
  });
  return { code, screen };
}

test('at a terminal a wrong answer is asked again', async () => {
  const where = place();
  const { code, screen } = await typed(where, [
    'PreTool\n',
    'PreToolUse\n',
    '\n',
    '../x\n',
    'guard\n',
  ]);
  expect(screen).toMatch(/run\?.*got "PreTool".*language\?.*name\?.*got "\.\.\/x".*name\?/s);
  expect([code, readdirSync(join(where.project, 'hooks'))]).toEqual([
    0,
    ['guard.scenario.json', 'guard.sh'],
  ]);
});

test('answers typed ahead wait for their questions', async () => {
  const where = place();
  expect((await typed(where, ['Stop\npython\nguard\n'])).code).toBe(0);
  expect(existsSync(join(where.project, 'hooks/guard.py'))).toBe(true);
});

test.each([
  [['/\n', '/\n', '/\n'], '3 answers did not fit; nothing was written'],
  [['\x04'], 'no answer came; nothing was written'],
  [['Stop\n', '\x03'], 'no answer came; nothing was written'],
])('%j writes nothing', async (answers, says) => {
  const where = place();
  const { code, screen } = await typed(where, answers);
  expect([code, screen]).toEqual([1, expect.stringContaining(says)]);
  expect(readdirSync(where.project)).toEqual([]);
});

test(
  'with the kit installed, it uses the kit',
  async () => {
    const where = withKit();
    await init(where, 'javascript-PreToolUse', '--language', 'javascript');
    await writeAll(where, 'typescript');
    expect(read(where, 'hooks/typescript-Stop.ts')).toContain("from '@wavehooks/hook-kit'");
    expect(read(where, 'hooks/javascript-PreToolUse.mjs')).toContain(
      "from '@wavehooks/hook-kit/shell'",
    );
    const { stdout } = await wave(['hooks', 'test'], where);
    expect(stdout).toMatch(/\n49 passed, 0 failed, 0 skipped\n/);
  },
  ALL_EVENTS_MS,
);

test('the build step of TypeScript says which Node it needs, and so does what comes next', async () => {
  const where = place();
  const { stdout } = await init(where, 'g', '-l', 'typescript');
  expect(stdout).toContain(
    '\n  node hooks/build.mjs        after every change; needs Node 22.13 or newer\n',
  );
  const build = (...flags: string[]) => {
    const args = [...flags, '--no-warnings', join(where.project, 'hooks/build.mjs')];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return [status, stderr];
  };
  expect(build()).toEqual([0, '']);
  // As if an older Node had started it.
  const older = where.write(
    'older.cjs',
    `delete require('node:module').stripTypeScriptTypes;
     Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`,
  );
  expect(build('-r', older)).toEqual([
    1,
    'build.mjs needs Node 22.13 or newer; this is Node 20.20.2.\n',
  ]);
});

test('settings keep every byte, and get the entry', async () => {
  const where = place();
  const old = '// ours\r\n{\r\n\t"hooks": {\r\n\t\t"Stop": [], // none\r\n\t},\r\n}';
  where.write('project/.wave/settings.json', old);
  const { stdout } = await init(where, 'guard');
  const now = read(where, '.wave/settings.json');
  expect(now).toContain('// ours\r\n');
  expect(now).toContain('"Stop": [], // none');
  expect(now).toContain('bash \\"$WAVE_PROJECT_DIR\\"/hooks/guard.sh');
  expect(stdout).toMatch(/wrote hooks\/guard\.sh.*wave hooks test hooks\/guard\.scenario\.json/s);
});

test('--to, --dir and --matcher', async () => {
  const where = place();
  await init(where, 'g', '--to', 'local', '--dir', 'tools/h', '--matcher', 'Edit', '-l', 'python');
  const settings = JSON.parse(read(where, '.wave/settings.local.json'));
  expect(settings.hooks.PreToolUse).toMatchObject([
    { matcher: 'Edit', hooks: [{ command: 'python3 -I "$WAVE_PROJECT_DIR"/tools/h/g.py' }] },
  ]);
  expect(existsSync(join(where.project, 'tools/h/g.scenario.json'))).toBe(true);
});

test.each(['my hooks', 'it\'s $HOME; (all) of "them"'])(
  '--dir with what a shell would read: %s',
  async (dir) => {
    const where = place();
    const { code, stdout } = await init(where, 'g', '--dir', dir, '-l', 'typescript');
    expect(code).toBe(0);
    const { hooks } = JSON.parse(read(where, '.wave/settings.json'));
    const { command } = hooks.PreToolUse[0].hooks[0];
    const env = { ...process.env, WAVE_PROJECT_DIR: where.project };
    const input = '{"tool_name":"Bash","tool_input":{"command":"ls"}}';
    expect(spawnSync('sh', ['-c', command], { env, input }).status).toBe(0);
    const listed = JSON.parse((await wave(['hooks', 'list', '--json'], where)).stdout);
    // It asks `wave shell parse`: another program, of which an approval knows nothing.
    const gaps = ["may load more than its text names ('node:child_process')"];
    expect(listed.hooks).toMatchObject([{ state: 'unapproved', coverage: 'partial', gaps }]);
    const steps =
      stdout
        .split('Next:\n')[1]
        ?.split('\n')
        .map((line) => line.trim()) ?? [];
    const [build = '', tested = ''] = steps.map((step) => step.split('        ')[0] ?? '');
    const sh = (line: string) => spawnSync('sh', ['-c', line], { cwd: where.project });
    expect(sh(build).status).toBe(0);
    const run = tested.replace(/^wave/, `"${process.execPath}" "${WAVE}"`);
    expect(String(sh(run).stdout)).toContain('7 passed, 0 failed');
  },
);

test('--dir takes an absolute path as it is, inside of the project', async () => {
  const where = place();
  expect((await init(where, 'g', '--dir', join(where.project, 'tools'))).code).toBe(0);
  expect(read(where, '.wave/settings.json')).toContain('\\"$WAVE_PROJECT_DIR\\"/tools/g.sh');
  const { code, stderr } = await init(where, 'h', '--dir', where.home);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/--dir: expected a directory inside \/.*, got \/.*home\n/),
  ]);
  expect(readdirSync(where.project)).toEqual(['.wave', 'tools']);
  expect(readdirSync(where.home)).toEqual([]);
});

test('settings that somebody else changes meanwhile: what was written is taken back, so it can be tried again', async () => {
  const where = place();
  await init(where, 'first', '-l', 'typescript');
  const before = readdirSync(join(where.project, 'hooks'));
  const step = read(where, 'hooks/build.mjs');
  const meddle = `import { appendFileSync } from 'node:fs';\nappendFileSync('.wave/settings.json', '\\n');\n`;
  where.write('project/hooks/build.mjs', step + meddle);
  const { code, stderr } = await init(where, 'g', '-l', 'typescript');
  expect([code, stderr]).toEqual([1, expect.stringContaining('nothing was written, try again')]);
  expect(readdirSync(join(where.project, 'hooks'))).toEqual(before);
  where.write('project/hooks/build.mjs', step);
  expect((await init(where, 'g', '-l', 'typescript')).code).toBe(0);
});

test('settings that cannot be written leave nothing behind', async () => {
  const where = place();
  // Read-only settings are found when all else is there.
  const settings = where.write('project/.wave/settings.json', '{}');
  chmodSync(settings, 0o444);
  const { code, stderr } = await init(where, 'g', '--dir', 'a/b', '-l', 'typescript');
  expect([code, stderr]).toEqual([1, expect.stringContaining('it is read-only')]);
  expect(readdirSync(where.project)).toEqual(['.wave']);
});

test('a build step that is not ours is not run, and then nothing is written', async () => {
  const where = place();
  where.write('project/hooks/build.mjs', `import fs from 'node:fs'; fs.writeFileSync('ran', '');`);
  const { code, stderr } = await init(where, 'g', '-l', 'typescript');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /hooks\/build\.mjs already exists and is not from Wave.*nothing was written/,
    ),
  ]);
  expect(readdirSync(where.project)).toEqual(['hooks']);
  expect(readdirSync(join(where.project, 'hooks'))).toEqual(['build.mjs']);
});

test.each([
  ['{ "compilerOptions": {} }', true],
  ['{ "exclude": ["node_modules"], }', true],
  ['{ "exclude": ["./hooks"] }', false],
  ['{ "include": ["src"] } // mine', false],
  ['{ "files": [] }', false],
  ['{', false],
])("a compiler of the project's that takes the hook as well, by %s: %s", async (config, isTold) => {
  const where = place();
  where.write('project/tsconfig.json', config);
  const { code, stdout } = await init(where, 'g', '-l', 'typescript');
  expect([code, stdout.includes('your own tsc compiles the hook, too.')]).toEqual([0, isTold]);
});

test('a build that makes nothing is told, and taken back', async () => {
  const where = place();
  await init(where, 'first', '-l', 'typescript');
  const before = read(where, '.wave/settings.json');
  const [first] = read(where, 'hooks/build.mjs').split('\n');
  where.write('project/hooks/build.mjs', `${first}\nconsole.log('later');\n`);
  const { code, stderr } = await init(where, 'g', '-l', 'typescript');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/hooks\/build\.mjs made no .*hooks\/g\.mjs/),
  ]);
  expect(read(where, '.wave/settings.json')).toBe(before);
  expect(existsSync(join(where.project, 'hooks/g.ts'))).toBe(false);
});

test.each(['bash', 'typescript'])(
  '--to user in %s: below ~/.wave, for every project',
  async (language) => {
    const where = place();
    const { code, stdout } = await init(where, 'mine', '--to', 'user', '-l', language);
    const file = language === 'bash' ? 'mine.sh' : 'mine.mjs';
    expect([code, existsSync(join(where.project, 'hooks'))]).toEqual([0, false]);
    expect(stdout).toContain('wave hooks test ~/.wave/hooks/mine.scenario.json');
    expect(stdout).not.toContain('approve');
    const { hooks } = JSON.parse(readFileSync(join(where.home, '.wave/settings.json'), 'utf8'));
    const runs = language === 'bash' ? 'bash' : 'node';
    expect(hooks.PreToolUse[0].hooks[0].command).toBe(`${runs} "$HOME"/.wave/hooks/${file}`);
    const stdin = JSON.stringify({
      tool_name: 'Bash',
      tool_input: { command: 'git push --force' },
    });
    const elsewhere = { home: where.home, project: join(where.project, '../other') };
    mkdirSync(elsewhere.project);
    const fired = await wave(['hooks', 'run', 'PreToolUse', '--json'], elsewhere, { stdin });
    expect(JSON.parse(fired.stdout).decision).toBe('block');
    const scenario = join(where.home, '.wave/hooks/mine.scenario.json');
    expect((await wave(['hooks', 'test', scenario], elsewhere)).stdout).toContain(
      '7 passed, 0 failed',
    );
  },
);

test('what is there is not replaced, and then nothing is written', async () => {
  const where = place();
  where.write('project/hooks/g.scenario.json', '{}');
  const { code, stderr } = await init(where, 'g');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/g\.scenario\.json already exists/)]);
  expect(readdirSync(join(where.project, 'hooks'))).toEqual(['g.scenario.json']);
  expect(existsSync(join(where.project, '.wave'))).toBe(false);
});

test('what the build would make is not replaced either', async () => {
  const where = place();
  where.write('project/hooks/g.mjs', '// mine\n');
  const { code, stderr } = await init(where, 'g', '-l', 'typescript');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/g\.mjs already exists/)]);
  expect(readdirSync(join(where.project, 'hooks'))).toEqual(['g.mjs']);
  expect(read(where, 'hooks/g.mjs')).toBe('// mine\n');
});

test('settings that cannot be read stop it before anything is written', async () => {
  const where = place();
  where.write('project/.wave/settings.json', '{');
  const { code, stderr } = await init(where, 'g');
  expect([code, stderr]).toEqual([1, expect.stringMatching(/settings\.json:1:2: not valid JSON/)]);
  expect(existsSync(join(where.project, 'hooks'))).toBe(false);
});

test.each([
  [['../x'], /name: expected letters, digits, "-" and "_", got "..\/x"/],
  [['x', '--event', 'PreTool'], /event: did you mean "PreToolUse"\? expected .*got "PreTool"/],
  [
    ['x', '-l', 'ruby'],
    /language: expected one of bash, python, javascript, typescript, got "ruby"/,
  ],
  [['x', 'y'], /one hook at a time, got also: y/],
  [['x', '--to', 'user', '--dir', 'h'], /--dir is for hooks of a project/],
  [['x', '--event', 'Stop', '--matcher', 'Bash'], /--matcher: Stop has no tool/],
  [['x', '--matcher', '('], /--matcher: not a regular expression/],
  [['x', '--to', 'nowhere'], /--to: expected one of user, project, local/],
])('%j is told', async (args, says) => {
  const { code, stderr } = await initHere(place(), ...DEFAULTS, ...args);
  expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
});
