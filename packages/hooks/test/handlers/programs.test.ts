import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkHooks } from '../../src/checking/check.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { runsOf } from '../../src/handlers/index.ts';
import { problemOfRuns, reachOfRuns, scriptsOfRuns } from '../../src/scripts/of-runs.ts';
import { fire, INPUTS, tempDir } from '../helpers.ts';
import { eachWay } from '../ways.ts';

/** Prints its arguments as a JSON list, and blocks. */
const SHOW = 'process.stderr.write(JSON.stringify(process.argv.slice(1))); process.exitCode = 2';
const node = process.execPath;

eachWay((start) => {
  const through = (hook: object) =>
    fire('PreToolUse', [{ name: 'hook', ...hook }], { options: { start } });

  test('a program gets its arguments as they are: no shell reads them', async () => {
    const words = ['a b', '$HOME', '`id`', "it's", '*', '', '; exit 0', '${HOME}'];
    const verdict = await through({ command: node, args: ['-e', SHOW, ...words] });
    expect(verdict).toMatchObject({
      decision: 'block',
      toAgent: [{ text: JSON.stringify(words) }],
    });
  });

  test('it finds the project and its plugin in them', async () => {
    const words = ['${WAVE_PROJECT_DIR}/x', 'at=${CLAUDE_PROJECT_DIR}', '${CLAUDE_PLUGIN_ROOT}/y'];
    const hook = { type: 'command', command: node, args: ['-e', SHOW, ...words] };
    const dir = tempDir();
    const engine = await createEngine({
      sources: [
        {
          name: 'plugin',
          hooks: { PreToolUse: [{ hooks: [hook] }] },
          plugin: { root: '/plugin', data: '/data' },
        },
      ],
      projectDir: dir,
      start,
    });
    const { toAgent } = await engine.fire(INPUTS.PreToolUse);
    expect(JSON.parse(toAgent[0]?.text ?? '[]')).toEqual([`${dir}/x`, `at=${dir}`, '/plugin/y']);
    await engine.close();
  });

  test('the input is on its stdin, and an empty list is no argument', async () => {
    const dir = tempDir();
    const file = join(dir, 'hook');
    writeFileSync(file, '#!/bin/sh\ncat >&2; printf " $#" >&2; exit 2\n');
    chmodSync(file, 0o755);
    const verdict = await through({ command: file, args: [] });
    expect(verdict.toAgent[0]?.text).toMatch(/"tool_name":"Bash".* 0$/s);
  });

  test('a program that is not there is a failure, not a shell command', async () => {
    expect(await through({ command: 'no-such-program --x', args: ['y'] })).toMatchObject({
      decision: 'none',
      toUser: [{ tone: 'error', text: expect.stringContaining('could not be started') }],
      runs: [{ outcome: { is: 'start' } }],
    });
  });

  test('bash runs what only bash understands, and sh is the default', async () => {
    const command = '[ -n "$BASH_VERSION" ] && [[ a == a* ]] && exit 2; exit 0';
    expect((await through({ command, shell: 'bash' })).decision).toBe('block');
    const posix = 'case "$0" in *bash) exit 0;; esac; exit 2';
    for (const shell of [{}, { shell: 'sh' }])
      expect((await through({ command: posix, ...shell })).decision).toBe('block');
  });
});

describe('twins', () => {
  const runs = async (...hooks: object[]) => (await fire('PreToolUse', hooks as never)).runs.length;

  test('are those with the same arguments and the same shell', async () => {
    const program = { command: 'true', args: ['a'] };
    expect(await runs(program, { ...program })).toBe(1);
    expect(await runs(program, { command: 'true', args: ['b'] }, { command: 'true' })).toBe(3);
    expect(await runs({ command: 'true' }, { command: 'true', shell: 'sh' })).toBe(1);
    expect(await runs({ command: 'true' }, { command: 'true', shell: 'bash' })).toBe(2);
  });
});

describe('what others know of a program', () => {
  const entryOf = (fields: object) => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', ...fields }] }] };
    const [entry] = checkHooks([{ name: 'test', hooks }]).entries;
    if (!entry) throw new Error('the entry is wrong');
    return entry;
  };
  const runsIn = (fields: object) => runsOf(entryOf(fields)) ?? { shell: '' };

  test('it is called by its words', () => {
    expect(entryOf({ command: 'python3', args: ['-I', 'a b.py'] }).label).toBe(
      "python3 -I 'a b.py'",
    );
    expect(entryOf({ command: 'x', args: ['y'], name: 'mine' }).label).toBe('mine');
  });

  test('approval follows its script and what that loads', () => {
    const dir = tempDir();
    writeFileSync(join(dir, 'guard file.py'), 'import helper\n');
    writeFileSync(join(dir, 'helper.py'), '');
    const runs = runsIn({
      command: 'python3',
      args: ['${CLAUDE_PROJECT_DIR}/guard file.py', '$(not a command)'],
    });
    expect(scriptsOfRuns(runs, dir)).toEqual({
      files: [join(dir, 'guard file.py')],
      coverage: 'full',
    });
    expect(reachOfRuns(runs, dir).files).toEqual([
      join(dir, 'guard file.py'),
      join(dir, 'helper.py'),
    ]);
  });

  test('what cannot start is told: the program, and its script', async () => {
    const dir = tempDir();
    const where = { projectDir: dir, path: '/usr/bin:/bin' };
    expect(problemOfRuns(runsIn({ command: 'echo', args: ['x'] }), where)).toBeUndefined();
    expect(problemOfRuns(runsIn({ command: 'exit', args: ['2'] }), where)).toBe(
      'exit is not in the PATH',
    );
    const script = { command: 'sh', args: ['guard.sh'] };
    expect(problemOfRuns(runsIn(script), where)).toBe(
      `there is no script ${join(dir, 'guard.sh')}`,
    );
    const engine = await createEngine({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', name: 'g', ...script }] }] },
      projectDir: dir,
      launcher: false,
    });
    expect(engine.missing(INPUTS.PreToolUse)).toEqual([
      `hook "g": there is no ${join(dir, 'guard.sh')}`,
    ]);
    const verdict = await engine.fire(INPUTS.PreToolUse);
    expect(verdict.toUser.map(({ text }) => text).join()).toContain('there is no ');
    await engine.close();
  });
});
