import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { place, wave } from './helpers.ts';

const TOOL = '{"tool_name":"Bash","tool_input":{"command":"rm -rf x"}}';
const SH = 'echo guarded >&2; exit 2\n';
const JS = 'process.stderr.write("guarded"); process.exitCode = 2;\n';

/** A project whose one guard was approved as it was. */
async function approved(entry: object, files: Record<string, string>, dir = 'project') {
  const where = place();
  const project = join(where.project, '..', dir);
  for (const [path, text] of Object.entries(files)) where.write(`${dir}/${path}`, text);
  const hook = JSON.stringify({ type: 'command', name: 'guard', ...entry });
  where.write(`${dir}/.wave/settings.json`, {
    hooks: { PreToolUse: [{ hooks: [JSON.parse(hook.replaceAll('@', project))] }] },
  });
  const run = (args: string[], stdin = TOOL) =>
    wave(['hooks', ...args], { ...where, project }, { stdin });
  const hooks = (...args: string[]) => run(args);
  const shown = (await hooks('approve', '--yes')).stdout;
  const coverage = async () => JSON.parse((await hooks('list', '--json')).stdout).hooks[0].coverage;
  const verdict = async (more = {}) => {
    const stdin = JSON.stringify({ ...JSON.parse(TOOL), ...more });
    return JSON.parse((await run(['run', 'PreToolUse', '--json'], stdin)).stdout);
  };
  const change = (path: string, text: string) => where.write(`${dir}/${path}`, text);
  return { hooks, shown, coverage, verdict, change, project };
}

const DIR = '"$WAVE_PROJECT_DIR"';

/** What runs, and is not what the command seems to name. */
test.each([
  {
    name: 'a script that Node finds by its ending',
    entry: { command: `node ${DIR}/hooks/guard` },
    files: { 'hooks/guard.js': JS },
    runs: 'hooks/guard.js',
    coverage: 'full',
  },
  {
    name: 'a directory that Node runs',
    entry: { command: `node ${DIR}/hooks/guard` },
    files: { 'hooks/guard/package.json': '{"main":"lib/a"}', 'hooks/guard/lib/a.js': JS },
    runs: 'hooks/guard/lib/a.js',
    coverage: 'partial',
  },
  {
    name: 'a home of the entry’s own',
    entry: { command: 'sh "$HOME"/guard.sh', env: { HOME: '@/fake' } },
    files: { 'fake/guard.sh': SH },
    runs: 'fake/guard.sh',
    coverage: 'partial',
  },
  {
    name: 'a search path of the entry’s own',
    entry: { command: 'sh guard.sh', env: { PATH: '@/bin:/usr/bin:/bin' } },
    files: { 'guard.sh': SH, 'bin/sh': `#!/bin/sh\n${SH}` },
    runs: 'bin/sh',
    coverage: 'partial',
  },
  {
    name: 'a file that a variable in front has loaded',
    entry: { command: `BASH_ENV=${DIR}/env.sh bash ${DIR}/guard.sh` },
    files: { 'guard.sh': SH, 'env.sh': ':\n' },
    runs: 'env.sh',
    coverage: 'partial',
  },
  {
    name: 'a file that an option in a variable has loaded',
    entry: { command: `node ${DIR}/guard.js`, env: { NODE_OPTIONS: '--require @/pre' } },
    files: { 'guard.js': JS, 'pre.js': '0;\n' },
    runs: 'pre.js',
    coverage: 'partial',
  },
  {
    name: 'a blank that parts no words',
    entry: { command: `sh ${DIR}/guard.sh\u00a0x` },
    files: { 'guard.sh': SH, 'guard.sh\u00a0x': SH },
    runs: 'guard.sh\u00a0x',
    coverage: 'full',
  },
])(
  '$name: it is shown, and changed it does not run',
  async ({ entry, files, runs, coverage }) => {
    const guard = await approved(entry, files);
    // A character that nobody sees is shown by its number.
    const seen = runs.replace('\u00a0', '<U+00A0>');
    expect(guard.shown).toContain(`${guard.project}/${seen}  sha256`);
    expect(await guard.coverage()).toBe(coverage);
    expect(await guard.verdict()).toMatchObject({
      decision: 'block',
      toAgent: [{ text: 'guarded' }],
    });
    guard.change(runs, '');
    const { decision, toAgent } = await guard.verdict();
    expect(decision).toBe('block');
    expect(toAgent[0].text).toContain('guard changed since approval');
    expect((await guard.hooks('review')).stdout).toContain(seen);
    expect((await guard.hooks('list')).stdout).toContain('is not what was approved');
  },
  60_000,
);

test('what is not there is never said to be covered', async () => {
  const guard = await approved({ command: `node ${DIR}/hooks/guard` }, {});
  expect(guard.shown).toContain('not fully covered');
  expect(await guard.coverage()).toBe('partial');
  guard.change('hooks/guard.js', JS);
  expect((await guard.verdict()).toAgent[0].text).toContain('guard changed since approval');
});

test('a project’s path with a blank, unquoted: what the shell starts is shown, and that it is not there', async () => {
  const command = 'sh $WAVE_PROJECT_DIR/hooks/g.sh';
  const guard = await approved({ command }, { 'hooks/g.sh': SH }, 'b 8');
  const first = guard.project.replace(/ 8$/, '');
  expect(guard.shown).toContain(`${first}  does not exist`);
  expect(guard.shown).not.toContain('sha256');
  expect(await guard.coverage()).toBe('partial');
  expect((await guard.hooks('doctor')).stdout).toContain(`there is no script ${first}`);
  const { toUser } = await guard.verdict();
  expect(JSON.stringify(toUser)).toContain(`there is no ${first}`);
});

test('a link to what is another directory for every process hides no change', {
  tags: 'linux',
}, async () => {
  const guard = await approved({ command: `sh ${DIR}/hooks/g.sh` }, { 'hooks/g.sh': SH });
  const cwd = join(guard.project, 'sub');
  expect(await guard.verdict()).toMatchObject({ toAgent: [{ text: 'guarded' }] });
  guard.change('sub/kept/g.sh', '');
  renameSync(join(guard.project, 'hooks'), join(guard.project, 'kept'));
  symlinkSync('/proc/self/cwd/kept', join(guard.project, 'hooks'));
  const { decision, toAgent } = await guard.verdict({ cwd });
  expect(decision).toBe('block');
  expect(toAgent[0].text).toContain('guard changed since approval');
});
