import '../../../test/built.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { call, say } from '../../agent-sdk/test/wire/reply.ts';
import { startWire } from '../../agent-sdk/test/wire/server.ts';
import { startWave, WAVE, wave } from './helpers.ts';

/** A home and a project that are not in /tmp, which is another directory inside. */
function machine() {
  const root = mkdtempSync('/var/tmp/wave-test-');
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(join(home, '.ssh'), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(home, '.ssh/id'), 'THE-KEY');
  const run = (...args: string[]) => wave(args, { home, project });
  return { root, home, project, run };
}

describe('with bubblewrap', { tags: 'bubblewrap' }, () => {
  test('wave sandbox run: inside, with the exit code of the command', async () => {
    const { run, project, root } = machine();
    const script = 'echo out; cat ~/.ssh/id; echo x > ../made; echo y > made; exit 5';
    const ran = await run('sandbox', 'run', '--', 'sh', '-c', script);
    expect(ran).toMatchObject({ code: 5, stdout: 'out\n' });
    expect(ran.stderr).toMatch(/Permission denied[\s\S]*Read-only file system/);
    expect([readFileSync(join(project, 'made'), 'utf8'), existsSync(join(root, 'made'))]).toEqual([
      'y\n',
      false,
    ]);
    expect(readdirSync(project)).toEqual(['made']);
  });

  test('wave sandbox run --profile read-only', async () => {
    const { run, project } = machine();
    expect(
      (await run('sandbox', 'run', '--profile', 'read-only', '--', 'touch', 'made')).code,
    ).toBe(1);
    expect(readdirSync(project)).toEqual([]);
  });

  test('wave sandbox doctor says what can be written and what is hidden', async () => {
    const { run, project } = machine();
    const { code, stdout } = await run('sandbox', 'doctor');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^sandbox +bubblewrap \d/)]);
    for (const text of [project, join(project, '.wave'), '~/.ssh', 'network  none'])
      expect(stdout).toContain(text);
  });

  describe('what guards the agent without an agent', () => {
    const HOOK = { type: 'command', command: 'scripts/guard.sh' };
    const TRY = 'cat secret.txt; echo x >> scripts/guard.sh';

    /** A project with an approved hook of its own, and a file that a rule denies to read. */
    async function guarded(own: object = {}) {
      const { run, project, home } = machine();
      for (const dir of [join(project, '.wave'), join(project, 'scripts'), join(home, '.wave')])
        mkdirSync(dir, { recursive: true });
      const script = join(project, 'scripts/guard.sh');
      writeFileSync(script, 'exit 0\n', { mode: 0o755 });
      writeFileSync(join(project, 'secret.txt'), 'THE-SECRET');
      const hooks = { PreToolUse: [{ matcher: 'Bash', hooks: [HOOK] }] };
      writeFileSync(join(project, '.wave/settings.json'), JSON.stringify({ hooks }));
      const permissions = { deny: ['Read(secret.txt)'] };
      writeFileSync(join(home, '.wave/settings.json'), JSON.stringify({ permissions, ...own }));
      expect((await run('hooks', 'approve', '--yes')).code).toBe(0);
      return { run, home, project, script };
    }

    test('wave sandbox run: the script of an approved hook can only be read', async () => {
      const { run, script } = await guarded();
      const { stdout, stderr } = await run('sandbox', 'run', '--', 'sh', '-c', TRY);
      expect(stdout).toBe('');
      expect(stderr).toMatch(/Permission denied[\s\S]*Read-only file system/);
      expect(readFileSync(script, 'utf8')).toBe('exit 0\n');
    });

    test('wave hooks run: a hook with "sandbox": true changes no other, and reads nothing denied', async () => {
      const entry = { ...HOOK, command: `${TRY}; exit 2`, sandbox: true };
      const { home, project, script } = await guarded({
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] },
      });
      const stdin = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } });
      const ran = await wave(['hooks', 'run', 'PreToolUse'], { home, project }, { stdin });
      expect(ran.stdout).toMatch(/Permission denied[\s\S]*Read-only file system/);
      expect(ran.stdout).not.toContain('THE-SECRET');
      expect(readFileSync(script, 'utf8')).toBe('exit 0\n');
    });
  });

  test('a descriptor that wave itself was started with leads nowhere', async () => {
    const { home, project, root } = machine();
    const fds = [openSync(root, 'r'), openSync(join(home, '.ssh/id'), 'r+')];
    onTestFinished(() => fds.forEach(closeSync));
    const script =
      'ls /proc/self/fd/45/ /proc/self/fd/46; cat <&46; cat /proc/self/fd/45/home/.ssh/id';
    const stdio = ['ignore', 'pipe', 'pipe', ...Array(42).fill('ignore'), ...fds];
    const child = spawn(process.execPath, [WAVE, 'sandbox', 'run', '--', 'bash', '-c', script], {
      cwd: project,
      env: { ...process.env, HOME: home },
      stdio,
    });
    const [out, err] = await Promise.all(
      [child.stdout, child.stderr].map((one) => text(one as Readable)),
    );
    expect(`${out}${err}`).not.toMatch(/THE-KEY|project/);
    expect(err).toMatch(/Not a directory|No such file/);
  });

  test('wave -p: a command that failed inside does not get outside, since nobody can be asked', async () => {
    const { home, project, root } = machine();
    const server = await startWire();
    onTestFinished(() => server.close());
    const command = `touch ${root}/made`;
    server.script(
      call('Bash', { command }, 'one'),
      call('Bash', { command, outside_sandbox: 'it belongs there' }, 'two'),
      say('It did not work.'),
    );
    const { code, stdout, stderr } = await wave(
      ['-p', 'go', '--permission-mode', 'sandboxed'],
      { home, project },
      { env: server.env('anthropic') },
    );
    expect([code, stdout]).toEqual([0, 'It did not work.\n']);
    expect(stderr).toContain('it would run outside of the sandbox, because: it belongs there');
    const results = JSON.stringify(server.requests.at(-1)?.body.messages);
    expect(results).toContain('This ran in the sandbox, which may be why it failed');
    expect(results).toContain('Nobody is there to allow that this runs outside of the sandbox.');
    expect(readdirSync(root).sort()).toEqual(['home', 'project']);
  });

  test('while a command runs inside, wave works beside it, and in it', async () => {
    const { run, project, home } = machine();
    mkdirSync(join(project, 'sub'));
    const beside: readonly (readonly string[])[] = [
      ['hooks', 'list'],
      ['mcp', 'list'],
      ['permissions', 'list'],
      ['sandbox', 'run', '--', 'true'],
    ];
    const quiet = await Promise.all(beside.map((args) => run(...args)));
    const { child, ended } = startWave(
      ['sandbox', 'run', '--', 'cat'],
      { home, project },
      { typing: true },
    );
    await expect.poll(() => existsSync(join(project, '.mcp.json'))).toBe(true);
    expect(await Promise.all(beside.map((args) => run(...args)))).toEqual(quiet);
    const event = {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      session_id: 's',
      cwd: project,
    };
    const stdin = JSON.stringify({ ...event, tool_input: { command: 'ls' }, tool_use_id: 't' });
    expect(await wave(['guard', 'claude-code'], { home, project }, { stdin })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(await run('mcp', 'add', 'x', '--project', '--', 'true')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('while a sandboxed command runs in this project'),
    });
    child.stdin.end();
    expect((await ended).code).toBe(0);
    // The sandbox has a /tmp of its own: a clone that lies there is not in it.
    if (process.execPath.startsWith(`${tmpdir()}/`)) return;
    const list = `HOME=/tmp '${process.execPath}' '${WAVE}' hooks list`;
    expect(await run('sandbox', 'run', '--', 'sh', '-c', list)).toEqual(quiet[0]);
  });

  test('it is killed at any moment: nothing runs on, nothing is left in the project', async () => {
    const { home, project } = machine();
    onTestFinished(() => {
      for (const pid of naming(project)) process.kill(Number(pid), 'SIGKILL');
    });
    for (const ms of [60, 150, 250, 350, 450, 600]) {
      const { child } = startWave(
        ['sandbox', 'run', '--', 'sh', '-c', `echo $$ > began; exec sleep 47${ms}`],
        { home, project },
      );
      await wait(ms);
      child.kill('SIGKILL');
      await expect.poll(() => sleepers(`47${ms}`)).toEqual([]);
    }
    // And while bubblewrap mounts, which takes it a moment.
    for (let n = 0; n < 6; n++) {
      const command = ['sh', '-c', `echo $$ > began; sleep 4${n}77; : ${project}`];
      const { child } = startWave(['sandbox', 'run', '--', ...command], { home, project });
      const mounting = () => naming(project).filter((pid) => commandOf(pid).startsWith('/usr/'));
      for (let tries = 0; tries < 400 && mounting().length === 0; tries++) await wait(5);
      await wait(Math.random() * 15);
      child.kill('SIGKILL');
      await expect.poll(() => naming(project)).toEqual([]);
    }
    await expect.poll(() => readdirSync(project).filter((name) => name !== 'began')).toEqual([]);
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(project);
  });
});

describe('with bubblewrap, hidden from it', { tags: 'bubblewrap' }, () => {
  /** The same machine, in which bubblewrap is no program. */
  const without = (home: string, project: string, ...args: string[]) => {
    const hidden = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']
      .map((dir) => `${dir}/bwrap`)
      .filter((path) => existsSync(path));
    const child = spawn(
      'bwrap',
      [
        ...['--bind', '/', '/', '--dev-bind', '/dev', '/dev'],
        ...hidden.flatMap((path) => ['--ro-bind', '/dev/null', path]),
        ...['--', process.execPath, WAVE, ...args],
      ],
      { cwd: project, env: { ...process.env, HOME: home }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    return Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
      ([stdout, stderr, [code]]) => ({ stdout, stderr, code: code as unknown }),
    );
  };

  test('the mode is refused, and nothing runs without a sandbox; each says why', async () => {
    const { home, project } = machine();
    const why = 'bubblewrap (bwrap) is not installed';
    const mode = await without(
      home,
      project,
      '-p',
      'hello',
      '--model',
      'practice',
      '--permission-mode',
      'sandboxed',
    );
    expect([mode.code, mode.stderr]).toEqual([1, expect.stringContaining(why)]);
    expect(mode.stderr).toContain('the mode sandboxed needs a sandbox');
    const ran = await without(home, project, 'sandbox', 'run', '--', 'touch', 'made');
    expect([ran.code, ran.stderr]).toEqual([125, expect.stringContaining(why)]);
    const doctor = await without(home, project, 'sandbox', 'doctor');
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(why)]);
    expect(doctor.stdout).toContain('sudo apt install bubblewrap');
    expect(readdirSync(project)).toEqual([]);
  });
});

test('what is no call of it', async () => {
  const { run } = machine();
  expect(await run('sandbox', 'run')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('which command?'),
  });
  expect(await run('sandbox', 'run', '--profile', 'off', '--', 'true')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      '--profile: expected workspace, read-only, isolated, got "off"',
    ),
  });
  expect(await run('sandbox', 'exec')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('did you mean "wave sandbox run"?'),
  });
});

const sleepers = (seconds: string): readonly string[] =>
  readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && commandOf(pid) === `sleep\0${seconds}\0`,
  );

/** Those that name a place in their arguments; bubblewrap names all that it mounts. */
const naming = (dir: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(dir));

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
