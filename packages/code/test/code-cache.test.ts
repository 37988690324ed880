import '../../../test/built.ts';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Place, place, startWave, WAVE } from './helpers.ts';
import { openTerminal } from './screen/terminal.ts';

// Compiled functions are kept between runs in ~/.wave/cache: a directory for each build and each Node.

const cacheOf = ({ home }: Place) => join(home, '.wave', 'cache');
const DIST = join(dirname(WAVE), '../dist');
const build = () => readFileSync(join(DIST, 'build-id'), 'utf8').split('\n')[0];
const ownName = () => `wave-${build()}-${process.version}-${process.arch}`;

/** What was kept, by file; nothing where there is no cache. */
function kept(where: Place): string[] {
  try {
    return readdirSync(cacheOf(where), { recursive: true }).map(String).toSorted();
  } catch {
    return [];
  }
}

const RUN = ['hooks', 'run', 'Stop'];
const env = { NODE_COMPILE_CACHE: '' };
const run = (where: Place, args: string[] = RUN, more: Record<string, string> = {}) =>
  startWave(args, where, { stdin: '{}', env: { ...env, ...more } }).ended;

test('a command that ended well leaves its code for the next one, for its user alone', async () => {
  const where = place();
  expect(await run(where)).toMatchObject({ code: 0, stderr: '' });
  const own = ownName();
  expect(kept(where)).toEqual([own, join(own, 'run.cjs'), join(own, 'wave.cjs')]);
  const mode = (path: string) => (statSync(join(cacheOf(where), path)).mode & 0o777).toString(8);
  expect([own, join(own, 'run.cjs')].map(mode)).toEqual(['700', '600']);
  // Functions that ran are in it, not only the text's outline: it does not grow by another run.
  const size = () => statSync(join(cacheOf(where), own, 'run.cjs')).size;
  const before = size();
  expect(await run(where)).toMatchObject({ code: 0, stderr: '' });
  expect(size()).toBe(before);
});

test('code that does not fit is not used, and replaced', async () => {
  const where = place();
  await run(where);
  const file = join(cacheOf(where), ownName(), 'run.cjs');
  const whole = statSync(file).size;
  for (const text of ['', 'no code', Buffer.alloc(whole, 7)]) {
    writeFileSync(file, text);
    expect(await run(where)).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(file).size, 'made anew').toBeGreaterThan(whole / 2);
    expect(readFileSync(file).subarray(0, 7).toString('latin1')).not.toBe('\x07'.repeat(7));
  }
});

test.each([
  ['a command that fails', ['hooks', 'run', 'Nothing'], {}],
  ['a command that only shows its help', ['-p', '--help'], {}],
  ['a user who wants no cache', RUN, { NODE_DISABLE_COMPILE_CACHE: '1' }],
])('%s leaves nothing', async (_, args, more) => {
  const where = place();
  await run(where, args, more);
  expect(kept(where)).toEqual([]);
});

test('a cache that cannot be written is no fault', async () => {
  const where = place();
  where.write('home/.wave/cache', 'a file');
  expect(await run(where)).toMatchObject({ code: 0, stderr: '' });
});

test('it lies where Node is told to keep such things', async () => {
  const where = place();
  const dir = join(where.project, 'elsewhere');
  await run(where, RUN, { NODE_COMPILE_CACHE: dir });
  expect(readdirSync(dir)).toContain(ownName());
  expect(kept(where)).toEqual([]);
});

test('another build has a place of its own; what nobody used for a month goes', async () => {
  const where = place();
  const other = (name: string, days: number) => {
    const dir = join(cacheOf(where), name);
    mkdirSync(dir, { recursive: true });
    const then = new Date(Date.now() - days * 24 * 3_600_000);
    utimesSync(dir, then, then);
  };
  other('wave-old-v1', 31);
  other('wave-young-v1', 29);
  other('not-ours', 31);
  other(join(ownName(), 'run.cjs.4711'), 31);
  other(join(ownName(), 'run.cjs.4712'), 29);
  await run(where);
  expect(readdirSync(join(cacheOf(where), ownName())).toSorted()).toEqual([
    'run.cjs',
    'run.cjs.4712',
    'wave.cjs',
  ]);
  expect(readdirSync(cacheOf(where)).toSorted()).toEqual(
    ['not-ours', ownName(), 'wave-young-v1'].toSorted(),
  );
});

test('without the number of its build, nothing is kept: V8 compares no more than a length', async () => {
  const where = place();
  const copy = join(where.project, 'copy');
  cpSync(dirname(WAVE), join(copy, 'bin'), { recursive: true });
  cpSync(DIST, join(copy, 'dist'), {
    recursive: true,
    filter: (file) => !/build-id$|\/docs|\/examples/.test(file),
  });
  const { spawnSync } = await import('node:child_process');
  const ended = spawnSync(process.execPath, [join(copy, 'bin/wave.cjs'), '--version'], {
    env: { ...process.env, ...env, HOME: where.home },
  });
  expect([ended.status, kept(where)]).toEqual([0, []]);
});

test('what a screen compiled fits the next one, however long the first was open', async () => {
  const where = place();
  const made: number[] = [];
  for (let time = 0; time < 2; time++) {
    const screen = openTerminal({ where, env: { NODE_COMPILE_CACHE: '' } });
    await screen.ready();
    // By then the heap is large enough to be bounded, which changes a flag of V8.
    await sleep(1_000);
    screen.press('ctrl-d');
    expect(await screen.exit()).toBe(0);
    made.push(statSync(join(cacheOf(where), ownName(), 'agent-screen-main.cjs')).ino);
  }
  expect(made[1], 'the same file').toBe(made[0]);
});

test('what scenarios compiled fits the next ones: they run with other flags than other commands', async () => {
  const where = place();
  const file = {
    hook: 'cat >/dev/null',
    tool: 'Bash',
    scenarios: [{ name: 'one', expect: 'none' }],
  };
  writeFileSync(join(where.project, 'one.scenario.json'), JSON.stringify(file));
  const made: number[][] = [];
  for (let time = 0; time < 2; time++) {
    for (const verb of ['test', 'list'])
      expect(await run(where, ['hooks', verb])).toMatchObject({ code: 0, stderr: '' });
    made.push(
      ['test-hooks.cjs', 'hooks.cjs'].map(
        (name) => statSync(join(cacheOf(where), ownName(), name)).ino,
      ),
    );
  }
  expect(made[1], 'the same files').toEqual(made[0]);
});
