import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundled } from '../../../../test/bundled.ts';
import { until } from '../../../../test/until.ts';
import type { EventName } from '../../../hooks/src/vocabulary/events.ts';
import { answers, fire, says, tempDir } from '../../../hooks/test/helpers.ts';
import type { Link } from '../../src/chain/chain.ts';
import { type LogEntry, readEntry } from '../../src/log/format.ts';
import { type LogOptions, openLog } from '../../src/log/write.ts';

/** The key and the ends of chains lie beside it. */
function logDir(): string {
  const dir = join(tempDir(), 'logs');
  mkdirSync(dir, { mode: 0o700 });
  return dir;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Fires one event with a log in `dir`. */
async function logged(
  dir: string,
  event: EventName,
  hooks: (string | Record<string, unknown>)[],
  more: { input?: object; log?: LogOptions } = {},
) {
  const log = openLog({ dir, ...more.log });
  const input = { session_id: 's-1', ...more.input };
  const verdict = await fire(event, hooks, { input, options: { observe: log.observe } });
  return { log, verdict };
}

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean);
const entriesIn = (dir: string, name = 'hooks.jsonl') =>
  linesOf(join(dir, name))
    .map((line) => JSON.parse(line) as LogEntry & { is?: string } & Partial<Link>)
    .filter(({ is }) => is === undefined)
    .map(({ chain: _, n: __, prev: ___, ...entry }) => entry as LogEntry);
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('what a hook took out of an output is in no line, whoever quotes it', async () => {
  const dir = join(tempDir(), 'logs');
  const secret = 'ZZ-hush-4711';
  const answer = { hookSpecificOutput: { updatedToolOutput: 'key is gone' } };
  await logged(
    dir,
    'PostToolUse',
    [
      { name: 'quote', command: 'cat >&2; exit 2' },
      { name: 'fail', command: `echo ${secret} >&2; exit 3` },
      { name: 'redact', command: answers(answer) },
    ],
    { input: { tool_response: { output: `key is ${secret}` } } },
  );
  expect(entriesIn(dir).map(({ hook, rewrote }) => [hook, rewrote])).toEqual([
    ['quote', undefined],
    ['fail', undefined],
    ['redact', true],
  ]);
  expect(linesOf(join(dir, 'hooks.jsonl')).join()).not.toContain(secret);
});

test('events without a tool are logged with what matchers look at', async () => {
  const dir = join(tempDir(), 'logs');
  await logged(dir, 'SessionStart', ['exit 0'], { input: { source: 'resume' } });
  expect(entriesIn(dir)).toMatchObject([{ event: 'SessionStart', subject: 'resume' }]);
  expect(entriesIn(dir)[0]).not.toHaveProperty('tool');
});

test('one line a run, with what it asked for and what came of the event', async () => {
  const dir = join(tempDir(), 'logs');
  await logged(dir, 'PreToolUse', [
    { name: 'guard', command: says({ stderr: 'not --token abc', exit: 2 }) },
    { name: 'sloppy', command: says({ stderr: 'PASSWORD=x', exit: 1 }) },
    { name: 'writer', command: answers({ hookSpecificOutput: { updatedInput: { a: 1 } } }) },
    { name: 'teller', command: answers({ systemMessage: 'hi', system_prompt: 'know this' }) },
  ]);
  const common = {
    time: expect.stringMatching(TIME),
    at: expect.stringMatching(TIME),
    session: 's-1',
    call: 'toolu_1',
    event: 'PreToolUse',
    tool: 'Bash',
    source: expect.stringMatching(/^hooks/),
    ms: expect.any(Number),
    verdict: 'block',
  };
  const exit = (code: number) => ({ is: 'exit', code });
  const failed =
    'hook "sloppy" exited 1, which does not block; only exit 2 does: PASSWORD=[redacted]';
  expect(entriesIn(dir)).toEqual([
    {
      ...common,
      hook: 'guard',
      outcome: exit(2),
      decision: 'block',
      toAgent: ['not --token [redacted]'],
      stderr: 'not --token [redacted]',
    },
    {
      ...common,
      hook: 'sloppy',
      outcome: exit(1),
      decision: 'none',
      toUser: [failed],
      stderr: 'PASSWORD=[redacted]',
    },
    { ...common, hook: 'writer', outcome: exit(0), decision: 'none', rewrote: true },
    {
      ...common,
      hook: 'teller',
      outcome: exit(0),
      decision: 'none',
      toUser: ['hi'],
      context: ['know this'],
      stdout: '{"systemMessage":"hi","system_prompt":"know this"}',
    },
  ]);
});

test('a hook that nobody waits for is marked so', async () => {
  const dir = logDir();
  await logged(dir, 'PostToolUse', ['true', { command: 'sleep 0.1', async: true }]);
  await until(() => entriesIn(dir).length === 2);
  expect(entriesIn(dir).map(({ late }) => late)).toEqual([undefined, true]);
});

test('a number that is none makes no entry', () => {
  const line = JSON.stringify({
    ...{ time: '', event: 'Stop', hook: 'h', source: 's', decision: 'none', verdict: 'none' },
    ...{ ms: 1, outcome: { is: 'exit', code: 0 } },
  });
  expect(readEntry(line)).toBeDefined();
  expect(readEntry(line.replace('"ms":1', '"ms":1e999'))).toBeUndefined();
});

test('a long text is cut, and its size is said', async () => {
  const dir = logDir();
  await logged(dir, 'Stop', [`head -c 5000 /dev/zero | tr '\\0' x >&2; exit 2`]);
  const [text] = entriesIn(dir)[0]?.toAgent ?? [];
  expect(text).toBe(`${'x'.repeat(2000)} [... 3000 characters omitted]`);
});

test('of an erased prompt nothing is kept, by no hook', async () => {
  const dir = logDir();
  const { verdict } = await logged(
    dir,
    'UserPromptSubmit',
    [
      { name: 'echo', command: 'cat; cat >&2' },
      { name: 'fails', command: 'cat >&2; exit 1' },
      { name: 'blocks', command: 'cat >&2; exit 2' },
    ],
    { input: { prompt: 'my-private-words', session_id: 'my-private-session' } },
  );
  expect(verdict.erasePrompt).toBe(true);
  expect(readFileSync(join(dir, 'hooks.jsonl'), 'utf8')).not.toContain('private');
  expect(entriesIn(dir).map(({ hook, erased }) => [hook, erased])).toEqual([
    ['echo', true],
    ['fails', true],
    ['blocks', true],
  ]);
  expect(Object.keys(entriesIn(dir)[2] ?? {})).toEqual([
    'time',
    'event',
    'hook',
    'source',
    'outcome',
    'ms',
    'decision',
    'verdict',
    'erased',
  ]);
});

test('files and directory are private, also when they were not before', async () => {
  const dir = join(tempDir(), 'logs');
  mkdirSync(dir);
  for (const name of ['hooks.jsonl', 'hooks.1.jsonl']) writeFileSync(join(dir, name), '');
  chmodSync(dir, 0o755);
  for (const name of ['hooks.jsonl', 'hooks.1.jsonl']) chmodSync(join(dir, name), 0o666);
  await logged(dir, 'Stop', ['true']);
  expect(modeOf(dir)).toBe(0o700);
  expect(modeOf(join(dir, 'hooks.jsonl'))).toBe(0o600);
  expect(modeOf(join(dir, 'hooks.1.jsonl'))).toBe(0o600);
  const fresh = join(tempDir(), 'a', 'b');
  await logged(fresh, 'Stop', ['true']);
  expect([modeOf(fresh), modeOf(join(fresh, 'hooks.jsonl'))]).toEqual([0o700, 0o600]);
});

test('a torn last line does not damage the next', async () => {
  const dir = logDir();
  appendFileSync(join(dir, 'hooks.jsonl'), '{"time":"20');
  await logged(dir, 'Stop', ['true']);
  const lines = linesOf(join(dir, 'hooks.jsonl'));
  expect(lines.length).toBe(2);
  expect(lines.map((line) => readEntry(line)?.event)).toEqual([undefined, 'Stop']);
});

test('a full file is put aside, and the oldest goes', async () => {
  const dir = logDir();
  for (const name of ['a', 'b', 'c', 'd'])
    await logged(dir, 'Stop', [{ name, command: 'true' }], { log: { maxBytes: 10, keep: 2 } });
  expect(readdirSync(dir).sort()).toEqual(['hooks.1.jsonl', 'hooks.2.jsonl', 'hooks.jsonl']);
  const names = ['hooks.2.jsonl', 'hooks.1.jsonl', 'hooks.jsonl'];
  expect(names.map((name) => entriesIn(dir, name)[0]?.hook)).toEqual(['b', 'c', 'd']);
});

test('nobody waits for the lock of another; a lock left behind is taken over', async () => {
  const dir = logDir();
  const lock = join(dir, 'rotate.lock');
  mkdirSync(lock);
  const options = { log: { maxBytes: 300, keep: 1 } };
  const first = await logged(dir, 'Stop', ['true', 'exit 0'], options);
  await logged(dir, 'Stop', [{ name: 'third', command: 'true' }], options);
  expect(first.log.problem).toBeUndefined();
  expect(entriesIn(dir).length).toBe(3);
  const { log } = await logged(dir, 'Stop', ['true'], { log: { maxBytes: 100, keep: 1 } });
  expect(log.problem).toMatch(/is full and could not be put aside; remove it/);
  utimesSync(lock, new Date(0), new Date(0));
  await logged(dir, 'Stop', ['true'], options);
  expect(readdirSync(dir).sort()).toEqual(['hooks.1.jsonl', 'hooks.jsonl']);
});

const WRITER = bundled(join(import.meta.dirname, 'writer.ts'));

test('several processes at once lose no line', async () => {
  const dir = logDir();
  const writers = [0, 1, 2, 3].map(
    (at) =>
      new Promise((resolve) =>
        spawn(process.execPath, [WRITER, dir, `w${at}`, '100'], { stdio: 'inherit' }).on(
          'close',
          resolve,
        ),
      ),
  );
  expect(await Promise.all(writers)).toEqual([0, 0, 0, 0]);
  const files = readdirSync(dir);
  expect(files.length).toBeGreaterThan(2);
  const entries = files.flatMap((name) => entriesIn(dir, name));
  expect(new Set(entries.map(({ hook }) => hook)).size).toBe(400);
  expect(entries.length).toBe(400);
});

const broken: { name: string; make: (dir: string) => string; says: RegExp }[] = [
  {
    name: "a file in the directory's place",
    make: (dir) => {
      writeFileSync(join(dir, 'logs'), '');
      return join(dir, 'logs');
    },
    says: /EEXIST|ENOTDIR/,
  },
  {
    name: "a directory in the file's place",
    make: (dir) => {
      mkdirSync(join(dir, 'hooks.jsonl'));
      return dir;
    },
    says: /EISDIR/,
  },
  {
    name: 'a link to somewhere else',
    make: (dir) => {
      symlinkSync('/dev/null', join(dir, 'hooks.jsonl'));
      return dir;
    },
    says: /ELOOP/,
  },
  {
    name: 'a directory that is shared',
    make: (dir) => {
      chmodSync(dir, 0o1777);
      return dir;
    },
    says: /shared with others/,
  },
  { name: 'a place where nothing can be made', make: () => '/proc/no-logs', says: /ENOENT|EACCES/ },
];

test.each(broken)('$name: told once, and every hook runs', async ({ make, says }) => {
  const dir = make(logDir());
  const told: string[] = [];
  const log = openLog({ dir, onProblem: (text) => told.push(text) });
  for (const _ of [1, 2]) {
    const verdict = await fire('Stop', ['exit 2'], { options: { observe: log.observe } });
    expect(verdict.decision).toBe('block');
  }
  expect(told).toEqual([log.problem]);
  expect(log.problem).toMatch(says);
  expect(log.problem).toContain(`the hook log in ${dir} could not be written: `);
});

test('a run that nobody waits for is one line, once it has ended', async () => {
  const dir = join(tempDir(), 'logs');
  const hook = { name: 'slow', command: 'sleep 0.3; echo no >&2; exit 2', async: true };
  const { verdict } = await logged(dir, 'PreToolUse', [hook]);
  expect(verdict.runs).toMatchObject([{ outcome: { is: 'async' } }]);
  await until(() => existsSync(join(dir, 'hooks.jsonl')));
  expect(entriesIn(dir)).toMatchObject([
    { hook: 'slow', outcome: { is: 'exit', code: 2 }, decision: 'block', verdict: 'none' },
  ]);
});
