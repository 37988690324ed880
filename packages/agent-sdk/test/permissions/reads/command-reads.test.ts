import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOOK_SO } from './look-so.ts';
import { decisionIn, makeProject } from './project.ts';
import { THAT_READ } from './that-read.ts';

const { dir } = makeProject();
const decide = decisionIn(dir);
const ROW = 'a command that only reads, inside the project';

test('the lists are long enough', () => {
  expect(new Set(THAT_READ).size).toBeGreaterThanOrEqual(300);
  expect(new Set(LOOK_SO.map(([, command]) => command)).size).toBeGreaterThanOrEqual(450);
});

describe('commands that only read run unasked, in plan mode too', () => {
  test.each(THAT_READ)('%s', (command) => {
    expect(decide(command)).toMatchObject({ answer: 'yes', by: ROW });
    expect(decide(command, { mode: 'plan' })).toMatchObject({ answer: 'yes', by: ROW });
    expect(decide(command, { mode: 'dontAsk' })).toMatchObject({ answer: 'yes', by: ROW });
  });
});

describe('how a command that only reads runs', () => {
  const NOTHING_ELSE = `${ROW}; it runs in the sandbox that shows nothing else`;
  const PLAIN = `${ROW}; it is a plain form, which needs no sandbox`;

  test.each([
    'cat src/*',
    'cat < "$PWD/README.md"',
    'awk "{print}" README.md',
    'for f in src/*; do wc -l "$f"; done',
  ])('with a sandbox inside, without one it asks: %s', (command) => {
    expect(decide(command)).toMatchObject({ why: NOTHING_ELSE, sandbox: 'isolated' });
    expect(decide(command, { isolates: false }).answer).toBe('ask');
    expect(decide(command, { isolates: false, mode: 'plan' }).answer).toBe('no');
  });

  test.each(['cat README.md', 'git status', 'ls src && head -n 3 README.md', 'grep -rn foo src'])(
    'a plain form runs without a sandbox, too: %s',
    (command) => {
      expect(decide(command)).toMatchObject({ why: NOTHING_ELSE, sandbox: 'isolated' });
      expect(decide(command, { isolates: false })).toEqual({ answer: 'yes', by: ROW, why: PLAIN });
    },
  );

  test.each(['ls -la', 'stat README.md', 'id -u', 'df -h', 'node --version', 'npm ls'])(
    'what would print something else inside does not run there: %s',
    (command) => {
      expect(decide(command)).toEqual({ answer: 'yes', by: ROW, why: PLAIN });
    },
  );

  test('a file that is hidden inside would be another one to git', () => {
    const rules = { deny: ['Read(.env)'] };
    expect(decide('git status', { rules })).toEqual({ answer: 'yes', by: ROW, why: PLAIN });
    expect(decide('cat README.md', { rules }).sandbox).toBe('isolated');
  });

  test('the mode sandboxed has its own', () => {
    expect(decide('cat src/*', { mode: 'sandboxed' }).answer).toBe('yes');
  });
});

describe('commands that only look so ask, and do not run in plan mode', () => {
  test.each(LOOK_SO)('%s: %s', (_, command) => {
    expect(decide(command).answer).toBe('ask');
    expect(decide(command, { mode: 'plan' }).answer).toBe('no');
  });
});

test.each([
  'ls\u00a0src',
  'ls\u2003src',
  'ls\u200b src',
  'ls src\rrm x',
  'ls\u0000',
  'ls \u202e src',
  'ls\u0085rm x',
])('a character that nobody sees: %j', (command) => {
  expect(decide(command).answer).toBe('ask');
});

test('a command in the background asks', () => {
  expect(decide('ls').answer).toBe('yes');
  expect(decide('ls', { background: true }).answer).toBe('ask');
  expect(decide('ls', { background: true, mode: 'plan' }).answer).toBe('no');
});

test('deny and ask rules come first', () => {
  expect(decide('ls src', { rules: { deny: ['Bash(ls *)'] } }).answer).toBe('no');
  expect(decide('ls src', { rules: { ask: ['Bash(ls *)'] } }).answer).toBe('ask');
  expect(decide('pwd; ls src', { rules: { ask: ['Bash(ls *)'] } }).answer).toBe('ask');
  expect(decide('ls src', { rules: { deny: ['Bash'] }, mode: 'plan' }).answer).toBe('no');
});

test('paths are seen from where the agent is', () => {
  const cwd = join(dir, 'src');
  expect(decide('cat index.ts', { cwd }).answer).toBe('yes');
  expect(decide('cat ../README.md', { cwd }).answer).toBe('yes');
  expect(decide('ls ..', { cwd }).answer).toBe('yes');
  expect(decide('cat ../../x', { cwd }).answer).toBe('ask');
  expect(decide('cd .. && cat README.md', { cwd }).answer).toBe('yes');
  expect(decide('cd ../.. && ls', { cwd }).answer).toBe('ask');
});

test('a directory that is not there yet does not hold a cd', () => {
  expect(decide('cd nowhere; cat ../README.md').answer).toBe('ask');
  mkdirSync(join(dir, 'now'));
  expect(decide('cd now; cat ../README.md').answer).toBe('yes');
});

test.each([
  ['words', `cat ${'a '.repeat(9000)}`],
  ['commands', 'ls;'.repeat(1900)],
  ['changes of directory', 'cd src && cd .. && '.repeat(900).concat('ls')],
  ['wildcards', `cat ${'/usr/*/*a* '.repeat(400)}`],
  ['choices', `for f in ${'a b c d e f g h '.repeat(4)}; do cat $f $f $f $f $f $f; done`],
  ['a program of awk', `awk '{${'print 1/2;'.repeat(5000)}}' README.md`],
  ['a script of sed', `sed '${'s/a/b/;'.repeat(8000)}' README.md`],
  ['a path', `cat ${'src/../'.repeat(9000)}README.md`],
])('what is made to take long asks at once: %s', (_, command) => {
  const from = process.cpuUsage();
  expect(decide(command).answer).toBe('ask');
  expect(process.cpuUsage(from).user).toBeLessThan(5_000_000);
});
