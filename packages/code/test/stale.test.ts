import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Place, place, startWave, wave } from './helpers.ts';

const init = (where: Place) =>
  wave(['hooks', 'init', 'g', '--event', 'PreToolUse', '-l', 'typescript'], where);

/** Each runs all scenarios several times, and builds. */
const MANY_RUNS_MS = 120_000;

describe('a TypeScript hook whose source has changed', { timeout: MANY_RUNS_MS }, () => {
  const says =
    'hooks/g.mjs is started, but hooks/g.ts has changed since it was built; run: node hooks/build.mjs';
  const change = (where: Place, from: string, to: string) => {
    const file = join(where.project, 'hooks/g.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
    // Later than what was built, also where the clock is coarse.
    const later = new Date(Date.now() + 5_000);
    utimesSync(file, later, later);
  };
  const build = (where: Place) =>
    spawnSync(process.execPath, [join(where.project, 'hooks/build.mjs')]);

  test('fails its scenarios until it is built again', async () => {
    const where = place();
    await init(where);
    change(where, 'Do not force', 'Never force');
    const stale = await wave(['hooks', 'test'], where);
    expect([stale.code, stale.stdout]).toEqual([1, expect.stringContaining(says)]);
    expect(stale.stdout).toContain('0 passed, 7 failed');
    build(where);
    // The source's date is still the later one: what counts is what a build would make of it.
    expect((await wave(['hooks', 'test'], where)).code).toBe(0);
    rmSync(join(where.project, 'hooks/g.mjs'));
    expect((await wave(['hooks', 'test'], where)).stdout).toContain(
      'hooks/g.mjs is started, but was not built from hooks/g.ts; run: node hooks/build.mjs',
    );
  });

  test('its build step is tried once, however many scenarios there are', async () => {
    const where = place();
    await init(where);
    const tried = join(where.home, 'tried');
    const counts = where.write(
      'counts.cjs',
      `if (/wave-build-/.test(process.argv[1])) require('fs').appendFileSync(${JSON.stringify(tried)}, 'x');`,
    );
    const env = { NODE_OPTIONS: `--require ${counts}` };
    const { code, stdout } = await wave(['hooks', 'test'], where, { env });
    expect([code, stdout]).toEqual([0, expect.stringContaining('7 passed')]);
    expect(readFileSync(tried, 'utf8')).toBe('x');
  });

  test('also in a fresh clone, whose dates say nothing', async () => {
    const where = place();
    await init(where);
    change(where, 'Do not force', 'Never force');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(where.project, 'hooks/g.mjs'), later, later);
    const stale = await wave(['hooks', 'test'], where);
    expect([stale.code, stale.stdout]).toEqual([1, expect.stringContaining(says)]);
  });

  test('so does a helper beside it, and only one that was built', async () => {
    const where = place();
    await init(where);
    where.write('project/hooks/rules.ts', 'export const word: string = "force";\n');
    where.write('project/hooks/types.ts', 'export type Word = string;\n');
    // A helper that was never built is missed by what loads it.
    expect((await wave(['hooks', 'test'], where)).code).toBe(0);
    build(where);
    where.write('project/hooks/rules.ts', 'export const word: string = "mirror";\n');
    const later = new Date(Date.now() + 5_000);
    for (const file of ['g.ts', 'rules.ts', 'types.ts'])
      utimesSync(join(where.project, 'hooks', file), later, later);
    const stale = await wave(['hooks', 'test'], where);
    expect([stale.code, stale.stdout]).toEqual([
      1,
      expect.stringContaining(
        'hooks/rules.mjs lies beside what is started, but hooks/rules.ts has changed since it was built; run: node hooks/build.mjs\n',
      ),
    ]);
    expect(stale.stdout).not.toMatch(/hooks\/(g|types)\.ts has changed/);
    build(where);
    expect((await wave(['hooks', 'test'], where)).code).toBe(0);
  });

  test('is looked for once, however many scenarios start it', async () => {
    const where = place();
    await init(where);
    const ran = join(where.home, 'ran');
    const step = readFileSync(join(where.project, 'hooks/build.mjs'), 'utf8');
    const count = `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(ran)}, 'x');\n`;
    where.write('project/hooks/build.mjs', step + count);
    expect((await wave(['hooks', 'test'], where)).stdout).toContain('7 passed, 0 failed');
    expect(readFileSync(ran, 'utf8')).toBe('x');
  });

  test('a build step that is not ours is not run', async () => {
    const where = place();
    const ran = join(where.home, 'ran');
    where.write('project/hooks/h.ts', '');
    where.write('project/hooks/h.mjs', '');
    where.write(
      'project/hooks/build.mjs',
      `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(ran)}, '')`,
    );
    const later = new Date(Date.now() + 5_000);
    utimesSync(join(where.project, 'hooks/h.ts'), later, later);
    const scenarios = [{ name: 'x', event: 'Stop', expect: 'none' }];
    where.write('project/hooks/h.scenario.json', {
      hook: 'node "$SCENARIO_DIR"/h.mjs',
      scenarios,
    });
    expect((await wave(['hooks', 'test'], where)).stdout).toContain(
      'hooks/h.mjs is started, but hooks/h.ts has changed since it was built; build it again',
    );
    expect(existsSync(ran)).toBe(false);
  });

  test('is not replayed', async () => {
    const where = place();
    await init(where);
    const event = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    };
    await wave(['hooks', 'record'], where, { stdin: JSON.stringify(event) });
    expect((await wave(['hooks', 'replay'], where)).code).toBe(0);
    change(where, 'Do not force', 'Never force');
    const { code, stderr } = await wave(['hooks', 'replay'], where);
    expect([code, stderr]).toEqual([1, `wave: ${says}\n`]);
  });

  test('a build of another kind goes by its date', async () => {
    const where = place();
    where.write('project/tools/h.ts', '');
    where.write('project/tools/h.js', '');
    const hook = 'node "$WAVE_PROJECT_DIR"/tools/h.js';
    const scenarios = [{ name: 'x', event: 'Stop', expect: 'none' }];
    where.write('project/tests/h.scenario.json', { hook, scenarios });
    expect((await wave(['hooks', 'test'], where)).code).toBe(0);
    const later = new Date(Date.now() + 5_000);
    utimesSync(join(where.project, 'tools/h.ts'), later, later);
    expect((await wave(['hooks', 'test'], where)).stdout).toContain(
      'tools/h.js is started, but tools/h.ts has changed since it was built; build it again',
    );
  });

  test('--watch sees a source that does not lie beside the scenario', async () => {
    const where = place();
    await init(where);
    const scenarios = [{ name: 'x', tool: 'Bash', expect: 'none' }];
    const hook = 'node "$WAVE_PROJECT_DIR"/hooks/g.mjs';
    where.write('project/tests/h.scenario.json', { hook, scenarios });
    const { child, result, ended } = startWave(['hooks', 'test', 'tests', '--watch'], where);
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => result.stderr).toContain('watching');
    await expect
      .poll(
        () => {
          // Once more each time: the watch is on shortly after it is announced.
          change(where, 'Do not force', 'Never force');
          return result.stdout;
        },
        { interval: 500 },
      )
      .toContain(says);
    child.kill('SIGINT');
    expect((await ended).code).toBe(130);
  });
});
