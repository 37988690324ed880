import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readScenarios } from '../src/hooks/scenario/read-scenarios.ts';
import { runScenario } from '../src/hooks/scenario/run-scenario.ts';
import { openShared } from '../src/hooks/scenario/shared.ts';
import { HOOK_ENV, place, wave } from './helpers.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
Object.assign(process.env, HOOK_ENV);
const files = ['', 'first/'].flatMap((dir) =>
  readdirSync(join(root, 'examples', dir)).map((name) => dir + name),
);
const isScenario = (name: string) => name.endsWith('.scenario.json');
const cases = files
  .filter(isScenario)
  .flatMap((name) => readScenarios(join(root, 'examples', name)))
  .map((one) => {
    if ('problem' in one) throw new Error(`${one.at}: ${one.problem}`);
    return one;
  });

const needsPython = ({ needs }: (typeof cases)[number]) => needs.includes('python3');

const named = (list: typeof cases) =>
  list.map((one) => ({ ...one, label: `${one.file.split('/').at(-1)}: ${one.name}` }));

const shared = openShared(root, root);

const passes = async (one: (typeof cases)[number]) => {
  const outcome = await runScenario(one, shared, new AbortController().signal);
  expect(outcome).toMatchObject({ is: 'passed', differences: [] });
};

test.each(named(cases.filter((one) => !needsPython(one))))('$label', passes);

test.each(named(cases.filter(needsPython)))('$label', { tags: 'python3' }, passes);

test('every example has its scenario', () => {
  const hooks = files.filter((name) => /\.(sh|mjs|py)$/.test(name) && !name.endsWith('build.mjs'));
  expect(hooks.length).toBeGreaterThanOrEqual(12);
  const missing = hooks.filter(
    (name) => !files.includes(name.replace(/(\.kit)?\.\w+$/, '.scenario.json')),
  );
  expect(missing).toEqual([]);
});

test('all of them by the command', async () => {
  const { code, stdout } = await wave(['hooks', 'test', 'examples'], place(), { cwd: root });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/ passed, 0 failed, /)]);
});

test('the tour shows its five', async () => {
  const { code, stdout } = await wave(['tour'], place());
  expect([code, stdout.match(/^\d\. /gm)?.length]).toEqual([0, 5]);
});

test.each([
  [['extra'], 1, '', 'wave: unexpected words: extra\nusage: wave tour'],
  [['--fast'], 1, '', "wave: Unknown option '--fast'\nusage: wave tour"],
  [['--help'], 0, 'usage: wave tour', ''],
])('wave tour %j plays nothing', async (words, code, out, err) => {
  const { stdout, stderr, ...ended } = await wave(['tour', ...words], place());
  expect(ended.code).toBe(code);
  expect([stdout.slice(0, out.length || 1), stderr.slice(0, err.length || 1)]).toEqual([out, err]);
});
