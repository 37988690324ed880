import '../../../test/built.ts';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Place, place, WAVE, wave } from './helpers.ts';

const SECRET = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';

const settings = (where: Place, hooks: object) => where.write('s.json', { hooks });
const command = (text: string) => [{ hooks: [{ type: 'command', command: text }] }];

const fire = (where: Place, event: string, input: object, env: Record<string, string>) =>
  wave(
    ['hooks', 'run', event, '--settings', join(where.home, '../s.json'), '--only', '--json'],
    where,
    { stdin: JSON.stringify(input), env },
  );

const bash = (text: string) => ({ tool_name: 'Bash', tool_input: { command: text } });

const recordings = (dir: string) =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')))
    : [];

test('WAVE_RECORD keeps inputs with what was decided: once each, redacted, for the user alone', async () => {
  const where = place();
  const dir = join(where.project, '.wave', 'recordings');
  settings(where, { PreToolUse: command(`echo "token=${SECRET}" >&2; exit 2`) });
  const input = bash(`curl -H 'Authorization: Bearer ${SECRET}' x`);
  for (const _ of [1, 2]) await fire(where, 'PreToolUse', input, { WAVE_RECORD: dir });
  const [one, ...others] = recordings(dir);
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    event: 'PreToolUse',
    redacted: true,
    input: { tool_name: 'Bash', tool_input: { command: expect.stringContaining('[redacted]') } },
    verdict: { decision: 'block', toAgent: ['token=[redacted]'] },
  });
  const [name = ''] = readdirSync(dir).filter((file) => file.endsWith('.json'));
  expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe('*\n');
  expect(name).toMatch(/^PreToolUse-Bash-[0-9a-f]{12}\.json$/);
  expect(readFileSync(join(dir, name), 'utf8')).not.toContain(SECRET);
  expect([statSync(dir).mode & 0o777, statSync(join(dir, name)).mode & 0o777]).toEqual([
    0o700, 0o600,
  ]);
});

test('an erased prompt is never kept, another one is', async () => {
  const where = place();
  const dir = join(where.project, 'recordings');
  settings(where, { UserPromptSubmit: command('grep -q secret && exit 2; exit 0') });
  await fire(where, 'UserPromptSubmit', { prompt: 'my secret' }, { WAVE_RECORD: dir });
  expect(recordings(dir)).toEqual([]);
  await fire(where, 'UserPromptSubmit', { prompt: 'hello' }, { WAVE_RECORD: dir });
  expect(recordings(dir)).toMatchObject([{ input: { prompt: 'hello' } }]);
});

test('an event without hooks is kept too, so that a first hook can be written from it', async () => {
  const where = place();
  const dir = join(where.project, 'recordings');
  settings(where, { Stop: command('exit 0') });
  await fire(where, 'PreToolUse', bash('ls'), { WAVE_RECORD: dir });
  await fire(where, 'UserPromptSubmit', { prompt: 'hello' }, { WAVE_RECORD: dir });
  expect(recordings(dir)).toMatchObject([
    { event: 'PreToolUse', input: bash('ls'), verdict: { decision: 'none', toAgent: [] } },
    { event: 'UserPromptSubmit', input: { prompt: 'hello' } },
  ]);
  settings(where, { PreToolUse: command('echo no >&2; exit 2') });
  expect((await replay(where, ['recordings'])).stdout).toContain('was "none", is now "block"');
});

test('a directory that cannot be written is told, and the hooks run', async () => {
  const where = place();
  where.write('project/file', '');
  settings(where, { Stop: command('exit 2') });
  const dir = join(where.project, 'file', 'below');
  const { stdout, stderr, code } = await fire(where, 'Stop', {}, { WAVE_RECORD: dir });
  expect([code, JSON.parse(stdout).decision]).toEqual([0, 'block']);
  expect(stderr).toMatch(/an input could not be recorded in .*below/);
});

test('around a command: the same, and its exit code', async () => {
  const where = place();
  settings(where, { Stop: command('exit 2') });
  const inner = [process.execPath, join(import.meta.dirname, '../bin/wave.cjs')];
  const run = ['hooks', 'run', 'Stop', '--settings', join(where.home, '../s.json'), '--only'];
  const args = ['hooks', 'record', '--to', 'kept', '--', ...inner, ...run];
  const { code } = await wave(args, where, { stdin: '{}' });
  expect([code, recordings(join(where.project, 'kept')).length]).toEqual([0, 1]);
  const failed = await wave(['hooks', 'record', '--', 'sh', '-c', 'exit 7'], where);
  expect(failed.code).toBe(7);
});

test('as a hook: the event on stdin, nothing printed, prompts left out', async () => {
  const where = place();
  const dir = join(where.project, '.wave', 'recordings');
  const event = { hook_event_name: 'PreToolUse', ...bash('ls') };
  const kept = await wave(['hooks', 'record'], where, { stdin: JSON.stringify(event) });
  expect(kept).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(recordings(dir)).toMatchObject([{ event: 'PreToolUse', redacted: false }]);
  expect(recordings(dir)[0]).not.toHaveProperty('verdict');
  const prompt = JSON.stringify({ hook_event_name: 'UserPromptSubmit', prompt: 'x' });
  const left = await wave(['hooks', 'record'], where, { stdin: prompt });
  expect([left.code, left.stderr]).toEqual([0, expect.stringContaining('not recorded')]);
  expect(recordings(dir)).toHaveLength(1);
});

test.each([
  [['x'], '', /a command comes after "--", got: x/],
  [['--'], '', /which command\?/],
  [[], '{}', /hook_event_name: expected "PreToolUse"/],
  [['--', 'no-such-program-here'], '', /no-such-program-here: .*ENOENT/],
])('record %j is told', async (args, stdin, says) => {
  const { code, stderr } = await wave(['hooks', 'record', ...args], place(), { stdin });
  expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
});

async function recorded(where: Place): Promise<string> {
  const dir = join(where.project, '.wave', 'recordings');
  settings(where, { PreToolUse: command('grep -q "rm x" && { echo no >&2; exit 2; }; exit 0') });
  for (const text of ['rm x', 'ls', 'npm i'])
    await fire(where, 'PreToolUse', bash(text), { WAVE_RECORD: dir });
  return dir;
}

const replay = (where: Place, args: string[] = []) =>
  wave(['hooks', 'replay', '--settings', '../s.json', '--only', ...args], where);

test('replay: nothing changed, exit 0', async () => {
  const where = place();
  await recorded(where);
  const { code, stdout, stderr } = await replay(where);
  expect([code, stderr, stdout]).toEqual([
    0,
    '',
    '3 replayed, 0 would now be decided differently\n',
  ]);
});

test('replay: what would now be decided differently, exit 1', async () => {
  const where = place();
  const dir = await recorded(where);
  settings(where, {
    PreToolUse: command('grep -q npm && { echo "use pnpm" >&2; exit 2; }; exit 0'),
  });
  const { code, stdout } = await replay(where);
  expect(code).toBe(1);
  expect(stdout).toContain('decision: was "block", is now "none"');
  expect(stdout).toContain('toAgent: was [], is now ["use pnpm"]');
  expect(stdout).toContain('3 replayed, 2 would now be decided differently');
  const json = JSON.parse((await replay(where, [dir, '--json'])).stdout);
  expect([json.replayed, json.changed.length]).toEqual([3, 2]);
  expect(json.changed[0]).toMatchObject({ event: 'PreToolUse', tool: 'Bash', redacted: false });
});

test('replay tells where it has nothing to replay', async () => {
  const where = place();
  settings(where, {});
  expect((await replay(where)).stderr).toMatch(
    /there are no recordings \(see: wave hooks record\)/,
  );
  where.write('project/r/a.json', '{"event":"Nope"}');
  const { code, stdout } = await replay(where, ['r']);
  expect([code, stdout]).toEqual([
    1,
    `FAILED  r/a.json
  "event": expected an event's name, got "Nope"

0 replayed, 0 would now be decided differently, 1 could not be replayed
`,
  ]);
});

test('replay: recordings that are none keep no other from being replayed', async () => {
  const where = place();
  const dir = await recorded(where);
  where.write('project/.wave/recordings/A.json', 'rubbish');
  where.write('project/.wave/recordings/B.json', { event: 'PreToolUse', input: {} });
  const { code, stdout } = await replay(where, [dir, '--json']);
  const { failed, ...rest } = JSON.parse(stdout);
  expect([code, rest]).toEqual([1, { replayed: 3, changed: [], problems: [] }]);
  expect(failed).toEqual([
    { file: '.wave/recordings/A.json', problem: expect.stringMatching(/^not valid JSON: /) },
    { file: '.wave/recordings/B.json', problem: expect.stringMatching(/hook_event_name/) },
  ]);
});

test('replay: a hook that is not there decides nothing', async () => {
  const where = place();
  await recorded(where);
  settings(where, { PreToolUse: command('sh "$WAVE_PROJECT_DIR"/nothere.sh') });
  const { code, stdout } = await replay(where);
  expect(code).toBe(1);
  expect(stdout).toContain(`there is no ${where.project}/nothere.sh`);
  expect(stdout).toContain('0 replayed, 0 would now be decided differently, 3 could not be');
});

test.each([
  [
    'a wrong entry',
    { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 2', timeout: '5' }] }] } },
    /error {2}.*s\.json:1\n {2}PreToolUse\[0\]\.hooks\[0\]: "timeout": expected a number, got "5"/,
    1,
  ],
  [
    'a misspelt event',
    { hooks: { PreToolUs: command('exit 2') } },
    /error {2}.*\n {2}"PreToolUs" is not an event/,
    1,
  ],
  [
    'a misplaced event',
    { PreToolUse: command('exit 2') },
    /"PreToolUse" belongs inside "hooks"/,
    1,
  ],
  ['a foreign field', { fontSize: 12 }, /warning {2}.*\n {2}"fontSize" is not known/, 0],
])('replay tells of %s: what is off decides nothing', async (_, content, says, exit) => {
  const where = place();
  where.write('s.json', {});
  await fire(where, 'PreToolUse', bash('ls'), {
    WAVE_RECORD: join(where.project, '.wave/recordings'),
  });
  where.write('s.json', content);
  const { code, stdout } = await replay(where);
  expect([code, stdout]).toEqual([exit, expect.stringMatching(says)]);
  expect(stdout).toContain('1 replayed, 0 would now be decided differently');
  const json = JSON.parse((await replay(where, ['--json'])).stdout);
  expect(json.problems).toMatchObject([{ level: exit === 1 ? 'error' : 'warning' }]);
});

test('replay: a changed guard of the project needs no new approval; it can be left out', async () => {
  const where = place();
  const guard = (text: string) => where.write('project/hooks/guard.sh', text);
  guard('exit 0');
  const hooks = { PreToolUse: command('sh "$WAVE_PROJECT_DIR"/hooks/guard.sh') };
  where.write('project/.wave/settings.json', { hooks });
  expect((await wave(['hooks', 'approve', '--yes'], where)).code).toBe(0);
  const run = ['hooks', 'run', 'PreToolUse'];
  await wave(['hooks', 'record', '--', process.execPath, WAVE, ...run], where, {
    stdin: JSON.stringify(bash('ls')),
  });
  guard('echo "not here" >&2; exit 2');
  const now = await wave(['hooks', 'replay'], where);
  expect([now.code, now.stderr]).toEqual([1, '']);
  expect(now.stdout).toContain('toAgent: was [], is now ["not here"]');
  const without = await wave(['hooks', 'replay', '--no-project-hooks'], where);
  expect([without.code, without.stdout]).toEqual([
    0,
    '1 replayed, 0 would now be decided differently\n',
  ]);
});
