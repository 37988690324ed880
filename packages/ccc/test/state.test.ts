import '../../../test/built.ts';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { takeLock } from '@wavehooks/process/files';
import { expect, test } from 'vitest';
import { until } from '../../../test/until.ts';
import { ALLOW, answered, BLOCK, CCC, ccc, hook, hookApart, place, start } from './helpers.ts';

const CORRUPT: [string, string][] = [
  ['empty', ''],
  ['null', 'null'],
  ['truncated', '{"version":1,"session":"s","count":3,"bro'],
  ['count -1', '{"version":1,"session":"s","count":-1,"broken":0,"feedback":[]}'],
  ['count "x"', '{"version":1,"session":"s","count":"x","broken":0,"feedback":[]}'],
  ['count 1.5', '{"version":1,"session":"s","count":1.5,"broken":0,"feedback":[]}'],
  ['without a count', '{"version":1,"session":"s","broken":0,"feedback":[]}'],
  ['a list', '[{"count":1}]'],
  ['binary', '\u0000\u0001\u0002'],
];

test.each(CORRUPT)('a state file that is %s is set aside and told', async (_, text) => {
  const at = place();
  at.reviewer(BLOCK);
  await hook({ session_id: 's' }, at);
  const file = at.sessionFiles()[0] ?? '';
  writeFileSync(file, text);
  const { code, stdout, stderr } = await hook({ session_id: 's' }, at);
  const { systemMessage, ...rest } = JSON.parse(stdout);
  expect([code, stderr, rest]).toEqual([0, '', { decision: 'block', reason: 'add tests' }]);
  expect(systemMessage).toMatch(
    /was corrupt, so the supervisor counts from 0 again; it was set aside/,
  );
  expect(at.state()['count']).toBe(1);
  expect(readdirSync(dirname(file)).filter((name) => name.includes('.corrupt-'))).toHaveLength(1);
});

const FRESH = { version: 1, session: 's', resets: 0, broken: 0, feedback: [] };
const REMARK = { at: 'then', iteration: 3, text: 'more' };

test.each([
  ['nothing else', {}, {}],
  ['all fields', { ...FRESH, resets: 4, broken: 2 }, { resets: 4 }],
  ['fields of another shape', { ...FRESH, broken: 'x', feedback: [1], last: 'never' }, {}],
  ['one wrong field among right ones', { resets: -1, feedback: [REMARK] }, { feedback: [REMARK] }],
])('a count with %s goes on', async (_, more, kept) => {
  const at = place();
  at.reviewer(BLOCK);
  await hook({ session_id: 's' }, at);
  const file = at.sessionFiles()[0] ?? '';
  const blocked = answered({ decision: 'block', reason: 'add tests' });
  const limit = { reason: expect.any(String), systemMessage: expect.stringMatching(/its limit/) };
  writeFileSync(file, JSON.stringify({ ...more, count: 19 }));
  expect((await ccc(['status'], at)).stdout).toMatch(/ 19 of 20$/m);
  expect(await hook({ session_id: 's' }, at)).toEqual(blocked);
  const { last, feedback, ...state } = at.state();
  const { feedback: before = [], ...others } = kept as { feedback?: unknown[] };
  expect(state).toEqual({ version: 1, session: 's', count: 20, resets: 0, broken: 0, ...others });
  expect(feedback).toEqual([...before, expect.objectContaining({ text: 'add tests' })]);
  expect(last).toMatchObject({ iteration: 20, verdict: 'block' });
  writeFileSync(file, JSON.stringify({ ...more, count: 20 }));
  expect(JSON.parse((await hook({ session_id: 's' }, at)).stdout)).toEqual(limit);
  expect(readdirSync(dirname(file)).filter((name) => name.includes('.corrupt-'))).toEqual([]);
});

test('a corrupt file that a prompt met first is told at the next stop, once', async () => {
  const at = place();
  at.reviewer(BLOCK);
  await hook({ session_id: 's' }, at);
  writeFileSync(at.sessionFiles()[0] ?? '', 'rubbish');
  const prompt = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'go on' };
  expect(await hook(prompt, at)).toEqual(answered({}));
  const first = JSON.parse((await hook({ session_id: 's' }, at)).stdout);
  expect(first.systemMessage).toMatch(/was corrupt, so the supervisor counts from 0 again/);
  expect(await hook({ session_id: 's' }, at)).toEqual(
    answered({ decision: 'block', reason: 'add tests' }),
  );
  expect(at.state()['count']).toBe(2);
});

test('a file that breaks during a review is told, and the count goes on', async () => {
  const at = place();
  at.reviewer(BLOCK);
  await hook({ session_id: 's' }, at);
  at.reviewer(`echo rubbish > "${at.sessionFiles()[0]}"; ${BLOCK}`);
  const { systemMessage, ...rest } = JSON.parse((await hook({ session_id: 's' }, at)).stdout);
  expect(rest).toEqual({ decision: 'block', reason: 'add tests' });
  expect(systemMessage).toMatch(/was corrupt, so the supervisor counts from 2 again/);
  expect(at.state()).toMatchObject({ count: 2, feedback: [{ iteration: 2 }] });
  expect(at.state()).not.toHaveProperty('notice');
});

test('50 processes at once count to exactly 50 and review no more often than the limit', async () => {
  const at = place();
  at.reviewer(BLOCK);
  const results = await Promise.all(
    Array.from({ length: 50 }, () => hookApart({ session_id: 's' }, at)),
  );
  const documents = results.map(({ stdout }) => JSON.parse(stdout));
  expect(results.every(({ code, stderr }) => code === 0 && stderr === '')).toBe(true);
  expect(documents.filter(({ decision }) => decision === 'block')).toHaveLength(20);
  expect(documents.filter(({ systemMessage }) => systemMessage)).toHaveLength(30);
  expect(at.state()['count']).toBe(50);
  const iterations = at.seen().map(({ iteration }) => iteration as number);
  expect(iterations.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
});

test('events of one session are reviewed one after the other, each within its own time', async () => {
  const at = place();
  const inside = join(at.root, 'inside');
  at.reviewer(
    `mkdir "${inside}" || { echo two at once >&2; exit 9; }; sleep 0.8; rmdir "${inside}"; ${BLOCK}`,
    { timeout_seconds: 1.5 },
  );
  const results = await Promise.all([1, 2, 3].map(() => hookApart({ session_id: 's' }, at)));
  for (const result of results)
    expect(result).toEqual(answered({ decision: 'block', reason: 'add tests' }));
});

test('an event that waits while a stop is allowed is counted anew', async () => {
  const at = place();
  const gate = join(at.root, 'gate');
  // The first stop waits until the second one is counted; from then on everything is sent back.
  at.reviewer(
    `if mkdir "${gate}" 2> /dev/null; then for n in $(seq 500); do test -e "${gate}/go" && break; sleep 0.02; done; ${ALLOW}; else ${BLOCK}; fi`,
  );
  const first = hookApart({ session_id: 's' }, at);
  expect(await until(() => existsSync(gate))).toBe(true);
  const second = hookApart({ session_id: 's' }, at);
  expect(await until(() => at.state()['count'] === 2)).toBe(true);
  writeFileSync(join(gate, 'go'), '');
  expect(await first).toEqual(answered({ reason: 'good' }));
  expect(await second).toEqual(answered({ decision: 'block', reason: 'add tests' }));
  expect(at.seen().map(({ iteration }) => iteration)).toEqual([1, 1]);
  expect(at.state()).toMatchObject({ count: 1, resets: 1, last: { iteration: 1 } });
});

test('the next event has its turn only when the verdict before it is kept', async () => {
  const at = place();
  const [began, go, done] = ['began', 'go', 'done'].map((name) => join(at.root, name));
  at.reviewer(
    `touch "${began}"; for n in $(seq 500); do test -e "${go}" && break; sleep 0.02; done; ${ALLOW}; touch "${done}"`,
  );
  const answer = hookApart({ session_id: 's' }, at);
  expect(await until(() => existsSync(began ?? ''))).toBe(true);
  const [file] = at.sessionFiles();
  const release = await takeLock(`${file}.lock`, { maxHoldMs: 10_000 });
  writeFileSync(go ?? '', '');
  expect(await until(() => existsSync(done ?? ''))).toBe(true);
  await wait(500);
  const turn = lstatSync(`${file}.turn`, { throwIfNoEntry: false });
  release();
  expect(turn?.isSymbolicLink()).toBe(true);
  expect(await answer).toEqual(answered({ reason: 'good' }));
  expect(at.state()).toMatchObject({ count: 0, resets: 1 });
});

test('sessions do not wait for each other', async () => {
  const at = place();
  const allThree = `[ "$(ls "${at.root}/met" | wc -l)" = 3 ]`;
  const meet = `mkdir -p "${at.root}/met"; touch "${at.root}/met/$$"; n=0; until ${allThree}; do n=$((n+1)); [ $n = 200 ] && exit 1; sleep 0.1; done`;
  at.reviewer(`${meet}; ${ALLOW}`);
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((session_id) => hookApart({ session_id }, at)),
  );
  expect(answers).toEqual(Array(3).fill(answered({ reason: 'good' })));
});

test('kill -9 between count and verdict: the event is counted, the next one is not held up', async () => {
  const at = place();
  at.reviewer(`echo $$ > "${at.root}/pid"; sleep 60`);
  const { child, ended } = start(['supervisor-hook'], at, { stdin: '{"session_id":"s"}' });
  expect(await until(() => at.sessionFiles().length === 1)).toBe(true);
  await wait(300);
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  expect(at.state()['count']).toBe(1);
  at.reviewer(BLOCK);
  const began = performance.now();
  expect(await hook({ session_id: 's' }, at)).toEqual(
    answered({ decision: 'block', reason: 'add tests' }),
  );
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(at.state()['count']).toBe(2);
});

test('kill -9 at any moment leaves a whole state and no lock that holds', async () => {
  const at = place();
  at.reviewer(BLOCK, { max_iterations: 1_000 });
  const runs = Array.from({ length: 24 }, (_, n) => {
    const { child, ended } = start(['supervisor-hook'], at, { stdin: '{"session_id":"s"}' });
    if (n % 2 === 0) setTimeout(() => child.kill('SIGKILL'), 60 + n * 40);
    return ended;
  });
  const results = await Promise.all(runs);
  const good = results.filter(({ code }) => code === 0).length;
  expect(good).toBeGreaterThanOrEqual(12);
  const count = at.state()['count'] as number;
  expect(count).toBeGreaterThanOrEqual(good);
  expect(count).toBeLessThanOrEqual(24);
  const began = performance.now();
  expect(await hook({ session_id: 's' }, at)).toMatchObject({ code: 0 });
  expect(performance.now() - began).toBeLessThan(10_000);
  expect(at.state()['count']).toBe(count + 1);
});

test('a lock of somebody who died goes to exactly one of many heirs', async () => {
  const at = place();
  const path = join(at.root, 'lock');
  symlinkSync('999999-1-dead', path);
  symlinkSync('999998-1-dead', `${path}.999999-1-dead`);
  let inside = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const release = await takeLock(path, { maxHoldMs: 10_000 });
      most = Math.max(most, ++inside);
      await wait(2);
      inside--;
      release();
    }),
  );
  expect(most).toBe(1);
  expect(readdirSync(at.root).filter((name) => name.startsWith('lock'))).toEqual([]);
});

test('a lock that is held for too long is taken over', async () => {
  const at = place();
  const path = join(at.root, 'lock');
  await takeLock(path, { maxHoldMs: 60_000 });
  const release = await takeLock(path, { maxHoldMs: 100 });
  release();
  expect(readdirSync(at.root).filter((name) => name.startsWith('lock'))).toEqual([]);
});

test('on a full disk nothing is reviewed, nothing is blocked, and it is told', async () => {
  const at = place();
  at.reviewer(BLOCK, { on_error: 'block' });
  const { ended } = start(
    ['-c', `ulimit -f 0; exec "${process.execPath}" "${CCC}" supervisor-hook`],
    at,
    { file: '/bin/sh', stdin: '{"session_id":"s"}' },
  );
  const { code, stdout, stderr } = await ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^supervisor SDK failed: .*sessions\/[0-9a-f]{64}\.json: cannot be written: /,
  );
  expect(readdirSync(join(at.config, 'supervisor/sessions'))).toEqual([]);
});

test('where no directory can be made it is the same', async () => {
  const at = place();
  at.write('flat', 'a file');
  const { code, stdout, stderr } = await hook({ session_id: 's' }, at, {
    env: { CCC_CONFIG_DIR: join(at.root, 'flat/config') },
  });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^supervisor SDK failed: .*flat/);
});

test('where the configuration directory is read-only it is the same', async () => {
  const at = place();
  at.reviewer(BLOCK, { on_error: 'block' });
  // Root may write everywhere but here.
  const config = process.getuid?.() === 0 && process.platform === 'linux' ? '/proc' : at.config;
  mkdirSync(join(at.config, 'supervisor'), { recursive: true });
  chmodSync(join(at.config, 'supervisor'), 0o500);
  const { code, stdout, stderr } = await hook({ session_id: 's' }, at, {
    env: { CCC_CONFIG_DIR: config },
  });
  chmodSync(join(at.config, 'supervisor'), 0o700);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^supervisor SDK failed: /);
});

test('a prompt is not lost over a disk that is full', async () => {
  const at = place();
  const command = `ulimit -f 0; exec "${process.execPath}" "${CCC}" supervisor-hook --event prompt`;
  at.reviewer(BLOCK);
  await hook({ session_id: 's' }, at);
  const run = ccc(['-c', command], at, { file: '/bin/sh', stdin: '{"session_id":"s"}' });
  expect(await run).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: expect.stringMatching(/^supervisor SDK failed: .*: cannot be written: /),
  });
  expect(at.state()['count']).toBe(1);
});

test('a log that cannot be written changes no verdict, and doctor tells', async () => {
  const at = place();
  at.reviewer(BLOCK);
  mkdirSync(join(at.config, 'supervisor/log.jsonl'), { recursive: true });
  expect(await hook({ session_id: 's' }, at)).toEqual(
    answered({ decision: 'block', reason: 'add tests' }),
  );
  const { code, stdout } = await ccc(['doctor'], at);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^error {4}the log cannot be written: EISDIR/m);
});

test('a mode that cannot be kept is told, and is not switched', async () => {
  const at = place();
  at.write('config/supervisor', 'a file');
  expect(await ccc(['supervisor-mode', 'off'], at)).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: expect.stringMatching(/^ccc: \S+\/supervisor\/mode: cannot be written: /),
  });
  expect((await ccc(['supervisor-mode'], at)).stdout).toBe('supervisor mode is on\n');
});

test('a disk that fills up during the review does not change the verdict', async () => {
  const at = place();
  const sessions = join(at.config, 'supervisor/sessions');
  at.reviewer(`rm -rf "${sessions}"; echo x > "${sessions}"; ${BLOCK}`);
  const { code, stdout } = await hook({ session_id: 's' }, at);
  const { systemMessage, ...rest } = JSON.parse(stdout);
  expect([code, rest]).toEqual([0, { decision: 'block', reason: 'add tests' }]);
  expect(systemMessage).toMatch(/^the supervisor could not keep this: /);
  rmSync(sessions);
});

test('secrets reach neither state nor log', async () => {
  const at = place();
  const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';
  const own = 'a-value-of-the-environment-9';
  at.reviewer(`echo '{"allow_stop":false,"feedback":"remove ${secret} and ${own}"}'`);
  const { stdout } = await hook({ session_id: `id-${own}` }, at, { env: { MY_API_TOKEN: own } });
  expect(stdout).toContain(secret);
  const files = [...at.sessionFiles(), join(at.config, 'supervisor/log.jsonl')];
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('[redacted]');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(own);
  }
});

/** Of no form that could be told by itself: it is known only as a whole, from the environment. */
const TOKEN = Array.from({ length: 48 }, (_, n) => 'qwertzuiopasdfgh'[(n * n + n) % 16]).join('');
const LONG_TOKEN = Array.from({ length: 1_500 }, (_, n) => ((n * 7919) % 36).toString(36)).join('');

const answers = (value: unknown) => `echo '${JSON.stringify(value)}'`;

/** Reviewers that make texts which are too long to be kept, with a secret where they are cut. */
const CUT: [string, object, string?][] = [
  ['stderr of a reviewer', command(`printf %0230d%s%01000d 0 "$MY_TOKEN" 0 >&2; exit 3`)],
  ['the end of stderr', command(`printf %01000d%s%0230d 0 "$MY_TOKEN" 0 >&2; exit 3`)],
  ['a flood of it', command(`while :; do printf %s "$MY_TOKEN"; done >&2`)],
  ['feedback that is no text', command(answers({ allow_stop: false, feedback: [x(40), TOKEN] }))],
  ['a verdict that is none', command(answers({ allow_stop: [x(40), TOKEN] }))],
  ['a reviewer that is none', { reviewer: `${x(40)} ${TOKEN}` }],
  ['an id', command('exit 3'), `${LONG_TOKEN}${x(100)}`],
];

function x(length: number): string {
  return 'x'.repeat(length);
}

function command(line: string): object {
  return { reviewer: { type: 'command', command: line } };
}

test.each(CUT)('%s with a secret in it is redacted before it is cut', async (_, how, id = 's') => {
  const at = place();
  at.write('config/ccc.json', { supervisor: how });
  const env = { MY_TOKEN: TOKEN, OTHER_TOKEN: LONG_TOKEN };
  const { stderr, code } = await hook({ session_id: id }, at, { env });
  expect(code).toBe(1);
  const log = readFileSync(join(at.config, 'supervisor/log.jsonl'), 'utf8');
  const kept = [stderr, log, JSON.stringify(at.state())].join('\n');
  for (const secret of [TOKEN, LONG_TOKEN])
    for (let from = 0; from + 12 <= secret.length; from++)
      expect(kept).not.toContain(secret.slice(from, from + 12));
});
