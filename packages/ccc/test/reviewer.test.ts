import '../../../test/built.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../../../test/until.ts';
import {
  ALLOW,
  answered,
  BLOCK,
  CCC,
  ccc,
  hook,
  isAlive,
  type Place,
  place,
  start,
} from './helpers.ts';

const STOP = { session_id: 's' };

/** Pids that a reviewer wrote down, one a line. */
const pidsOf = (at: Place): number[] => {
  const file = join(at.root, 'pids');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
};

/** Only Linux lets us find who left the group. */
const APART = process.platform === 'linux' ? 'setsid' : '';

/** A reviewer that hangs with two children: one in its group, one in a session of its own. */
const TREE = (at: Place) =>
  [
    `trap '' TERM`,
    `sh -c 'trap "" TERM; echo $$ >> "${at.root}/pids"; while :; do sleep 1; done' &`,
    `${APART} sh -c 'trap "" TERM; echo $$ >> "${at.root}/pids"; while :; do sleep 1; done' &`,
    `echo $$ >> "${at.root}/pids"`,
    'while :; do sleep 1; done',
  ].join('\n');

const allGone = (at: Place) => until(() => pidsOf(at).every((pid) => !isAlive(pid)));
const allThere = (at: Place) => until(() => pidsOf(at).length === 3);

test('a reviewer that hangs, forks and ignores TERM ends with its time, whole', async () => {
  const at = place();
  at.reviewer(TREE(at), { timeout_seconds: 1 });
  const began = performance.now();
  expect(await hook(STOP, at)).toMatchObject({ code: 124, stderr: 'hook execution timeout\n' });
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(pidsOf(at)).toHaveLength(3);
  expect(pidsOf(at).filter(isAlive)).toEqual([]);
});

test.each([
  ['alone', (answer: string) => answer],
  ['in a fenced block', (answer: string) => `So:\n\`\`\`json\n${answer}\n\`\`\`\n`],
])('an answer of nearly 1 MB is read, %s', async (_, shown) => {
  const at = place();
  const feedback = 'more '.repeat(200_000).trim();
  const file = at.write('answer', shown(JSON.stringify({ allow_stop: false, feedback })));
  at.reviewer(`cat '${file}'`);
  expect(await hook(STOP, at)).toEqual(answered({ decision: 'block', reason: feedback }));
});

test('it ends with kill -9 of ccc', async () => {
  const at = place();
  at.reviewer(TREE(at));
  const { child, ended } = start(['supervisor-hook'], at, { stdin: JSON.stringify(STOP) });
  expect(await allThere(at)).toBe(true);
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  expect(await allGone(at)).toBe(true);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('it ends with %s of the host', async (name) => {
  const at = place();
  at.reviewer(TREE(at));
  const { child, ended } = start(['supervisor-hook'], at, { stdin: JSON.stringify(STOP) });
  expect(await allThere(at)).toBe(true);
  child.kill(name);
  const codes = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 };
  expect(await ended).toMatchObject({ code: codes[name], stdout: '' });
  expect(pidsOf(at).filter(isAlive)).toEqual([]);
});

test('it ends when the host is gone, also behind a shell', async () => {
  const at = place();
  at.reviewer(TREE(at));
  const input = at.write('input.json', STOP);
  const line = `"${process.execPath}" "${CCC}" supervisor-hook < "${input}" & echo $! >> "${at.root}/ccc"; wait`;
  const host = `const c = require('child_process').spawn('/bin/sh', ['-c', ${JSON.stringify(line)}], { stdio: 'ignore' }); setInterval(() => {}, 1000)`;
  const { child } = start(['-e', host], at, { file: process.execPath });
  expect(await allThere(at)).toBe(true);
  child.kill('SIGKILL');
  expect(await allGone(at)).toBe(true);
  const orphan = Number(readFileSync(join(at.root, 'ccc'), 'utf8'));
  expect(await until(() => !isAlive(orphan))).toBe(true);
});

test('what it leaves running ends with the review', async () => {
  const at = place();
  at.reviewer(`sleep 60 & echo $! >> "${at.root}/pids"; ${APART} sleep 60 & ${ALLOW}`);
  const began = performance.now();
  expect(await hook(STOP, at)).toEqual(answered({ reason: 'good' }));
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(pidsOf(at).filter(isAlive)).toEqual([]);
});

const BROKEN: [string, string, RegExp][] = [
  ['dies', 'kill -9 $$', /was killed by SIGKILL/],
  ['exits 3', 'echo no model >&2; exit 3', /exited 3: no model/],
  ['exits 2', 'exit 2', /exited 2/],
  ['is not there', 'no-such-program-at-all', /exited 127/],
  ['floods', 'head -c 3000000 /dev/zero', /printed more than 1 MB to stdout/],
  ['prints rubbish', 'echo hello', /could not be read twice: .* no JSON object with "allow_stop"/],
  ['prints nothing', 'true', /could not be read twice: the answer was empty/],
  ['prints half', `echo '{"allow_stop": tr'`, /could not be read twice/],
  ['says "true"', `echo '{"allow_stop": "true"}'`, /"allow_stop": expected true or false/],
  ['blocks without feedback', `echo '{"allow_stop": false}'`, /"feedback": expected what is left/],
];

test.each(BROKEN)(
  'a reviewer that %s is a broken review, not a verdict',
  async (_, command, why) => {
    const at = place();
    at.reviewer(command);
    const { code, stdout, stderr } = await hook(STOP, at);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^supervisor SDK failed: /);
    expect(stderr).toMatch(why);
  },
);

test.each([
  ['stdout', 'yes'],
  ['stderr', `trap '' TERM; yes >&2`],
])(
  'a reviewer that floods %s for ever ends when it has said too much',
  async (stream, command) => {
    const at = place();
    at.reviewer(command, { timeout_seconds: 60 });
    const { code, stderr } = await hook(STOP, at);
    expect([code, stderr.slice(0, 100)]).toEqual([
      1,
      expect.stringContaining(`printed more than 1 MB to ${stream}`),
    ]);
  },
  20_000,
);

test('an answer that cannot be read gets one repair', async () => {
  const at = place();
  at.reviewer(
    `cat > "${at.root}/last"; cat "${at.root}/last" >> "$SEEN"; if grep -q '"repair"' "${at.root}/last"; then echo '{"allow_stop":true,"feedback":"good"}'; else echo 'I think it is fine'; fi`,
  );
  expect(await hook(STOP, at)).toEqual(answered({ reason: 'good' }));
  expect(at.seen().map(({ repair }) => repair)).toEqual([
    undefined,
    {
      answer: 'I think it is fine\n',
      problem: 'the answer holds no JSON object with "allow_stop"',
    },
  ]);
});

test('after three broken reviews in a row it rests for the session, and says so', async () => {
  const at = place();
  at.reviewer('exit 1');
  const third = [await hook(STOP, at), await hook(STOP, at), await hook(STOP, at)][2];
  expect(third?.stderr).toMatch(/failed review 3 in a row, so the supervisor is now paused/);
  at.reviewer(BLOCK);
  const { reason, systemMessage, ...rest } = JSON.parse((await hook(STOP, at)).stdout);
  expect(rest).toEqual({});
  expect(systemMessage).toBe(reason);
  expect(reason).toMatch(/paused for this session after 3 failed reviews/);
  expect(at.seen()).toEqual([]);
  // Another session is not concerned, and switching it on wakes this one.
  expect(JSON.parse((await hook({ session_id: 'other' }, at)).stdout).decision).toBe('block');
  await wait(5);
  await ccc(['supervisor-mode', 'on'], at);
  expect(JSON.parse((await hook(STOP, at)).stdout).decision).toBe('block');
});

test('a session that was woken has three tries again, and rests with a word', async () => {
  const at = place();
  at.reviewer('exit 1');
  for (let n = 0; n < 3; n++) await hook(STOP, at);
  await wait(5);
  await ccc(['supervisor-mode', 'on'], at);
  const announced = [];
  for (let n = 0; n < 3; n++) announced.push(/paused/.test((await hook(STOP, at)).stderr));
  expect(announced).toEqual([false, false, true]);
  expect(JSON.parse((await hook(STOP, at)).stdout).systemMessage).toMatch(
    /paused for this session/,
  );
});

test('a good review in between starts the row anew', async () => {
  const at = place();
  for (const command of ['exit 1', 'exit 1', BLOCK, 'exit 1', 'exit 1', BLOCK]) {
    at.reviewer(command);
    await hook(STOP, at);
  }
  expect(at.state()).toMatchObject({ broken: 0, count: 6 });
});

test('with on_error block a broken review blocks, until it rests', async () => {
  const at = place();
  at.reviewer('exit 1', { on_error: 'block' });
  const decisions = [];
  for (let n = 0; n < 4; n++) decisions.push(JSON.parse((await hook(STOP, at)).stdout).decision);
  expect(decisions).toEqual(['block', 'block', 'block', undefined]);
  const slow = place();
  slow.reviewer('sleep 60', { on_error: 'block', timeout_seconds: 0.3 });
  const { code, stdout } = await hook(STOP, slow);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    decision: 'block',
    reason: expect.stringContaining('hook execution timeout'),
  });
});
