import '../../../test/built.ts';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { groupRuns } from '../../agent-sdk/test/open-agent.ts';
import { type Place, place, startWave, WAVE, wave } from './helpers.ts';

const GUARD = `grep -q 'rm -rf' && { echo 'not here' >&2; exit 2; }; exit 0`;

const run = (where: Place, args: string[] = [], env: Record<string, string> = {}) =>
  wave(['hooks', 'test', ...args], where, { env });

const scenario = (where: Place, content: unknown, name = 'guard.scenario.json') =>
  where.write(`project/hooks/${name}`, content);

const bash = (command: string, expects: unknown, more: object = {}) => ({
  name: command,
  tool: 'Bash',
  input: { command },
  expect: expects,
  ...more,
});

test('scenarios pass: by decision, by texts, by a settings file', async () => {
  const where = place();
  where.write('project/hooks/guard.sh', GUARD);
  scenario(where, {
    hook: 'sh "$SCENARIO_DIR"/guard.sh',
    scenarios: [
      bash('rm -rf /', { decision: 'block', toAgent: ['not here'], runs: 1, outcomes: ['exit 2'] }),
      bash('ls', 'none'),
    ],
  });
  where.write('project/hooks/settings.json', {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', command: 'sh "$WAVE_PROJECT_DIR"/hooks/guard.sh' }],
        },
      ],
    },
  });
  scenario(
    where,
    `{ // with a comment
      "settings": "settings.json",
      "scenarios": [
        { "name": "matches", "tool": "Bash", "input": { "command": "rm -rf x" }, "expect": "block" },
        { "name": "does not", "tool": "Read", "expect": { "decision": "none", "runs": 0 } },
      ],
    }`,
    'all.scenario.jsonc',
  );
  const { code, stdout, stderr } = await run(where);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/all\.scenario\.jsonc\n {2}ok {2}matches/);
  expect(stdout).toContain('4 passed, 0 failed, 0 skipped');
});

test('what differs is shown, with the place and what ran; exit 1', async () => {
  const where = place();
  scenario(where, {
    hook: `echo '{"updated_input":{"command":"ls","a":1}}'`,
    scenarios: [
      bash('pwd', {
        decision: 'block',
        input: { command: 'ls', a: 2 },
        toAgent: { has: 'why' },
      }),
    ],
  });
  const { code, stdout } = await run(where);
  expect(code).toBe(1);
  expect(stdout).toMatch(/FAILED {2}pwd/);
  expect(stdout).toMatch(/guard\.scenario\.json:1\n/);
  expect(stdout).toContain('decision: expected "block", got "none"');
  expect(stdout).toMatch(/-\s+"a": 2\n\s+\+\s+"a": 1/);
  expect(stdout).toContain('toAgent: expected {"has":"why"} among them, got []');
  expect(stdout).toMatch(/exit 0 {2}[\d.]+ ms/);
  expect(stdout).toContain('0 passed, 1 failed, 0 skipped');
});

test('each runs in a directory of its own, with its files, and leaves files to look at', async () => {
  const where = place();
  scenario(where, {
    hook: {
      command: 'cat a/b.txt > seen.txt; echo "$KIND" >> seen.txt; test ! -e other.txt',
      env: { KIND: 'x' },
    },
    event: 'Stop',
    files: { 'a/b.txt': 'hello\n' },
    scenarios: [
      { name: 'one', expect: { outcomes: ['exit 0'], files: { 'seen.txt': 'hello\nx' } } },
      {
        name: 'two',
        files: { 'other.txt': '' },
        expect: { outcomes: ['exit 1'], files: { 'none.txt': { has: 'x' } } },
      },
    ],
  });
  const { stdout } = await run(where, ['--json']);
  const { scenarios } = JSON.parse(stdout);
  expect(scenarios.map(({ is }: { is: string }) => is)).toEqual(['passed', 'failed']);
  expect(scenarios[1].differences).toEqual([
    { field: 'file none.txt', expected: { has: 'x' }, got: 'no such file' },
  ]);
});

test('${cwd} and ${project} are the paths of the run', async () => {
  const where = place();
  scenario(where, {
    hook: `sed 's/.*file_path":"\\([^"]*\\)".*/\\1/' >&2; pwd >&2; exit 2`,
    scenarios: [
      {
        name: 'paths',
        tool: 'Read',
        input: { file_path: '${cwd}/a' },
        env: { P: '${project}' },
        expect: { toAgent: ['${cwd}/a\n${cwd}'] },
      },
    ],
  });
  expect((await run(where)).stdout).toContain('1 passed');
});

test('a program that is missing skips, with a count; --no-skip makes that a failure', async () => {
  const where = place();
  const needs = ['no-such-program-here'];
  scenario(where, { hook: 'exit 2', needs, scenarios: [bash('ls', 'block')] });
  const { code, stdout } = await run(where);
  expect(code).toBe(0);
  expect(stdout).toMatch(/skipped {2}ls\n\s+no-such-program-here is not here/);
  expect(stdout).toContain('0 passed, 0 failed, 1 skipped');
  expect((await run(where, ['--no-skip'])).code).toBe(1);
});

test('they run side by side, no more than --jobs', async () => {
  const where = place();
  const scenarios = Array.from({ length: 6 }, (_, n) => bash(`${n}`, 'none'));
  const six = '[ "$(ls "$MET" | wc -l)" = 6 ]';
  const alone = '[ "$(ls "$MET")" = $$ ]';
  const met = join(where.home, 'met');
  const jobs = async (count: string, hook: string) => {
    mkdirSync(met);
    scenario(where, { hook, scenarios });
    const { code } = await run(where, ['--jobs', count], { MET: met });
    rmSync(met, { recursive: true });
    return code;
  };
  const meets = `touch "$MET/$$"; n=0; until ${six}; do n=$((n+1)); [ $n = 100 ] && exit 2; sleep 0.1; done`;
  const isAlone = `touch "$MET/$$"; sleep 0.1; ${alone} || exit 2; rm "$MET/$$"`;
  expect(await jobs('6', meets), 'all six met').toBe(0);
  expect(await jobs('1', isAlone), 'each was alone').toBe(0);
  expect(await jobs('6', isAlone), 'none was alone').toBe(1);
});

test('--junit writes what CI servers read', async () => {
  const where = place();
  scenario(where, {
    hook: 'echo "<&\\"" >&2; exit 2',
    scenarios: [
      bash('a<b', 'block'),
      bash('b', { toAgent: ['other'] }),
      bash('c', 'none', { needs: ['no-such-program-here'] }),
    ],
  });
  expect((await run(where, ['--junit', 'out.xml'])).code).toBe(1);
  const xml = readFileSync(join(where.project, 'out.xml'), 'utf8');
  expect(xml).toMatch(/<testsuites tests="3" failures="1" skipped="1" time="[\d.]+">/);
  expect(xml).toMatch(
    /<testcase classname="hooks\/guard.scenario.json" name="a&#60;b" time="[\d.]+"\/>/,
  );
  expect(xml).toMatch(/<failure message="toAgent: expected \[&#34;other&#34;\], got /);
  expect(xml).toContain('<skipped message="no-such-program-here is not here"/>');
});

const WRONG: [string, unknown, RegExp][] = [
  ['no list', { hook: 'x' }, /scenario\.json:1\n\s+"scenarios": expected a list, got nothing/],
  ['an empty list', { hook: 'x', scenarios: [] }, /expected at least one/],
  ['no hook', { scenarios: [bash('a', 'none')] }, /expected either "hook" or "settings"/],
  [
    'both',
    { hook: 'x', settings: 'y', scenarios: [bash('a', 'none')] },
    /expected either "hook" or "settings"/,
  ],
  [
    'a typo',
    { hook: 'x', scenarios: [{ ...bash('a', 'none'), inptu: 1 }] },
    /"inptu" is not known; did you mean "input"\?/,
  ],
  [
    'a typo in expect',
    { hook: 'x', scenarios: [bash('a', { toAgnet: 'x' })] },
    /did you mean "toAgent"\?/,
  ],
  [
    'a wrong decision',
    { hook: 'x', scenarios: [bash('a', 'deny')] },
    /expected a decision \(none, allow, ask, block or halt\), got "deny"/,
  ],
  [
    'no expectation',
    { hook: 'x', scenarios: [{ name: 'a', tool: 'Bash' }] },
    /"a": expected "expect"/,
  ],
  ['no name', { hook: 'x', scenarios: [{ tool: 'Bash', expect: 'none' }] }, /expected a "name"/],
  ['a wrong kind', { hook: 3, scenarios: [] }, /"hook": expected a command or a hook entry, got 3/],
  ['torn JSON', '{"hook":', /scenario\.json:1:9\n\s+not valid JSON/],
  ['no scenario', { hook: 'x', scenarios: [3] }, /expected a scenario, got 3/],
  [
    'a variable that is no text',
    { hook: 'x', env: { A: 1 }, scenarios: [bash('a', 'none')] },
    /"env": expected an object of texts, got \{"A":1\}/,
  ],
  [
    'a text that is none',
    { hook: 'echo no >&2; exit 2', scenarios: [bash('a', { toAgent: { contains: 'x' } })] },
    /expected a text, "has" or "matches", got \{"contains":"x"\}/,
  ],
  [
    'a hook that is switched off',
    { hook: { command: 'exit 2', enabled: false }, scenarios: [bash('a', 'none')] },
    /"enabled" is false: the hook would not run/,
  ],
  [
    'a misspelt field of the hook',
    { hook: { command: 'exit 0', onEror: 'block' }, scenarios: [bash('a', 'none')] },
    /"onEror" is not known and ignored; did you mean "onError"\?/,
  ],
  [
    'a matcher in the hook',
    { hook: { command: 'exit 2', matcher: 'Write' }, scenarios: [bash('a', 'block')] },
    /"matcher" is not known and ignored/,
  ],
  ...Object.entries({
    input: ['{', 'an object or null'],
    toAgent: [null, 'a text, "has" or "matches", or a list of them'],
    toUser: [[3], 'a text, "has" or "matches", or a list of them'],
    context: [true, 'a text, "has" or "matches", or a list of them'],
    stopReason: [['x'], 'a text, "has" or "matches"'],
    erasePrompt: ['false', 'true or false'],
    runs: ['1', 'a whole number'],
    outcomes: ['exit 0', 'a list of texts'],
    files: [null, 'an object of texts'],
  }).map(([field, [value, expected]]): [string, unknown, RegExp] => [
    `${field} of a wrong kind in expect`,
    { hook: 'exit 0', scenarios: [bash('a', { decision: 'none', [field]: value })] },
    new RegExp(`"${field}": expected ${expected}, got `),
  ]),
  [
    'a file of a wrong kind in expect',
    { hook: 'exit 0', scenarios: [bash('a', { files: { 'a.txt': ['x'] } })] },
    /"files": expected an object of texts, got \{"a\.txt":\["x"\]\}/,
  ],
];

test.each(WRONG)('%s: a failure, with the place', async (_, content, says) => {
  const where = place();
  scenario(where, content);
  const { code, stdout, stderr } = await run(where);
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(says);
  expect(stdout).toContain('0 passed, 1 failed, 0 skipped');
});

test('in a settings file, hooks that are off are no fault: it may be the one that is in force', async () => {
  const where = place();
  const hooks = [{ type: 'command', command: 'exit 2', enabled: false, note: 'foreign' }];
  where.write('project/hooks/settings.json', { hooks: { PreToolUse: [{ hooks }] } });
  scenario(where, { settings: 'settings.json', scenarios: [bash('ls', { runs: 0 })] });
  expect((await run(where)).stdout).toContain('1 passed');
});

test('a file and a scenario that cannot be read keep no other from running; CI hears of both', async () => {
  const where = place();
  scenario(where, '{\n "hook":', 'a.scenario.json');
  scenario(
    where,
    { hook: 'exit 2', scenarios: [bash('first', 'block'), { nmae: 'x' }, bash('third', 'block')] },
    'b.scenario.json',
  );
  const { code, stdout, stderr } = await run(where, ['--json', '--junit', 'out.xml']);
  expect([code, stderr]).toEqual([1, '']);
  const { scenarios, ...counts } = JSON.parse(stdout);
  expect(counts).toEqual({ passed: 2, failed: 2, skipped: 0 });
  const dir = join(where.project, 'hooks');
  const wrong = scenarios.filter(({ is }: { is: string }) => is === 'failed');
  expect(wrong).toEqual([
    {
      ...{ file: `${dir}/a.scenario.json`, at: `${dir}/a.scenario.json:2:9` },
      ...{ name: 'the file can be read', is: 'failed', ms: 0, differences: [] },
      why: expect.stringMatching(/^not valid JSON: /),
    },
    {
      ...{ file: `${dir}/b.scenario.json`, at: `${dir}/b.scenario.json:1` },
      ...{ name: 'scenario 2', is: 'failed', ms: 0, differences: [] },
      why: '"nmae" is not known; did you mean "name"?',
    },
  ]);
  const xml = readFileSync(join(where.project, 'out.xml'), 'utf8');
  expect(xml).toMatch(/<testsuites tests="4" failures="2" skipped="0"/);
  expect(xml).toMatch(/name="the file can be read" time="0.000"><failure message="not valid JSON/);
});

test('a report that cannot be written is told', async () => {
  const where = place();
  scenario(where, { hook: 'exit 2', scenarios: [bash('ls', 'block')] });
  const { code, stderr } = await run(where, ['--junit', 'nowhere/out.xml']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^wave: --junit: .*nowhere\/out\.xml: cannot be written: ENOENT/),
  ]);
});

test('what cannot be fired is a failed scenario', async () => {
  const where = place();
  scenario(where, {
    hook: 'true',
    scenarios: [
      { name: 'no event', expect: 'none' },
      { name: 'a wrong one', event: 'Nope', expect: 'none' },
      {
        name: 'a wrong hook',
        hook: { command: 'true', timeout: -1 },
        event: 'Stop',
        expect: 'none',
      },
    ],
  });
  const { stdout } = await run(where);
  expect(stdout).toMatch(/which event\?/);
  expect(stdout).toMatch(/"Nope"/);
  expect(stdout).toMatch(/"timeout": expected seconds above 0/);
  expect(stdout).toContain('0 passed, 3 failed');
});

test('linked directories are gone through once, whatever links lead where', async () => {
  const where = place();
  const content = { hook: 'exit 2', scenarios: [bash('ls', 'block')] };
  scenario(where, content);
  where.write('shared/team/far.scenario.json', content);
  const link = (to: string, name: string) => symlinkSync(to, join(where.project, name));
  link('hooks', 'again');
  link('../shared', 'shared');
  link('..', 'hooks/up');
  link('../../project', '../shared/team/home');
  link('self', 'self');
  link('nowhere', 'gone');
  scenario(where, content, '../top.scenario.json');
  expect((await run(where, ['hooks'])).stdout).toContain('1 passed, 0 failed');
  rmSync(join(where.project, 'top.scenario.json'));
  const { code, stdout, stderr } = await run(where);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^hooks\/guard\.scenario\.json\n.*\n\nshared\/team\/far\.scenario\.json\n.*\n\n2 passed/,
  );
});

test('scenarios in what was built are passed over, which is told; named, they run', async () => {
  const where = place();
  const content = { hook: 'exit 2', scenarios: [bash('ls', 'block')] };
  scenario(where, content);
  for (const dir of ['dist/hooks', 'build', 'hooks/coverage', 'node_modules/x', '.git/x'])
    where.write(`project/${dir}/x.scenario.json`, content);
  where.write('project/lib/dist/x.json', '{}');
  const { code, stdout, stderr } = await run(where);
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
  const told = 'not looked into, although scenarios are there; name it to run them\n';
  expect(stderr).toBe(`build: ${told}dist: ${told}hooks/coverage: ${told}`);
  const named = await run(where, ['.', 'build']);
  expect(named.stdout).toContain('2 passed, 0 failed');
  expect(named.stderr).not.toContain('build:');
});

test.each([
  [[], /no scenarios found in \./],
  [['nowhere'], /nowhere: there is no such file or directory/],
  [['--jobs', '0'], /--jobs: expected a whole number from 1 on, got 0/],
])('%j is told', async (args, says) => {
  const { code, stderr } = await run(place(), args);
  expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
});

test('--watch runs again when something beside the hook changes, until it is interrupted', async () => {
  const where = place();
  const guard = where.write('project/hooks/guard.sh', 'exit 0');
  scenario(where, { hook: 'sh "$SCENARIO_DIR"/guard.sh', scenarios: [bash('ls', 'block')] });
  const child = spawn(process.execPath, [WAVE, 'hooks', 'test', '--watch'], {
    cwd: where.project,
    env: { ...process.env, HOME: where.home, NO_COLOR: '1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  await expect.poll(() => told).toContain('watching');
  expect(out).toContain('0 passed, 1 failed');
  await until(() => {
    // Once more each time: the watch is on shortly after it is announced.
    writeFileSync(guard, 'exit 2');
    return out;
  }, 500).toContain('1 passed, 0 failed');
  const ended = new Promise((resolve) => child.on('close', resolve));
  child.kill('SIGINT');
  expect(await ended).toBe(130);
});

const watching = (where: Place) => {
  const started = startWave(['hooks', 'test', '--watch'], where);
  onTestFinished(() => void started.child.kill('SIGKILL'));
  return started;
};

const until = (what: () => unknown, interval = 50) => expect.poll(what, { interval });

/** Waits until a count stays as it is for a second. What starts itself again never does. */
async function rest(count: () => number): Promise<void> {
  let before = Number.NaN;
  await until(() => {
    const same = count() === before;
    before = count();
    return same;
  }, 1_000).toBe(true);
}

/** Says that it runs, and goes on when it may. */
const HELD = 'touch "$HOME/runs"; until [ -e "$HOME/go" ]; do sleep 0.05; done; rm "$HOME/go"';

test('--watch: what is saved during a run is run after it', async () => {
  const where = place();
  const script = (text: string) => {
    // At one stroke, as editors do: the shell goes on with the old one.
    const next = where.write('project/hooks/next', text);
    renameSync(next, join(where.project, 'hooks/guard.sh'));
  };
  const runs = async () => {
    await until(() => existsSync(join(where.home, 'runs'))).toBe(true);
    rmSync(join(where.home, 'runs'));
  };
  const go = () => where.write('home/go', '');
  script(`${HELD}; exit 0`);
  scenario(where, { hook: 'sh "$SCENARIO_DIR"/guard.sh', scenarios: [bash('ls', 'block')] });
  const { result } = watching(where);
  await runs();
  script(`${HELD}; exit 2`);
  go();
  await until(() => result.stdout).toContain('0 passed, 1 failed');
  await runs();
  script('exit 3');
  go();
  await until(() => result.stdout).toContain('1 passed, 0 failed');
  await until(() => result.stdout).toContain('got "exit 3"');
});

test('--watch: what a hook writes beside itself starts nothing, not even without end', async () => {
  const where = place();
  const log = join(where.project, 'hooks/log.txt');
  const runs = () => readFileSync(log, 'utf8').length;
  where.write('project/hooks/guard.sh', 'printf x >> "$SCENARIO_DIR"/log.txt; exit 2');
  scenario(where, { hook: 'sh "$SCENARIO_DIR"/guard.sh', scenarios: [bash('ls', 'block')] });
  const { result } = watching(where);
  await until(() => result.stderr).toContain('watching');
  await until(() => {
    // Once more each time: the watch is on shortly after it is announced.
    where.write('project/hooks/notes.txt', '');
    return runs();
  }, 500).toBeGreaterThan(1);
  await rest(runs);
  expect(result.stderr).not.toContain('whenever');
  // A hook that changes its own script is tried again a few times, and told.
  where.write(
    'project/hooks/guard.sh',
    'printf x >> "$SCENARIO_DIR"/log.txt; echo ":" >> "$SCENARIO_DIR"/guard.sh; exit 2\n',
  );
  await until(() => result.stderr).toContain('scripts change whenever they are tested');
  await rest(runs);
});

const MISSING = ['sh', 'bash', 'python3', 'perl'].map((program) => [
  `${program} "$SCENARIO_DIR"/nothere.sh`,
]);

test.each([...MISSING, ['"$SCENARIO_DIR"/nothere.sh'], ['. "$SCENARIO_DIR"/nothere.sh']])(
  '%s: a guard that is not there is no block, and its path is told',
  async (hook) => {
    const where = place();
    scenario(where, { hook, scenarios: [bash('rm', { decision: 'block', outcomes: ['exit 2'] })] });
    const { code, stdout } = await run(where);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`there is no ${where.project}/hooks/nothere.sh`),
    ]);
  },
);

test('a missing script is looked for only in hooks that would run, and may be what is expected', async () => {
  const where = place();
  const command = (text: string) => [{ type: 'command', command: text }];
  where.write('project/hooks/settings.json', {
    hooks: {
      PreToolUse: [
        { matcher: 'Read', hooks: command('sh nothere.sh') },
        { matcher: 'Bash', hooks: command('exit 2') },
      ],
    },
  });
  scenario(where, { settings: 'settings.json', scenarios: [bash('ls', 'block')] });
  const expected = { decision: 'none', outcomes: ['exit 127'] };
  scenario(where, { hook: './nothere', scenarios: [bash('ls', expected)] }, 'b.scenario.json');
  expect((await run(where)).stdout).toContain('2 passed, 0 failed');
});

/** As an interpreter says it, whether it is here or not. */
const says = (text: string) => `echo '${text.replaceAll("'", `'\\''`)}' >&2; exit 2`;

test.each([
  ['cd / && sh nothere.sh', /got "exit (2|127): .*nothere\.sh/],
  ['true; . ./nothere.sh', /got "exit (1|2|127): .*nothere\.sh/],
  [says(`/usr/bin/python3: can't open file '/x/g.py': [Errno 2]`), /got "exit 2: .*python3: can't/],
  [says("sh: 0: Can't open g.sh"), /got "exit 2: sh: 0: Can't open g\.sh"/],
  [says(`Can't open perl script "g.pl": No such file`), /got "exit 2: Can't open perl script/],
])('%s: what an interpreter says of it is no block either', async (hook, told) => {
  const where = place();
  scenario(where, { hook, scenarios: [bash('ls', 'block')] });
  const { code, stdout } = await run(where);
  expect([code, stdout]).toEqual([1, expect.stringMatching(told)]);
});

const UNREADABLE = ['if true; then', 'echo "', 'echo $(', 'f() {', 'echo hi )'];

test.each(['sh', 'bash'].flatMap((shell) => UNREADABLE.map((text) => [shell, text])))(
  'a script that %s cannot read is no block: %j',
  async (shell, text) => {
    const where = place();
    where.write('project/hooks/guard.sh', `echo 'no rm' >&2\n${text}\n`);
    const hook = `${shell} "$SCENARIO_DIR"/guard.sh`;
    scenario(where, { hook, scenarios: [bash('rm', 'block')] });
    const { code, stdout } = await run(where);
    const told = /outcomes: expected "exit 0 or exit 2", got "exit 2: .*guard\.sh: .*(error|EOF)/;
    expect([code, stdout]).toEqual([1, expect.stringMatching(told)]);
  },
);

test('what a shell cannot read may be what a hook is about: its words are expected then', async () => {
  const where = place();
  where.write('project/hooks/bad.sh', 'if true; then');
  const hook = 'sh -n "$SCENARIO_DIR"/bad.sh || exit 2';
  const told = { decision: 'block', toAgent: { has: 'bad.sh' } };
  scenario(where, { hook, scenarios: [bash('ls', told)] });
  expect((await run(where)).code).toBe(0);
});

test.each([
  ['no-such-program-here', /outcomes: expected "exit 0 or exit 2", got "exit 127: .*not found/],
  ['echo boom >&2; exit 1', /outcomes: expected "exit 0 or exit 2", got "exit 1: boom"/],
  ['kill -9 $$', /outcomes: expected "exit 0 or exit 2", got "signal"/],
])('%s: a failure is no "none", unless it is expected', async (command, says) => {
  const where = place();
  scenario(where, { hook: command, scenarios: [bash('ls', 'none')] });
  const { code, stdout } = await run(where);
  expect([code, stdout]).toEqual([1, expect.stringMatching(says)]);
});

test('a failure that is expected passes', async () => {
  const where = place();
  const expects = { decision: 'none', outcomes: ['exit 1'] };
  scenario(where, { hook: 'exit 1', scenarios: [bash('ls', expects)] });
  expect((await run(where)).code).toBe(0);
});

test('a field of the event that is misspelt fails the scenario; one of another agent does not', async () => {
  const where = place();
  const stop = (fields: object) => ({ name: 'x', event: 'Stop', fields, expect: 'none' });
  scenario(where, { hook: 'exit 0', scenarios: [stop({ stop_hook_activ: true })] });
  const { code, stdout } = await run(where);
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining(
      '"stop_hook_activ" is not a field of Stop; did you mean "stop_hook_active"?',
    ),
  ]);
  scenario(where, { hook: 'exit 0', scenarios: [stop({ model: 'm' })] });
  expect((await run(where)).code).toBe(0);
});

test('many: the results are in order, and their directories are gone', async () => {
  const where = place();
  const many = Array.from({ length: 24 }, (_, n) => bash(n === 3 ? 'rm -rf /' : `ls ${n}`, 'none'));
  const TMPDIR = join(where.home, 'tmp');
  mkdirSync(TMPDIR);
  scenario(where, {
    hook: `mkdir -p left/behind; echo text >left/behind/file; pwd >>"$SCENARIO_DIR"/places; ${GUARD}`,
    scenarios: many,
  });
  const { code, stdout } = await run(where, ['--json'], { TMPDIR });
  const { passed, failed, scenarios } = JSON.parse(stdout);
  expect({ code, passed, failed }).toEqual({ code: 1, passed: 23, failed: 1 });
  expect(scenarios.map(({ name }: { name: string }) => name)).toEqual(many.map(({ name }) => name));
  const places = readFileSync(join(where.project, 'hooks/places'), 'utf8').trim().split('\n');
  expect(new Set(places).size).toBe(24);
  expect(readdirSync(TMPDIR)).toEqual([]);
});

test.each(['SIGINT', 'SIGKILL'] as const)('%s ends the hooks that run', async (signal) => {
  const where = place();
  scenario(where, {
    hook: 'echo $$ >>"$SCENARIO_DIR"/pids; exec sleep 30',
    scenarios: ['a', 'b', 'c'].map((name) => bash(name, 'none')),
  });
  const { child, ended } = startWave(['hooks', 'test', '--jobs', '3'], where);
  onTestFinished(() => void child.kill('SIGKILL'));
  const file = join(where.project, 'hooks/pids');
  const pids = () =>
    existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
  await until(() => pids().length).toBe(3);
  child.kill(signal);
  await ended;
  await until(() => pids().some(groupRuns)).toBe(false);
});
