import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { type Place, place, wave } from './helpers.ts';

const guard = (fields: object = {}) => ({
  type: 'command',
  name: 'guard',
  command: 'exit 0',
  ...fields,
});

const settings = (where: Place, content: unknown) =>
  where.write('home/.wave/settings.json', content);

const hooks = (where: Place, ...args: string[]) => wave(['hooks', ...args], where);

const call1 = { stdin: '{"tool_name":"Bash","tool_input":{"command":"ls"}}' };

test('misspelt fields are found by the doctor, and shown by list and explain', async () => {
  const where = place();
  const entry = guard({ onEror: 'block', timout: 5 });
  settings(where, { hooks: { PreToolUse: [{ match: 'Write', hooks: [entry] }] } });
  const said = ['"match" is not known', 'did you mean "onError"', 'did you mean "timeout"'];
  const doctor = await hooks(where, 'doctor');
  for (const text of said) expect(doctor.stdout).toContain(text);
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('1 hook, 3 findings.')]);
  const { findings } = JSON.parse((await hooks(where, 'doctor', '--json')).stdout);
  expect(findings.map((one: Record<string, string>) => [one['level'], one['hook']])).toEqual([
    ['warning', 'PreToolUse'],
    ['warning', 'guard'],
    ['warning', 'guard'],
  ]);
  for (const args of [['list'], ['explain', 'PreToolUse', 'Bash']]) {
    const { stdout } = await hooks(where, ...args);
    for (const text of said) expect(stdout).toContain(text);
    const { problems } = JSON.parse((await hooks(where, ...args, '--json')).stdout);
    expect(problems).toHaveLength(3);
  }
  expect((await hooks(where, 'list')).stdout).toMatch(
    /active {2}guard .*\n.*exit 0\n {4}warning: PreToolUse\[0\]\.hooks\[0\]: "onEror"/,
  );
});

test('a matcher that fits no agent type is shown, with the types there are', async () => {
  const where = place();
  settings(where, {
    hooks: {
      SubagentStop: [
        { matcher: 'Plan', hooks: [guard()] },
        { matcher: 'Explore', hooks: [guard({ name: 'explores' })] },
      ],
    },
  });
  const says = 'no agent type is called "Plan", so it never fires there';
  const doctor = await hooks(where, 'doctor');
  expect([doctor.code, doctor.stdout]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        `^warning  guard .*\\n  ${says}\\n  fix: there are general, explore, and .*\\n\\n2 hooks, 1 finding`,
      ),
    ),
  ]);
  expect((await hooks(where, 'list')).stdout).toContain(`${says}; there are general, explore`);
  const explained = await hooks(where, 'explain', 'SubagentStop', 'explore');
  expect(explained.stdout).toMatch(/fires {2}explores: "Explore" matches explore/);
});

test('a value that only Claude Code has is told as that by list and the doctor', async () => {
  const where = place();
  settings(where, { hooks: { Notification: [{ matcher: 'auth_success', hooks: [guard()] }] } });
  for (const command of ['list', 'doctor'])
    expect((await hooks(where, command)).stdout).toContain(
      '"matcher" names auth_success, which Claude Code has and Wave does not',
    );
});

test('remarks among the events are nobody’s matter', async () => {
  const where = place();
  const remarks = { _comment: 'x', $schema: 'y', description: 'z' };
  settings(where, { hooks: { ...remarks, Stop: [{ hooks: [guard()] }] } });
  expect((await hooks(where, 'doctor')).stdout).toBe('1 hook, no problems found.\n');
  const { problems, hooks: rows } = JSON.parse((await hooks(where, 'list', '--json')).stdout);
  expect([problems, rows.length]).toEqual([[], 1]);
});

test('the doctor hints at milliseconds only where seconds are unlikely, and never as a fault', async () => {
  const where = place();
  const times = [1_000, 1_800, 7_200, 86_400, 30_000];
  const entries = times.map((timeout) => guard({ name: `t${timeout}`, timeout }));
  settings(where, { hooks: { Stop: [{ hooks: entries }] } });
  const { code, stdout } = await hooks(where, 'doctor', '--json');
  const { findings } = JSON.parse(stdout);
  expect(findings).toMatchObject([
    {
      level: 'warning',
      hook: 't30000',
      fix: expect.stringMatching(/^if you meant milliseconds, write 30:/),
    },
  ]);
  expect(code).toBe(0);
});

test('what is wrong beside the hooks is shown by list and explain too', async () => {
  const where = place();
  settings(where, { fontSize: 12 });
  for (const args of [['list'], ['explain', 'Stop']])
    expect((await hooks(where, ...args)).stdout).toMatch(
      /^warning {2}~\/\.wave\/settings\.json:1\n {2}"fontSize" is not known and ignored\n\nNo hooks are configured/,
    );
});

const blocking = [{ matcher: 'Bash', hooks: [guard({ onError: 'block' })] }];

/** Hooks that stand where nobody looks for them, and what is said of them. */
const MISPLACED: [name: string, content: object, says: string][] = [
  [
    'at the top',
    { PreToolUse: blocking },
    '"PreToolUse" belongs inside "hooks": its hooks are off',
  ],
  [
    'at the top, misspelt',
    { PreToolUs: blocking },
    '"PreToolUs" is not known: did you mean "PreToolUse" inside "hooks"? Its hooks are off',
  ],
  [
    'under a name in capitals',
    { Hooks: { PreToolUse: blocking } },
    'PreToolUse is inside "Hooks", which is not known: did you mean "hooks"? It is off',
  ],
  [
    'under a misspelt name',
    { hoks: { PreToolUs: blocking } },
    'PreToolUs is inside "hoks", which is not known: did you mean "hooks"? It is off',
  ],
];

test.each(MISPLACED)('hooks %s are off, loudly, and a guard shuts', async (_, content, says) => {
  const where = place();
  settings(where, content);
  const shut = `${says}, and PreToolUse is blocked until it is fixed`;
  const doctor = await hooks(where, 'doctor');
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(shut)]);
  expect((await hooks(where, 'list')).stdout).toContain(shut);
  expect((await hooks(where, 'explain', 'PreToolUse', 'Bash')).stdout).toContain(shut);
  const run = await wave(['hooks', 'run', 'PreToolUse', '--json'], where, call1);
  const { decision, toUser } = JSON.parse(run.stdout);
  expect([decision, toUser]).toEqual(['block', [expect.objectContaining({ tone: 'error' })]]);
  expect(toUser[0].text).toContain(shut);
});

test.each([
  [
    { PreToolUse: [{ hooks: [guard({ command: 'exit 2' })] }] },
    '"PreToolUse" belongs inside "hooks": its hooks are off\n',
  ],
  [{ Hooks: blocking }, '"Hooks" is not known: did you mean "hooks"? It is off\n'],
])('what asks to block nothing that is known is off, and an error: %j', async (content, says) => {
  const where = place();
  settings(where, content);
  const doctor = await hooks(where, 'doctor');
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(says)]);
  const run = await wave(['hooks', 'run', 'PreToolUse', '--json'], where, call1);
  expect(JSON.parse(run.stdout)).toMatchObject({ decision: 'none', toUser: [{ tone: 'error' }] });
});

test('a session tells of a misplaced guard, and nothing runs', async () => {
  const where = place();
  settings(where, { PreToolUse: blocking });
  const server = await startWire();
  onTestFinished(() => server.close());
  server.script(call('Bash', { command: 'touch ran' }), say('ok'));
  const { stderr } = await wave(['-p', 'PROMPT', '--permission-mode', 'bypassPermissions'], where, {
    env: server.env('anthropic'),
  });
  expect(stderr).toContain('"PreToolUse" belongs inside "hooks"');
  expect(existsSync(join(where.project, 'ran'))).toBe(false);
});

test('the doctor blames no hook for what another of its name did', async () => {
  const where = place();
  const other = where.write('other/.wave/settings.json', {
    hooks: { PreToolUse: [{ hooks: [guard({ command: 'n=1; exit $n' })] }] },
  });
  const stop = [{ hooks: [guard({ command: 'n=1; exit $n' })] }];
  settings(where, { hooks: { PreToolUse: [{ hooks: [guard()] }], Stop: stop } });
  const run = (event: string, ...args: string[]) =>
    wave(['hooks', 'run', event, ...args], where, call1);
  await run('PreToolUse', '--settings', other, '--only');
  await run('PreToolUse');
  expect(await hooks(where, 'doctor')).toMatchObject({
    code: 0,
    stdout: '2 hooks, no problems found.\n',
  });
  await run('Stop');
  const { findings } = JSON.parse((await hooks(where, 'doctor', '--json')).stdout);
  expect(findings).toMatchObject([
    { hook: 'guard', text: expect.stringContaining('it exited 1 in 1 of its last 1 runs') },
  ]);
});

test.each([
  ['PreToolUse', 'Read', 'PreToolUse of Read is blocked until it is fixed'],
  ['PreToolUse', undefined, 'PreToolUse is blocked until it is fixed'],
  [
    'PostToolUse',
    'Read',
    'the agent gets feedback about it after PostToolUse of Read until it is fixed',
  ],
])(
  'a wrong entry of %s, matcher %s, says what comes of it and no more',
  async (event, matcher, says) => {
    const where = place();
    const hooks1 = [guard({ timeout: 0, onError: 'block' })];
    settings(where, { hooks: { [event]: [{ ...(matcher ? { matcher } : {}), hooks: hooks1 }] } });
    expect((await hooks(where, 'doctor')).stdout).toContain(`it is off, and ${says}`);
  },
);

test('a misspelt matcher is told as that, and an unapproved hook that could not run as both', async () => {
  const where = place();
  const command = 'no-such-program-here';
  where.write('project/.wave/settings.json', {
    hooks: { PreToolUse: [{ hooks: [guard({ command })] }] },
  });
  settings(where, { hooks: { PreToolUse: [{ matcher: 'Wirte', hooks: [guard()] }] } });
  expect((await hooks(where, 'explain', 'PreToolUse', 'Write')).stdout).toContain(
    '"Wirte" does not match Write (is "Wirte" misspelt?)',
  );
  expect((await hooks(where, 'doctor')).stdout).toMatch(
    /unapproved: .* only after you approve them; even then: .*no-such-program-here/,
  );
});

test('a guard that a crash opens is a hint of the doctor, a line of list, and no error', async () => {
  const where = place();
  const hook = { type: 'command', name: 'guard', command: 'grep -q force && exit 2; exit 0' };
  settings(where, { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } });
  expect(await hooks(where, 'doctor')).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^hint {2}guard {2}\S+:1\n {2}it can refuse a call, but a crash or a time-out of its own lets the call pass\n {2}fix: set "onError": "block".*\n\n1 hook, 1 finding\.\n$/,
    ),
  });
  const line = '1 guard lets the call pass if it crashes: "wave hooks doctor" says more.\n';
  expect((await hooks(where, 'list')).stdout).toContain(line);
  for (const onError of ['block', 'continue']) {
    settings(where, {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ ...hook, onError }] }] },
    });
    expect((await hooks(where, 'doctor')).stdout).toBe('1 hook, no problems found.\n');
    expect((await hooks(where, 'list')).stdout).not.toContain('if it crashes');
  }
});
