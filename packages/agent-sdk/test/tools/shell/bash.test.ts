import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '@wavehooks/process';
import { describe, expect, test } from 'vitest';
import { until } from '../../../../../test/until.ts';
import { eachWay } from '../../../../hooks/test/ways.ts';
import { endShells } from '../../../src/tools/shell/background-shell.ts';
import { readMark } from '../../../src/tools/shell/end-mark.ts';
import { LEFT_RUNNING } from '../../../src/tools/shell/left-running.ts';
import { foregroundScript } from '../../../src/tools/shell/script.ts';
import { isAlive, rig as makeRig, pidIn, tempDir } from '../helpers.ts';

eachWay((start) => {
  const rig = () => makeRig({ start });

  describe('a command', () => {
    test('tells what it printed, on both streams, and its exit code', async () => {
      const { run } = rig();
      expect(await run('Bash', { command: 'echo out; echo err >&2; exit 3' })).toEqual({
        success: false,
        text: 'out\nstderr:\nerr\nExit code: 3',
        data: { stdout: 'out', stderr: 'err', exitCode: 3, interrupted: false },
      });
      expect((await run('Bash', { command: 'true' })).text).toBe('(no output)\nExit code: 0');
    });

    test('keeps head and tail of a long output, with the omitted size', async () => {
      const { text } = await rig().run('Bash', {
        command: 'printf START; yes x | head -c 200000; echo END',
      });
      expect(text).toMatch(/^START/);
      expect(text).toMatch(/END\nExit code: 0$/);
      expect(text).toContain('[... 170,008 characters in 85,004 lines omitted ...]');
      expect(text.length).toBeLessThan(30_200);
    });

    test('stays bounded in memory and still tells its exit code', async () => {
      const flood = 600_000_000;
      const before = process.memoryUsage().rss;
      const { text, success } = await rig().run('Bash', {
        command: `head -c ${flood} /dev/zero | tr "\\0" y; exit 4`,
      });
      expect(success).toBe(false);
      expect(text).toContain('Exit code: 4\nMore than 8 MiB came on stdout');
      expect(process.memoryUsage().rss - before).toBeLessThan(flood / 2);
    });

    test('ends at its time-out with everything it started', async () => {
      const { dir, run } = rig();
      const { text, success } = await run('Bash', {
        command: 'sleep 60 & echo $! > pid; echo begun; wait',
        timeout: 300,
      });
      expect({ success, text }).toEqual({
        success: false,
        text: 'begun\nThe command ran longer than 300 ms and was ended with all it started. Give it a longer timeout, or run it in the background.',
      });
      expect(await isAlive(Number(readFileSync(join(dir, 'pid'), 'utf8')))).toBe(false);
    });

    test('ends at once when aborted, with everything it started', async () => {
      const { dir, run, abort } = rig();
      const running = run('Bash', { command: 'sleep 60 & echo $! > pid; wait' });
      const pid = await pidIn(join(dir, 'pid'));
      const at = performance.now();
      abort();
      expect((await running).text).toContain('ended by the user');
      expect(performance.now() - at).toBeLessThan(10_000);
      expect(await isAlive(pid)).toBe(false);
    });

    test('what it leaves running is told, and ends with the session', async () => {
      const { dir, run, memory } = rig();
      const { text } = await run('Bash', { command: 'sleep 60 & echo $! > pid; echo started' });
      expect(text).toBe(`started\nExit code: 0\n${LEFT_RUNNING}`);
      const pid = await pidIn(join(dir, 'pid'));
      expect([await isAlive(pid), memory.left.size]).toEqual([true, 1]);
      await endShells(memory);
      expect([await isAlive(pid), memory.left.size]).toEqual([false, 0]);
    });

    test('what it leaves running and ends by itself is forgotten, and a deaf one is killed', async () => {
      const { dir, run, memory } = rig();
      await run('Bash', { command: '(until [ -e go ]; do sleep 0.02; done) & true' });
      expect(memory.left.size).toBe(1);
      writeFileSync(join(dir, 'go'), '');
      await until(() => memory.left.size === 0);
      await run('Bash', { command: "(trap '' TERM; sleep 60; sleep 60) & echo $! > pid" });
      const pid = await pidIn(join(dir, 'pid'));
      await endShells(memory);
      expect(await isAlive(pid)).toBe(false);
    });

    test('a pipe that ends a moment later is not worth a word', async () => {
      const { run } = rig();
      const { text } = await run('Bash', { command: 'echo a > >(sleep 0.01; cat); true' });
      expect(text).not.toContain('still running');
    });

    test('reads an empty input and cannot be broken out of by what it is made of', async () => {
      const { run } = rig();
      expect((await run('Bash', { command: 'cat' })).success).toBe(true);
      expect((await run('Bash', { command: "echo 'it''s' # the end" })).text).toBe(
        'its\nExit code: 0',
      );
      expect((await run('Bash', { command: 'cat <<E\nbody\nE' })).text).toBe('body\nExit code: 0');
      expect((await run('Bash', { command: "echo 'open" })).success).toBe(false);
      expect((await run('Bash', { command: 'echo a\0b' })).text).toContain('could not be started');
    });
  });

  describe('in the background', () => {
    test('a shell is read by its id, piece by piece, and told to have ended', async () => {
      const { dir, run, memory } = rig();
      const started = await run('Bash', {
        command: 'echo one; : > ready; until [ -e go ]; do sleep 0.02; done; echo two >&2; exit 5',
        run_in_background: true,
      });
      expect(started.data).toEqual({ shellId: 'bash_1' });
      const output = async () => (await run('BashOutput', { bash_id: 'bash_1' })).text;
      await until(() => existsSync(join(dir, 'ready')));
      expect(await output()).toBe('one\nStill running.');
      expect(await output()).toBe('(no new output)\nStill running.');
      writeFileSync(join(dir, 'go'), '');
      await until(() => memory.shells.get('bash_1')?.outcome());
      expect(await output()).toBe('two\nExit code: 5');
      expect(await output()).toBe('(no new output)\nExit code: 5');
      expect((await run('BashOutput', { bash_id: 'nope' })).text).toBe(
        'There is no background shell nope. There are: bash_1.',
      );
    });

    test('a command that the user sends to the background runs on, is read and ended there', async () => {
      const { dir, run, memory, abort } = rig();
      const moved = run('Bash', {
        command: 'echo one; echo $$ > pid; until [ -e go ]; do sleep 0.02; done; echo two; exit 5',
        timeout: 1_500,
      });
      const pid = await pidIn(join(dir, 'pid'));
      for (const move of memory.running) move();
      const { text, success } = await moved;
      expect([success, text]).toEqual([
        true,
        expect.stringContaining('runs on in the background as bash_1'),
      ]);
      expect(memory.running.size).toBe(0);
      // Neither the end of the turn nor its own time ends it now.
      abort();
      await sleep(1_600);
      expect(await isAlive(pid)).toBe(true);
      const output = async () => (await run('BashOutput', { bash_id: 'bash_1' })).text;
      expect(await output()).toBe('one\nStill running.');
      writeFileSync(join(dir, 'go'), '');
      await until(() => memory.shells.get('bash_1')?.outcome());
      expect(await output()).toBe('one\ntwo\nExit code: 5');
      expect(await output()).toBe('(no new output)\nExit code: 5');
    });

    test('a shell is ended with its children, by its id; ids are not given again', async () => {
      const { dir, run, memory } = rig();
      await run('Bash', { command: 'sleep 60 & echo $! > pid', run_in_background: true });
      const pid = await pidIn(join(dir, 'pid'));
      expect(await isAlive(pid)).toBe(true);
      expect((await run('KillShell', { shell_id: 'bash_1' })).text).toBe('bash_1 was ended.');
      expect(await isAlive(pid)).toBe(false);
      expect(memory.shells.size).toBe(0);
      expect((await run('KillShell', { shell_id: 'bash_1' })).success).toBe(false);
      await run('Bash', { command: 'true', run_in_background: true });
      expect([...memory.shells.keys()]).toEqual(['bash_2']);
    });

    test('what an ended shell left running is told by BashOutput and ended by KillShell', async () => {
      const { dir, run, memory } = rig();
      const command = 'sleep 60 & echo $! > pid; exit 0';
      await run('Bash', { command, run_in_background: true });
      await until(() => memory.shells.get('bash_1')?.outcome());
      const { text } = await run('BashOutput', { bash_id: 'bash_1' });
      expect(text).toBe(`\n[${LEFT_RUNNING}]\nExit code: 0`);
      const pid = await pidIn(join(dir, 'pid'));
      await run('KillShell', { shell_id: 'bash_1' });
      expect([await isAlive(pid), memory.left.size]).toEqual([false, 0]);
    });

    test('an abort of the turn leaves shells alone; endShells ends them all', async () => {
      const { dir, run, memory, abort } = rig();
      for (const name of ['a', 'b'])
        await run('Bash', { command: `echo $$ > ${name}; sleep 60`, run_in_background: true });
      const pids = await Promise.all(['a', 'b'].map((name) => pidIn(join(dir, name))));
      abort();
      expect((await run('Bash', { command: 'sleep 60', run_in_background: true })).success).toBe(
        false,
      );
      expect(await Promise.all(pids.map(isAlive))).toEqual([true, true]);
      await endShells(memory);
      expect(await Promise.all(pids.map(isAlive))).toEqual([false, false]);
      expect(memory.shells.size).toBe(0);
    });

    test('a long output is bounded, and no character is torn between two reads', async () => {
      const { dir, run, memory } = rig();
      await run('Bash', {
        command:
          "printf START; yes é | head -n 100000; printf 'END\\303'; : > ready; until [ -e go ]; do sleep 0.02; done; printf '\\251'",
        run_in_background: true,
      });
      await until(() => existsSync(join(dir, 'ready')));
      const first = (await run('BashOutput', { bash_id: 'bash_1' })).text;
      expect(first).toMatch(/^START[\s\S]*bytes omitted[\s\S]*END\nStill running\.$/);
      expect(first).not.toContain('\uFFFD');
      expect(first.length).toBeLessThan(30_200);
      writeFileSync(join(dir, 'go'), '');
      await until(() => memory.shells.get('bash_1')?.outcome());
      expect((await run('BashOutput', { bash_id: 'bash_1' })).text).toBe('é\nExit code: 0');
    });

    test('a shell that floods the disk is ended', async () => {
      const { run, memory } = rig();
      await run('Bash', { command: 'yes', run_in_background: true });
      await until(() => memory.shells.get('bash_1')?.outcome());
      expect((await run('BashOutput', { bash_id: 'bash_1' })).text).toContain('more than 64 MiB');
    });
  });
});

// Elsewhere there is no setsid.
describe('on Linux', { tags: 'linux' }, () => {
  eachWay((start) => {
    const rig = () => makeRig({ start });

    test.each([
      ['in a session of its own', 'setsid'],
      ['with a cleared environment as well', 'env -i setsid'],
    ])('ends at its time-out with what lives %s', async (_, apart) => {
      const { dir, run } = rig();
      const command = `(${apart} sh -c 'echo $$ > pid; exec sleep 60' >/dev/null 2>&1 &); sleep 60`;
      expect((await run('Bash', { command, timeout: 1_000 })).text).toContain(
        'longer than 1000 ms',
      );
      expect(await isAlive(await pidIn(join(dir, 'pid')))).toBe(false);
    });

    test('what it leaves in a session of its own stays', async () => {
      const { dir, run, memory } = rig();
      await run('Bash', {
        command: `setsid sh -c 'echo $$ > pid; exec sleep 60' >/dev/null 2>&1 &`,
      });
      const pid = await pidIn(join(dir, 'pid'));
      await endShells(memory);
      expect(await isAlive(pid)).toBe(true);
      process.kill(pid, 'SIGKILL');
    });
  });
});

describe('the directory', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['cd sub', 'sub'],
    ['cd sub && false', 'sub'],
    ['cd sub; exit 7', 'sub'],
    ['set -e; cd sub; false; cd ..', 'sub'],
    ['cd sub; trap "echo mine" EXIT', 'sub'],
    ['(cd sub); true', '.'],
    ['cd "sub/with space"', 'sub/with space'],
    ["cd 'sub/new\nline'", 'sub/new\nline'],
    ['cd sub; pwd() { echo /; }', 'sub'],
    ['set -C; cd sub', 'sub'],
    ['cd sub | cat', '.'],
    ['cd nowhere', '.'],
    ['cd link', 'sub'],
    ['cd sub; exec true', '.'],
    ['cd sub; kill -9 $$', '.'],
  ];
  test.each(cases)('after %j it is %j', async (command, where) => {
    const { dir, run, cwd } = makeRig();
    mkdirSync(join(dir, 'sub/with space'), { recursive: true });
    mkdirSync(join(dir, 'sub/new\nline'));
    symlinkSync('sub', join(dir, 'link'));
    await run('Bash', { command });
    expect(cwd()).toBe(join(dir, where));
    expect((await run('Bash', { command: 'pwd -P' })).data).toMatchObject({
      stdout: join(dir, where),
    });
  });

  test('without the project there is nowhere to run', async () => {
    const { dir, run } = makeRig();
    rmSync(dir, { recursive: true });
    for (const run_in_background of [false, true])
      expect(await run('Bash', { command: 'true', run_in_background })).toMatchObject({
        success: false,
        text: `Nothing was run: the project's directory ${dir} no longer exists.`,
      });
  });

  test('a trap of the command still runs', async () => {
    expect((await makeRig().run('Bash', { command: 'trap "echo mine" EXIT; echo a' })).text).toBe(
      'a\nmine\nExit code: 0',
    );
  });

  test('outside the project it is set back, and that is told', async () => {
    const { dir, run, cwd } = makeRig();
    const other = tempDir();
    const { text } = await run('Bash', { command: `cd ${other} && pwd` });
    expect(text).toBe(
      `${other}\nExit code: 0\n${other} is outside the project; the next command starts in ${dir} again.`,
    );
    expect(cwd()).toBe(dir);
    symlinkSync(other, join(dir, 'out'));
    expect((await run('Bash', { command: 'cd out' })).text).toContain('is outside the project');
  });

  test('that vanished is told, in the same call and in the next', async () => {
    const { dir, run, cwd } = makeRig();
    const { text } = await run('Bash', { command: 'mkdir gone && cd gone && rmdir ../gone' });
    expect(text).toContain(`no longer exists; the next command starts in ${dir} again.`);
    await run('Bash', { command: 'mkdir sub && cd sub' });
    rmSync(join(dir, 'sub'), { recursive: true });
    expect((await run('Bash', { command: 'pwd -P' })).text).toBe(
      `${dir}\nExit code: 0\nThe directory ${join(dir, 'sub')} no longer exists; the command ran in ${dir}.`,
    );
    expect(cwd()).toBe(dir);
  });
});

describe('without bash', () => {
  test.each([
    ['cd sub', 0, 'sub'],
    ['cd sub; exit 7', 7, 'sub'],
    ['set -e; cd sub; false', 1, 'sub'],
    ["cd sub; trap 'echo mine' EXIT", 0, 'sub'],
    ['set -C; cd sub; (exit 3)', 3, 'sub'],
    ['cd sub; )', 2, '.'],
  ])('%j is followed as well', async (command, code, where) => {
    const dir = tempDir();
    const mark = join(tempDir(), 'mark');
    mkdirSync(join(dir, 'sub'));
    await start({
      file: '/bin/sh',
      args: ['-c', foregroundScript(command, mark)],
      cwd: dir,
      env: process.env,
      stdin: Buffer.alloc(0),
      timeoutMs: 5000,
      maxBytes: 1000,
    }).ended;
    expect(readMark(mark)).toEqual({ code, dir: join(dir, where) });
  });
});
