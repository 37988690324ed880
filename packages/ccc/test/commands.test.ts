import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../../test/until.ts';
import {
  ALLOW,
  answered,
  BLOCK,
  ccc,
  hook,
  type Place,
  place,
  QUESTION,
  start,
} from './helpers.ts';

const fileOf = (at: Place, host: string) => join(at.home, `.${host}/settings.json`);
const read = (file: string) => readFileSync(file, 'utf8');

const MINE = `{
  // my own settings, in my own order
  "model": "opus",   /* keep */
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done", "timeout": 5 }] }
    ],
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard" }] },
    ]
  },
  "zeta": [1,2,
    3]
}
`;

/** Claude Code is also told at the end of a session. */
const ENTRIES = { wave: 5, claude: 6 } as const;

test.each(['wave', 'claude'])(
  'install --%s keeps every byte, twice changes nothing',
  async (host) => {
    const at = place();
    const file = at.write(`home/.${host}/settings.json`, MINE);
    chmodSync(file, 0o640);
    expect(await ccc(['install', `--${host}`], at)).toMatchObject({ code: 0, stderr: '' });
    const once = read(file);
    // Every character that was there is there, in its order.
    let from = 0;
    for (const char of MINE) {
      from = once.indexOf(char, from) + 1;
      expect(from).toBeGreaterThan(0);
    }
    expect(once.match(/supervisor-hook/g)).toHaveLength(ENTRIES[host as 'wave']);
    expect(once).toContain('"timeout": 660');
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(read(`${file}.ccc-backup`)).toBe(MINE);
    expect((await ccc(['install', `--${host}`], at)).stdout).toContain('nothing to do');
    expect(read(file)).toBe(once);
    expect((await ccc(['uninstall', `--${host}`], at)).code).toBe(0);
    expect(read(file)).toBe(MINE);
    expect((await ccc(['uninstall', `--${host}`], at)).stdout).toContain('nothing to do');
  },
);

test('install makes a file where there is none, for Wave unless told otherwise', async () => {
  const at = place();
  expect((await ccc(['install'], at)).code).toBe(0);
  expect(Object.keys(JSON.parse(read(fileOf(at, 'wave'))).hooks)).toEqual([
    'Stop',
    'SubagentStop',
    'PermissionRequest',
    'PreToolUse',
    'UserPromptSubmit',
  ]);
  expect(existsSync(fileOf(at, 'claude'))).toBe(false);
});

test('uninstall keeps what was changed since', async () => {
  const at = place();
  const file = at.write('home/.wave/settings.json', '{\n  "hooks": {\n    "Stop": []\n  }\n}\n');
  await ccc(['install'], at);
  at.write('home/.wave/settings.json', read(file).replace('{\n', '{\n  // new\n  "more": 1,\n'));
  await ccc(['uninstall'], at);
  expect(read(file)).toMatch(/^\{\n {2}\/\/ new\n {2}"more": 1,\n {2}"hooks": \{/);
  expect(read(file)).not.toContain('supervisor-hook');
});

test('a clean backup stays, and so do lists that were there before', async () => {
  const at = place();
  const mine = '{\n  "hooks": {\n    "PreToolUse": [],\n    "Stop": []\n  }\n}\n';
  const file = at.write('home/.wave/settings.json', mine);
  await ccc(['install'], at);
  at.reviewer(ALLOW, { timeout_seconds: 1_000 });
  await ccc(['install'], at);
  expect(read(`${file}.ccc-backup`)).toBe(mine);
  at.write('home/.wave/settings.json', read(file).replace('{\n', '{\n  "more": 1,\n'));
  await ccc(['uninstall'], at);
  expect(JSON.parse(read(file))).toEqual({ more: 1, hooks: { PreToolUse: [], Stop: [] } });
});

test('install again sets an outdated time and command right', async () => {
  const at = place();
  await ccc(['install'], at);
  at.reviewer(ALLOW, { timeout_seconds: 1_000 });
  expect((await ccc(['doctor'], at)).stdout).toMatch(/timeout ends before the review's/);
  const file = at.write(
    'home/.wave/settings.json',
    read(fileOf(at, 'wave')).replace(
      /'[^']*ccc\.cjs' supervisor-hook"/,
      "'/old/ccc.cjs' supervisor-hook\"",
    ),
  );
  await ccc(['install'], at);
  expect(read(file)).not.toContain('/old/');
  expect(read(file).match(/"timeout": 1060/g)).toHaveLength(4);
  expect(read(file).match(/supervisor-hook/g)).toHaveLength(ENTRIES.wave);
});

/** Somebody else's, though they speak of ours. */
const OTHERS = [
  '~/bin/notify.sh # beside ccc supervisor-hook',
  "echo 'asked: ccc supervisor-hook ran' >> ~/stops.log",
  'echo ccc supervisor-hook',
  '# ccc supervisor-hook',
  'ccc supervisor-hook-x',
  'ccc supervisor-hook; say done',
  'ccc supervisor-hook && say done',
  'say done\nccc supervisor-hook',
  'say "$(ccc supervisor-hook)"',
  'X="$(say done)" ccc supervisor-hook',
  'ccc supervisor-hook `say done`',
  'ccc supervisor-hook | tee ~/stops.log',
  'ccc supervisor-hook > ~/stops.log',
  'ccc supervisor-hook --also-mine',
  'ccc supervisor-hook and more',
  'my-ccc supervisor-hook',
  '~/ccc/notify.sh supervisor-hook',
  'CCC_SUPERVISOR_ID=ccc supervisor-hook',
  'ccc "supervisor-hook',
  `${'$aaaaaaaa'.repeat(2_000)} ccc supervisor-hook; say done`,
];

const settingsWith = (commands: readonly string[]) => {
  const hooks = commands.map((command) => ({ type: 'command', command }));
  return `${JSON.stringify({ hooks: { Stop: [{ hooks }] } }, null, 2)}\n`;
};

test('hooks that only speak of ours stay, whether ours are installed or not', async () => {
  const at = place();
  const mine = settingsWith(OTHERS);
  const file = at.write('home/.wave/settings.json', mine);
  expect((await ccc(['uninstall'], at)).stdout).toContain('nothing to do');
  expect(read(file)).toBe(mine);
  expect((await ccc(['doctor'], at)).stdout).toContain('no host has the hooks');
  await ccc(['install'], at);
  const { hooks } = JSON.parse(read(file));
  const stops = hooks.Stop.flatMap((group: { hooks: { command: string }[] }) =>
    group.hooks.map(({ command }) => command),
  );
  expect(stops).toEqual([...OTHERS, expect.stringMatching(/ccc\.cjs' supervisor-hook$/)]);
  await ccc(['uninstall'], at);
  expect(read(file)).toBe(mine);
});

/** Ours, from another place or by another hand. */
const OURS = [
  'ccc supervisor-hook',
  '  ccc   supervisor-hook --verbose\n',
  'CCC_SUPERVISOR_ID=x A="b c" /opt/bin/ccc supervisor-hook --session-id "a b"',
  'CCC_SUPERVISOR_ID="${CCC_SUPERVISOR_ID:-mine}" "$HOME/x y/ccc.cjs" supervisor-hook --event=prompt',
  'exec npx -y ccc supervisor-hook',
  'env A=b node --no-warnings ~/ccc.cjs supervisor-hook',
  '/usr/bin/node-22 /opt/ccc.cjs supervisor-hook',
  `CCC_SUPERVISOR_ID="\${CCC_SUPERVISOR_ID:-installed}" '/opt/my runtime' '/a'\\''b/ccc.cjs' supervisor-hook --event prompt`,
  `CCC_CONFIG_DIR=\${CCC_CONFIG_DIR:-'/a '\\''b'\\'' "c" $d}'} CCC_SUPERVISOR_ID="\${CCC_SUPERVISOR_ID:-installed}" '/usr/bin/node' '/b/ccc.cjs' supervisor-hook`,
];

test.each(OURS)(
  'ours, from another place or by another hand, are taken for ours: %s',
  async (own) => {
    const at = place();
    const file = at.write('home/.wave/settings.json', settingsWith(['say done', own]));
    await ccc(['install'], at);
    expect(read(file).match(/supervisor-hook/g)).toHaveLength(ENTRIES.wave);
    at.write('home/.wave/settings.json', settingsWith(['say done', own]));
    await ccc(['uninstall'], at);
    expect(read(file)).toBe(settingsWith(['say done']));
  },
);

test('settings that cannot be read or written are left as they are', async () => {
  const at = place();
  const file = at.write('home/.wave/settings.json', '{ "hooks": ');
  expect(await ccc(['install'], at)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/settings\.json:1:\d+: not valid JSON/),
  });
  expect(read(file)).toBe('{ "hooks": ');
  at.write('home/.wave/settings.json', '{}');
  chmodSync(file, 0o400);
  expect((await ccc(['install'], at)).stderr).toMatch(/it is read-only/);
  expect(read(file)).toBe('{}');
  expect(await ccc(['install', 'everywhere'], at)).toMatchObject({ code: 1 });
});

test('what was installed works, with and without an id', async () => {
  const at = place();
  at.reviewer(BLOCK);
  await ccc(['install'], at);
  const { Stop } = JSON.parse(read(fileOf(at, 'wave'))).hooks;
  const command = Stop[0].hooks[0].command;
  for (const id of [undefined, 'mine'])
    expect(
      await ccc(['-c', command], at, {
        file: '/bin/sh',
        stdin: '{"session_id":"s"}',
        env: { CCC_SUPERVISOR_ID: id },
      }),
    ).toEqual(answered({ decision: 'block', reason: 'add tests' }));
  expect(at.seen().map(({ id }) => id)).toEqual(['installed', 'mine']);
});

test('what was installed knows its configuration directory, unless the host names another', async () => {
  const at = place();
  const supervisor = { reviewer: { type: 'command', command: BLOCK } };
  at.write(`a 'b' "c" $d}/ccc.json`, { supervisor });
  const CCC_CONFIG_DIR = `${at.root}/work/../a 'b' "c" $d}`;
  await ccc(['install'], at, { env: { CCC_CONFIG_DIR } });
  const { Stop, UserPromptSubmit } = JSON.parse(read(fileOf(at, 'wave'))).hooks;
  const run = (entry: { command: string }, dir?: string) =>
    ccc(['-c', entry.command], at, {
      file: '/bin/sh',
      stdin: '{"session_id":"s"}',
      env: { CCC_CONFIG_DIR: dir },
      cwd: at.home,
    });
  const blocked = answered({ decision: 'block', reason: 'add tests' });
  expect(await run(Stop[0].hooks[0])).toEqual(blocked);
  expect(await run(UserPromptSubmit[0].hooks[0])).toEqual(answered({}));
  at.reviewer(ALLOW);
  expect(await run(Stop[0].hooks[0], at.config)).toEqual(answered({ reason: 'good' }));
  const doctor = (dir: string) => ccc(['doctor'], at, { env: { CCC_CONFIG_DIR: dir } });
  expect((await doctor(CCC_CONFIG_DIR)).stdout).not.toContain('another command');
  expect((await doctor(at.config)).stdout).toMatch(/note {5}\S+settings\.json: .*another command/);
});

test('supervisor-mode off lets everything pass, on reviews again', async () => {
  const at = place();
  at.reviewer(BLOCK);
  expect((await ccc(['supervisor-mode'], at)).stdout).toBe('supervisor mode is on\n');
  expect((await ccc(['supervisor-mode', 'off'], at)).stdout).toBe('supervisor mode is off\n');
  const { code, stdout } = await hook({ session_id: 's' }, at);
  expect([code, JSON.parse(stdout)]).toEqual([0, { reason: expect.stringMatching(/mode is off/) }]);
  expect(JSON.parse((await hook(QUESTION, at)).stdout).hookSpecificOutput.permissionDecision).toBe(
    'allow',
  );
  // As if it were not installed: neither a broken input nor a missing id stands in the way.
  for (const stdin of ['', 'rubbish', '{}'])
    expect(await hook(0, at, { stdin, env: { CCC_SUPERVISOR_ID: undefined } }, [])).toMatchObject({
      code: 0,
      stdout,
      stderr: '',
    });
  for (const args of [['--event', 'prompt'], ['--event=prompt']])
    for (const input of [{ session_id: 's' }, QUESTION, 0])
      expect(await hook(input, at, {}, args)).toEqual(answered({}));
  expect(at.sessionFiles()).toEqual([]);
  await ccc(['supervisor-mode', 'on'], at);
  expect(JSON.parse((await hook({ session_id: 's' }, at)).stdout).decision).toBe('block');
  expect(await ccc(['supervisor-mode', 'maybe'], at)).toMatchObject({ code: 1 });
});

test('status and log show sessions, counts and verdicts', async () => {
  const at = place();
  expect((await ccc(['status'], at)).stdout).toMatch(
    /mode: on, reviewer: agent\nno sessions yet\n$/,
  );
  expect((await ccc(['log'], at)).stdout).toBe('nothing has been reviewed yet\n');
  at.reviewer(BLOCK);
  await hook({ session_id: 'first' }, at);
  await hook({ ...QUESTION, session_id: 'second\u001b[2J' }, at);
  const status = (await ccc(['status'], at)).stdout;
  expect(status).toMatch(/\nfirst {2}1 of 20 {2}\S+ {2}Stop block: add tests\n/);
  expect(status).toContain('second\\u001b[2J  1 of 20');
  const { sessions } = JSON.parse((await ccc(['status', '--json'], at)).stdout);
  expect(sessions.map(({ count }: { count: number }) => count)).toEqual([1, 1]);
  const log = (await ccc(['log', '--json'], at)).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(log.map(({ event, iteration, verdict, id }) => [event, iteration, verdict, id])).toEqual([
    ['Stop', 1, 'block', 'the-id'],
    ['PreToolUse', 1, 'block', 'the-id'],
  ]);
  expect((await ccc(['log', '-n', '1', '--session', 'first'], at)).stdout).toMatch(
    /first {2}Stop 1 {2}block after/,
  );
  expect(await ccc(['log', '-n', 'x'], at)).toMatchObject({ code: 1 });
});

const LINE = {
  ...{ at: '2026-01-01T00:00:00.000Z', session: 's', id: 'x', event: 'Stop', iteration: 1 },
  ...{ verdict: 'allow', reason: 'good', ms: 1 },
};

test('lines of the log that are none of ours are left out', async () => {
  const at = place();
  const wrong = Object.keys(LINE).map((name) => ({ ...LINE, [name]: { length: 1 } }));
  const lacking = Object.keys(LINE).map((name) => ({ ...LINE, [name]: undefined }));
  const lines = [0, null, [], 'x', { verdict: 'x' }, ...wrong, ...lacking, LINE];
  at.write(
    'config/supervisor/log.jsonl',
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  );
  expect(await ccc(['log', '--session', 's'], at)).toEqual({
    code: 0,
    signal: null,
    stdout: '2026-01-01T00:00:00.000Z  s  Stop 1  allow after 0.0 s  good\n',
    stderr: '',
  });
  expect((await ccc(['log', '--json'], at)).stdout).toBe(`${JSON.stringify(LINE)}\n`);
});

test('a line that was torn off does not swallow the next verdict', async () => {
  const at = place();
  at.reviewer(BLOCK);
  const whole = `${JSON.stringify(LINE)}\n`;
  const file = at.write('config/supervisor/log.jsonl', `${whole}${whole.slice(0, 40)}`);
  await hook({ session_id: 'next' }, at);
  const { stdout } = await ccc(['log'], at);
  expect(stdout.match(/ {2}(allow|block) after /g)).toEqual(['  allow after ', '  block after ']);
  await hook({ session_id: 'next' }, at);
  expect(read(file)).not.toContain('\n\n');
});

const STRICT = [
  ...['log', 'status', 'doctor', 'install', 'uninstall', 'supervisor-hook'],
  ...['--version', '--help'],
];

test.each(STRICT)('%s refuses words it does not know', async (name) => {
  const at = place();
  expect(await ccc([name, 'extra'], at)).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: expect.stringMatching(/^ccc: what is "extra"\?\nusage: ccc /),
  });
  expect(existsSync(fileOf(at, 'wave'))).toBe(false);
});

test.each([
  [
    'instal',
    'ccc has no command "instal"; did you mean "ccc install"?\n"ccc --help" lists them all.',
  ],
  [
    'mode',
    'ccc has no command "mode"; did you mean "ccc supervisor-mode"?\n"ccc --help" lists them all.',
  ],
  ['install --clade', `Unknown option '--clade'; did you mean "--claude"?\nusage: ccc install`],
  ['zzz', 'ccc has no command "zzz"\n\nccc '],
])('ccc %s: what was probably meant', async (typed, text) => {
  const { code, stdout, stderr } = await ccc(typed.split(' '), place());
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.startsWith(`ccc: ${text}`)).toBe(true);
});

test('supervisor-mode refuses a second word, and changes nothing', async () => {
  const at = place();
  expect(await ccc(['supervisor-mode', 'off', 'extra'], at)).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: 'ccc: expected "on" or "off", got "off extra"\nusage: ccc supervisor-mode [on | off]\n',
  });
  expect((await ccc(['supervisor-mode'], at)).stdout).toBe('supervisor mode is on\n');
});

test('doctor: what is missing, and the cap of Claude Code', async () => {
  const at = place();
  const none = { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: '', OPENAI_API_KEY: '' };
  const before = await ccc(['doctor'], at, { env: { ...none, OPENAI_BASE_URL: '' } });
  expect(before.code).toBe(1);
  expect(before.stdout).toMatch(/error {4}no host has the hooks/);
  expect(before.stdout).toMatch(
    /it has no model: [\s\S]*\nor name another reviewer in ccc\.json\n/,
  );
  expect(before.stdout).not.toContain('--model');
  at.reviewer(ALLOW);
  await ccc(['install', '--claude'], at);
  const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: undefined };
  const capped = await ccc(['doctor'], at, { env });
  expect(capped).toMatchObject({ code: 0, stderr: '' });
  expect(capped.stdout).toMatch(
    /note {5}Claude Code ends a turn after 8 blocked stops in a row, below the limit of 20/,
  );
  const raised = await ccc(['doctor', '--json'], at, {
    env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '20' },
  });
  expect(JSON.parse(raised.stdout)).toMatchObject({ ok: true });
  expect(raised.stdout).not.toContain('blocked stops');
  at.write('config/ccc.json', '{');
  expect((await ccc(['doctor'], at)).stdout).toMatch(/error {4}.*ccc\.json:1:\d+: not valid JSON/);
});

interface Entry {
  timeout?: number;
  enabled?: boolean;
}
type Events = Record<string, [{ matcher?: string; hooks: [Entry] }]>;

/** What a host does not run, or not for long enough, though it stands in its settings. */
const IDLE: [string, string, (hooks: Events) => void, RegExp][] = [
  [
    'switched off',
    'wave',
    ({ Stop }) => Object.assign(Stop?.[0].hooks[0] ?? {}, { enabled: false }),
    /error {4}\S+: Stop: our hook is switched off \("enabled": false\): install again\n/,
  ],
  [
    'for another tool',
    'claude',
    ({ PreToolUse }) => Object.assign(PreToolUse?.[0] ?? {}, { matcher: 'Bash' }),
    /error {4}\S+: PreToolUse: our hook stands under the matcher "Bash", which is not for AskUserQuestion: install again\n/,
  ],
  [
    'too short for a question',
    'claude',
    ({ PreToolUse }) => Object.assign(PreToolUse?.[0].hooks[0] ?? {}, { timeout: 30 }),
    /error {4}\S+: PreToolUse: the hook's timeout ends before the review's: install again\n/,
  ],
  [
    'longer than Wave allows',
    'wave',
    ({ UserPromptSubmit }) =>
      Object.assign(UserPromptSubmit?.[0].hooks[0] ?? {}, { timeout: 86_460 }),
    /error {4}\S+: UserPromptSubmit\[0\]\.hooks\[0\]: "timeout": .*it is off: install again\n/,
  ],
];

test.each(IDLE)(
  'doctor: a hook that is %s is told, and install mends it',
  async (_, host, break_, told) => {
    const at = place();
    at.reviewer(ALLOW);
    await ccc(['install', `--${host}`], at);
    const settings = JSON.parse(read(fileOf(at, host)));
    break_(settings.hooks);
    at.write(`home/.${host}/settings.json`, settings);
    const before = await ccc(['doctor'], at);
    expect(before.stdout).toMatch(told);
    expect(before.code).toBe(1);
    expect((await ccc(['install', `--${host}`], at)).stdout).toContain('installed in');
    expect(await ccc(['doctor'], at)).toMatchObject({ code: 0 });
    expect((await ccc(['install', `--${host}`], at)).stdout).toContain('nothing to do');
  },
);

test.each(['*', 'Bash|AskUserQuestion', '^Ask'])(
  'a question also comes under %s',
  async (matcher) => {
    const at = place();
    at.reviewer(ALLOW);
    await ccc(['install'], at);
    const settings = JSON.parse(read(fileOf(at, 'wave')));
    settings.hooks.PreToolUse[0].matcher = matcher;
    at.write('home/.wave/settings.json', settings);
    expect(await ccc(['doctor'], at)).toMatchObject({ code: 0 });
    expect((await ccc(['install'], at)).stdout).toContain('nothing to do');
  },
);

test('doctor: Claude Code with all hooks off, or a cap that is none', async () => {
  const at = place();
  at.reviewer(ALLOW);
  await ccc(['install', '--claude'], at);
  const env = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: 'abc' };
  expect((await ccc(['doctor'], at, { env })).stdout).toContain(
    'note     CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: expected a number from 0 on, got "abc": set it to 20 to be reviewed up to your limit\n',
  );
  const settings = JSON.parse(read(fileOf(at, 'claude')));
  at.write('home/.claude/settings.json', { ...settings, disableAllHooks: true });
  const { code, stdout } = await ccc(['doctor'], at);
  expect(code).toBe(1);
  expect(stdout).toMatch(/error {4}\S+: "disableAllHooks" is true, so none of its hooks runs\n/);
});

test.each([
  ['a comment', '// mine\n{}', '1:1: invalid comment token'],
  ['a comma at the end', '{"a": [1,]}', '1:10: value expected'],
])('doctor: Claude Code does not read a file with %s', async (_, text, why) => {
  const at = place();
  at.reviewer(ALLOW);
  at.write('home/.claude/settings.json', text);
  await ccc(['install', '--claude'], at);
  const { code, stdout } = await ccc(['doctor'], at);
  expect(code).toBe(1);
  expect(stdout).toContain(`Claude Code reads only plain JSON, so none of its hooks runs: ${why}`);
});

test('the longest review there may be has a hook that Wave takes', async () => {
  const at = place();
  for (const timeout_seconds of [86_340, 86_400]) {
    at.reviewer(ALLOW, { timeout_seconds });
    await ccc(['install'], at);
    expect(read(fileOf(at, 'wave')).match(/"timeout": 86400/g)).toHaveLength(4);
    expect(await ccc(['doctor'], at)).toMatchObject({ code: 0 });
  }
  at.reviewer(ALLOW, { timeout_seconds: 86_401 });
  expect((await ccc(['install'], at)).stderr).toMatch(/at most 86400, got 86401/);
});

test('a hook of the user that runs the supervisor otherwise stays, and is named', async () => {
  const at = place();
  at.reviewer(ALLOW);
  const command = 'timeout 600 ccc supervisor-hook 2>>/tmp/ccc.log';
  const own = { hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } };
  at.write('home/.wave/settings.json', own);
  for (const verb of ['install', 'doctor', 'uninstall'])
    expect((await ccc([verb], at)).stdout, verb).toContain(command);
  expect(JSON.parse(read(fileOf(at, 'wave')))).toEqual(own);
});

test('run starts an agent with an id of its own, and passes its end on', async () => {
  const at = place();
  const script = 'echo "$CCC_SUPERVISOR_ID|$CCC_SUPERVISOR_HOOK|$1"; exit 7';
  const run = (env = {}) => ccc(['run', '--', 'sh', '-c', script, 'x', '--version'], at, { env });
  const first = await run({ CCC_SUPERVISOR_ID: undefined, CCC_SUPERVISOR_HOOK: '1' });
  expect(first.code).toBe(7);
  expect(first.stdout).toMatch(/^[0-9a-f-]{36}\|\|--version\n$/);
  expect((await run({ CCC_SUPERVISOR_ID: 'mine' })).stdout).toBe('mine||--version\n');
  expect(await ccc(['run', '--', 'no-such-agent'], at)).toMatchObject({ code: 1 });
  expect(await ccc(['run'], at)).toMatchObject({ code: 1 });
  const { child, ended } = start(['run', '--', 'sh', '-c', 'echo up; exec sleep 60'], at);
  let up = false;
  child.stdout?.on('data', () => {
    up = true;
  });
  expect(await until(() => up)).toBe(true);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(143);
});
