import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Hooks } from '../../src/checking/hooks.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { INPUTS, tempDir } from '../helpers.ts';

const ENV = { PATH: process.env['PATH'], HOME: '/home/me', KEPT: 'as it was' };

/** Fires SessionStart, and says what its hooks set and what the user is told. */
async function started(...hooks: (string | object)[]) {
  const dir = tempDir();
  const entries = hooks.map((hook) =>
    typeof hook === 'string' ? { type: 'command', name: 'h', command: hook } : hook,
  );
  const engine = await createEngine({
    hooks: { SessionStart: [{ hooks: entries }] } as Hooks,
    projectDir: dir,
    env: ENV,
    launcher: false,
  });
  onTestFinished(() => engine.close());
  const sets: Record<string, string>[] = [];
  const verdict = await engine.fire(INPUTS.SessionStart, {
    setVariables: (set) => void sets.push({ ...set }),
  });
  return {
    dir,
    verdict,
    set: Object.assign({}, ...sets) as Record<string, string>,
    told: verdict.toUser.map(({ text }) => text),
  };
}

const writing = (text: string) => `cat >> "$CLAUDE_ENV_FILE" <<'WRITTEN'\n${text}\nWRITTEN`;

test('one private file under both names, gone when the hook has ended', async () => {
  const { dir, set } = await started(
    'echo "$CLAUDE_ENV_FILE" > name; test "$CLAUDE_ENV_FILE" = "$WAVE_ENV_FILE" && stat -c %a "$WAVE_ENV_FILE" > mode; echo export A=1 >> "$WAVE_ENV_FILE"',
  );
  expect(set).toEqual({ A: '1' });
  const name = readFileSync(join(dir, 'name'), 'utf8').trim();
  expect(name.startsWith(tmpdir())).toBe(true);
  expect(existsSync(name)).toBe(false);
  expect(readdirSync(tmpdir())).not.toContain(name.split('/').at(-2));
  if (existsSync(join(dir, 'mode')))
    expect(readFileSync(join(dir, 'mode'), 'utf8').trim()).toBe('600');
});

describe('it is read as a shell reads it', () => {
  test.each([
    ['a plain value', 'export A=1', { A: '1' }],
    ['quotes and lines', `export A='x  "y"\nz' B="$HOME/b"`, { A: 'x  "y"\nz', B: '/home/me/b' }],
    ['what stands before', 'export PATH="$PATH:/mine"', { PATH: `${ENV.PATH}:/mine` }],
    ['what is not exported', 'A=1\nB=2; export B', { B: '2' }],
    ['what is as it was', 'export KEPT="as it was" NEW=1', { NEW: '1' }],
    ['what it prints', 'echo noise; export A=$(echo made)', { A: 'made' }],
    ['a comment and nothing', '# export A=1\n\n', {}],
    ['what `export -p` prints', 'declare -x A="b c"', { A: 'b c' }],
  ])('%s', async (_, text, expected) => {
    expect(await started(writing(text))).toMatchObject({ set: expected, told: [] });
  });
});

test('several hooks in configuration order, each on top of the one before', async () => {
  const { set } = await started(
    `sleep 0.2; ${writing('export PATH="$PATH:/one" A=1 B=1')}`,
    writing('export PATH="$PATH:/two" A=2'),
  );
  expect(set).toEqual({ PATH: `${ENV.PATH}:/one:/two`, A: '2', B: '1' });
});

test('only Wave says where Wave and hooks are, and it says so', async () => {
  const { set, told } = await started(
    writing(
      'export WAVE_PROJECT_DIR=/x CLAUDE_PROJECT_DIR=/x CLAUDE_PLUGIN_ROOT=/x CLAUDECODE=2 A=1',
    ),
  );
  expect(set).toEqual({ A: '1' });
  expect(told.sort()).toEqual(
    ['CLAUDECODE', 'CLAUDE_PLUGIN_ROOT', 'CLAUDE_PROJECT_DIR', 'WAVE_PROJECT_DIR'].map(
      (name) => `hook "h": ${name} is not set: only Wave sets it`,
    ),
  );
});

describe('what goes wrong is told', () => {
  test.each([
    [
      'a failing line',
      'export A=1\ncat /none/such',
      { A: '1' },
      /h": what it wrote .* failed: .*none/,
    ],
    [
      'an early end',
      'export A=1; exit 3',
      {},
      /h": what it wrote .*did not come to its end: exit 3/,
    ],
    ['no end', 'export A=1; sleep 60', {}, /took longer than 5 s/],
    ['too much', `export A=${'x'.repeat(120_000)}`, {}, /at most 100000 bytes/],
  ])('%s', async (_, text, set, pattern) => {
    const result = await started(writing(text));
    expect(result.set).toEqual(set);
    expect(result.told).toEqual([expect.stringMatching(pattern)]);
  });

  test('a file that is no file any more', async () => {
    const { set, told } = await started('rm "$WAVE_ENV_FILE"; mkdir "$WAVE_ENV_FILE"');
    expect(set).toEqual({});
    expect(told).toEqual([
      expect.stringMatching(/^hook "h": what it wrote to its file of variables: /),
    ]);
  });
});

test('of a hook that failed nothing is taken', async () => {
  const { set } = await started(`${writing('export A=1')}\nexit 1`);
  expect(set).toEqual({});
});

test('it is never read again: what is written later goes nowhere', async () => {
  const { set } = await started(
    `f=$WAVE_ENV_FILE; (sleep 0.3; echo export LATE=1 >> "$f") >/dev/null 2>&1 & ${writing('export A=1')}`,
    'sleep 0.6',
  );
  expect(set).toEqual({ A: '1' });
});

test('other events have none, and hooks do not see what was set', async () => {
  const dir = tempDir();
  const tells = 'echo "${CLAUDE_ENV_FILE-unset} ${WAVE_ENV_FILE-unset} ${A-unset}"';
  const engine = await createEngine({
    hooks: {
      SessionStart: [{ hooks: [{ type: 'command', command: writing('export A=1') }] }],
      UserPromptSubmit: [{ hooks: [{ type: 'command', command: tells }] }],
    },
    projectDir: dir,
    launcher: false,
  });
  onTestFinished(() => engine.close());
  await engine.fire(INPUTS.SessionStart);
  const { context } = await engine.fire(INPUTS.UserPromptSubmit);
  expect(context.map(({ text }) => text.trim())).toEqual(['unset unset unset']);
});
