import '../../../test/built.ts';
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Place, place, WAVE, wave } from './helpers.ts';

const entry = (more: object) => ({
  time: '2026-01-31T12:00:00.000Z',
  session: 's',
  event: 'PreToolUse',
  tool: 'Bash',
  hook: 'guard',
  source: 's.json:1',
  outcome: { is: 'exit', code: 0 },
  ms: 4.25,
  decision: 'none',
  verdict: 'none',
  ...more,
});

const logDir = ({ home }: Place) => join(home, '.wave', 'logs');
const text = (entries: object[]) => entries.map((one) => `${JSON.stringify(one)}\n`).join('');

/** A log with an older and a newer file. */
function withLog(where: Place, older: object[], newer: object[]) {
  mkdirSync(logDir(where), { recursive: true });
  writeFileSync(join(logDir(where), 'hooks.1.jsonl'), text(older));
  writeFileSync(join(logDir(where), 'hooks.jsonl'), text(newer));
  return where;
}

const hooksOf = (stdout: string) =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).hook);

const RUNS = [
  entry({ hook: 'a', time: '2026-01-01T00:00:00.000Z' }),
  entry({ hook: 'b', decision: 'block', outcome: { is: 'exit', code: 2 }, toAgent: ['no\nmore'] }),
  entry({ hook: 'c', event: 'Stop', tool: undefined, outcome: { is: 'timeout', ms: 50 }, ms: 50 }),
  entry({ hook: 'd', tool: 'Edit', time: new Date().toISOString(), decision: 'allow' }),
];

test('a run of hooks is in the log, and what it says there is redacted', async () => {
  const where = place();
  const file = where.write('s.json', {
    hooks: {
      Stop: [
        { hooks: [{ type: 'command', name: 'guard', command: 'echo "API_KEY=abc" >&2; exit 2' }] },
      ],
    },
  });
  await wave(['hooks', 'run', 'Stop', '--settings', file, '--only'], where, { stdin: '{}' });
  const { stdout, code } = await wave(['hooks', 'log'], where);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}Stop +guard +exit 2 +[\d.]+ ms +block {2}API_KEY=\[redacted\]\n$/,
  );
});

test('a blocked prompt is in no file under the home directory', async () => {
  const where = place();
  const file = where.write('s.json', {
    hooks: {
      UserPromptSubmit: [{ hooks: [{ type: 'command', command: 'cat; cat >&2; exit 2' }] }],
    },
  });
  const stdin = '{"prompt":"words-of-mine","session_id":"words-of-mine"}';
  await wave(['hooks', 'run', 'UserPromptSubmit', '--settings', file, '--only'], where, { stdin });
  expect(readFileSync(join(logDir(where), 'hooks.jsonl'), 'utf8')).not.toContain('words-of-mine');
  const { stdout } = await wave(['hooks', 'log'], where);
  expect(stdout).toContain('(the prompt was erased)');
});

test('a log that cannot be written is one line on stderr, and the verdict stays', async () => {
  const where = place();
  where.write('home/.wave/logs', 'a file');
  const file = where.write('s.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] },
  });
  const { code, stdout, stderr } = await wave(
    ['hooks', 'run', 'Stop', '--settings', file, '--only', '--json'],
    where,
    { stdin: '{}' },
  );
  expect([code, JSON.parse(stdout).decision]).toEqual([0, 'block']);
  expect(stderr).toMatch(/^wave: the hook log in .*logs could not be written: ENOTDIR.*\n$/);
});

const filters: [args: string[], hooks: string[]][] = [
  [[], ['a', 'b', 'c', 'd']],
  [['--hook', 'b'], ['b']],
  [['--event', 'Stop'], ['c']],
  [['--tool', 'Edit'], ['d']],
  [['--failed'], ['c']],
  [['--decision', 'block'], ['b']],
  [['--since', '10m'], ['d']],
  [
    ['--since', '2026-01-15'],
    ['b', 'c', 'd'],
  ],
  [
    ['-n', '3'],
    ['b', 'c', 'd'],
  ],
  [['-n', '1', '--tool', 'Bash'], ['b']],
  [['-n', '0'], []],
];

test.each(filters)('%j shows %j', async (args, hooks) => {
  const where = withLog(place(), RUNS.slice(0, 2), RUNS.slice(2));
  const { stdout, code } = await wave(['hooks', 'log', '--json', ...args], where);
  expect([code, hooksOf(stdout)]).toEqual([0, hooks]);
});

test('lines for people: the newest last, one line each, nothing that moves the cursor', async () => {
  const odd = entry({ hook: 'e\u001b[2J', toUser: ['x\u001b]0;y\u0007'] });
  const where = withLog(place(), RUNS.slice(0, 2), [odd]);
  const { stdout } = await wave(['hooks', 'log'], where, { env: { TZ: 'UTC' } });
  expect(stdout.split('\n')).toEqual([
    '2026-01-01 00:00:00  PreToolUse Bash           a                     exit 0      4.3 ms      none',
    '2026-01-31 12:00:00  PreToolUse Bash           b                     exit 2      4.3 ms      block  no',
    '2026-01-31 12:00:00  PreToolUse Bash           e\\u001b[2J            exit 0      4.3 ms      none   x\\u001b]0;y\\u0007',
    '',
  ]);
});

test('a damaged line is skipped and counted', async () => {
  const where = withLog(place(), RUNS.slice(0, 1), RUNS.slice(1, 2));
  appendFileSync(join(logDir(where), 'hooks.jsonl'), '{"time":"20\n\n{"time":1}\n');
  const { stdout, stderr, code } = await wave(['hooks', 'log', '--json'], where);
  expect([code, hooksOf(stdout), stderr]).toEqual([0, ['a', 'b'], '2 lines could not be read\n']);
});

test('--stats: a row a hook', async () => {
  const timed = Array.from({ length: 20 }, (_, at) => entry({ hook: 'a', ms: at + 1 }));
  // What did not start took no time: it is a run, and no fast one.
  const lost = (hook: string) => entry({ hook, ms: 0, outcome: { is: 'start', error: 'gone' } });
  const where = withLog(place(), [...timed, lost('a')], [...RUNS.slice(1, 3), lost('d')]);
  const { stdout } = await wave(['hooks', 'log', '--stats'], where, { env: { TZ: 'UTC' } });
  expect(stdout).toBe(
    [
      'hook  runs  failures  blocks  p50 ms  p95 ms  max ms             last run',
      'a       21         1       0    10.0    19.0    20.0  2026-01-31 12:00:00',
      'b        1         0       1     4.3     4.3     4.3  2026-01-31 12:00:00',
      'c        1         1       0    50.0    50.0    50.0  2026-01-31 12:00:00',
      'd        1         1       0       -       -       -  2026-01-31 12:00:00',
      '',
    ].join('\n'),
  );
});

test('no log yet is said, and is no fault', async () => {
  const { code, stdout, stderr } = await wave(['hooks', 'log'], place());
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toMatch(/^No log yet: Wave writes it to .*logs when hooks run\.\n$/);
});

const wrong: [args: string[], says: RegExp][] = [
  [['--since', 'soon'], /--since: expected 10m, 2h, 3d or a date .* got "soon"/],
  [['-n', 'x'], /-n: expected a whole number from 0 on, got "x"/],
  [['--event', 'PreToolUSe'], /--event: did you mean "PreToolUse"\?/],
  [['--decision', 'deny'], /--decision: expected one of none, allow, ask, block, halt, got "deny"/],
  [['-f', '--stats'], /--stats cannot be combined with -f/],
  [['x'], /takes no "x"/],
];

test.each(wrong)('%j is told', async (args, says) => {
  const { code, stderr } = await wave(['hooks', 'log', ...args], place());
  expect(code).toBe(1);
  expect(stderr).toMatch(says);
});

test('-f goes on as runs come in, over a rotation, until Ctrl-C', async () => {
  const where = withLog(place(), [], RUNS.slice(0, 1));
  const [newer, older] = ['hooks.jsonl', 'hooks.1.jsonl'].map((name) => join(logDir(where), name));
  if (!newer || !older) throw new Error('unreachable');
  const child = spawn(process.execPath, [WAVE, 'hooks', 'log', '-f', '--json'], {
    env: { ...process.env, HOME: where.home },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.on('close', resolve));
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    seen += chunk;
  });
  const until = async (hooks: string[]) => {
    for (let tries = 0; tries < 100 && hooksOf(seen).length < hooks.length; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(hooksOf(seen)).toEqual(hooks);
  };
  await until(['a']);
  appendFileSync(newer, text([RUNS[1] ?? {}]));
  await until(['a', 'b']);
  renameSync(newer, older);
  writeFileSync(newer, text([RUNS[2] ?? {}]));
  await until(['a', 'b', 'c']);
  appendFileSync(newer, text([RUNS[3] ?? {}]));
  await until(['a', 'b', 'c', 'd']);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('a full disk costs a line of the log, not a hook, and the next line is whole', async () => {
  const where = place();
  const file = where.write('s.json', {
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'exit 2' }] }] },
  });
  mkdirSync(logDir(where), { recursive: true });
  const log = join(logDir(where), 'hooks.jsonl');
  writeFileSync(log, `${' '.repeat(1022)}\n`);
  chmodSync(log, 0o600);
  const run = (limit: string) => {
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        `${limit} exec "$0" "$@"`,
        process.execPath,
        WAVE,
        'hooks',
        'run',
        'Stop',
        '--settings',
        file,
        '--only',
        '--json',
      ],
      {
        cwd: where.project,
        env: { ...process.env, HOME: where.home, NODE_DISABLE_COMPILE_CACHE: '1' },
      },
    );
    child.stdin.end('{}');
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    return new Promise<{ stdout: string; stderr: string; code: number | null }>((resolve) =>
      child.on('close', (code) => resolve({ stdout, stderr, code })),
    );
  };
  // A limit on the size of files is as good as a full disk: the write comes back short.
  const full = await run('ulimit -f 2;');
  expect([full.code, JSON.parse(full.stdout).decision]).toEqual([0, 'block']);
  expect(full.stderr).toMatch(/^wave: the hook log .*\n$/);
  await run('');
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ event: 'Stop', verdict: 'block' });
});
