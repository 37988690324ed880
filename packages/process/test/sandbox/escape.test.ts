import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eachWay } from '../../../hooks/test/ways.ts';
import { rowOf } from '../../src/kin/table.ts';
import { KEY, scene } from './box.ts';

const python = (code: string) => `python3 -c '${code}'`;

describe('with bubblewrap', { tags: 'bubblewrap' }, () => {
  describe('a program writes', () => {
    const WRITES: Readonly<Record<string, readonly [command: string, writes: boolean]>> = {
      'in the project': ['echo x > made && cat made', true],
      'deeper in it': ['mkdir -p a/b && echo x > a/b/made', true],
      'in its temporary directory': ['echo x > /tmp/wave-made && echo y > "$TMPDIR/other"', true],
      'beside the project': ['echo x > ../outside/made', false],
      'over a file beside it': ['echo x > ../outside/file', false],
      'in the home directory': ['echo x > ~/made', false],
      'in a start file of the shell': ['echo x >> ~/.bashrc', false],
      'in /etc': ['echo x > /etc/wave-made', false],
      'in /var/tmp': ['echo x > /var/tmp/wave-made', false],
      'by a link that it made': ['ln -s ../outside out && echo x > out/made', false],
      'by a link to a file': ['ln -s ../outside/file f && echo x > f', false],
      'by a hard link': ['ln ../outside/file hard && echo x > hard', false],
      'by /proc/self/root': ['echo x > /proc/self/root"$OUTSIDE"/made', false],
      'by /proc/1/root': ['echo x > /proc/1/root"$OUTSIDE"/made', false],
      'by /proc/self/cwd': ['echo x > /proc/self/cwd/../outside/made', false],
      'by moving the project away': ['mv "$PWD" "$OUTSIDE"/moved', false],
    };

    test.each(Object.entries(WRITES))('%s', async (_, [command, writes]) => {
      const { run, outside, home } = scene();
      const { outcome } = await run(command, {
        env: { ...process.env, HOME: home, OUTSIDE: outside },
      });
      expect(outcome).toEqual(
        writes ? { is: 'exit', code: 0 } : { is: 'exit', code: expect.any(Number) },
      );
      if (!writes) expect(outcome).not.toEqual({ is: 'exit', code: 0 });
      expect(readdirSync(outside)).toEqual(['file']);
      expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('before');
      expect(existsSync(join(home, 'made'))).toBe(false);
      expect(readFileSync(join(home, '.bashrc'), 'utf8')).toBe('');
      for (const path of ['/etc/wave-made', '/var/tmp/wave-made', '/tmp/wave-made'])
        expect(existsSync(path), path).toBe(false);
    });

    test('nothing at all in read-only, but its temporary directory', async () => {
      const { run, project } = scene();
      const ending = await run('echo x > /tmp/made && cat /tmp/made; echo x > made', {
        profile: 'read-only',
      });
      expect(ending).toMatchObject({ stdout: 'x\n', stderr: expect.stringContaining('Read-only') });
      expect(readdirSync(project)).toEqual(['.git']);
    });
  });

  describe('what guards the agent is read-only', () => {
    const TRIES = [
      'echo x > .git/hooks/post-checkout',
      'echo x >> .git/config',
      'rm -f .git/config',
      'mv .git/config .git/config2',
      'mv .git/hooks .git/h2',
      'mv .git .git2',
      'mkdir .wave',
      'mkdir -p .wave/hooks',
      'echo x > .wave/settings.json',
      'echo x > .mcp.json',
      'ln -s /tmp .wave',
      'mkdir w && mv -T w .wave',
      'rmdir .wave',
      'chmod 777 .wave && touch .wave/x',
      'mount -t tmpfs none .git/hooks',
      'umount .wave',
      'cp -r .git g2 && rm -rf .git && mv g2 .git',
    ];

    test.each(TRIES)('%s', async (command) => {
      const { run, project } = scene();
      const { outcome } = await run(command);
      expect(outcome).not.toEqual({ is: 'exit', code: 0 });
      // What was barred is taken away a moment after the sandbox has ended.
      await expect.poll(() => existsSync(join(project, '.wave'))).toBe(false);
      await expect.poll(() => existsSync(join(project, '.mcp.json'))).toBe(false);
      expect(readdirSync(join(project, '.git/hooks'))).toEqual([]);
      expect(readFileSync(join(project, '.git/config'), 'utf8')).toBe('');
      expect(readdirSync(project).filter((name) => name.startsWith('.'))).toEqual(['.git']);
    });

    test('the rest of .git can be written', async () => {
      const { run, project } = scene();
      expect((await run('echo x > .git/index')).outcome).toEqual({ is: 'exit', code: 0 });
      expect(readFileSync(join(project, '.git/index'), 'utf8')).toBe('x\n');
    });

    test('what was there is kept, and can be read', async () => {
      const { run, project } = scene();
      mkdirSync(join(project, '.wave'));
      writeFileSync(join(project, '.wave/settings.json'), '{}');
      expect((await run('cat .wave/settings.json')).stdout).toBe('{}');
      expect((await run('rm -rf .wave')).outcome).not.toEqual({ is: 'exit', code: 0 });
      expect(readFileSync(join(project, '.wave/settings.json'), 'utf8')).toBe('{}');
    });

    test('a link in its place is no sandbox at all', async () => {
      const { plan, project } = scene();
      symlinkSync('/tmp', join(project, '.wave'));
      expect(() => plan()).toThrow('.wave is a symbolic link, which a sandbox cannot guard');
    });

    test('one sandbox that ends does not lift the bar of another', async () => {
      const { run, project } = scene();
      const gate = 'for n in $(seq 400); do [ -e go ] && break; sleep 0.05; done';
      const long = run(`${gate}; mkdir .wave`, {});
      await run('true');
      await wait(400);
      expect(existsSync(join(project, '.wave'))).toBe(true);
      writeFileSync(join(project, 'go'), '');
      expect((await long).outcome).not.toEqual({ is: 'exit', code: 0 });
      await expect.poll(() => existsSync(join(project, '.wave'))).toBe(false);
    });
  });

  describe('a program reads no keys', () => {
    const TRIES = [
      'cat ~/.ssh/id',
      'cat ~/.netrc',
      'ls ~/.ssh',
      'ls ~/.wave',
      'ln -s ~/.ssh s; cat s/id',
      'cat /proc/self/root"$HOME"/.ssh/id',
      'cat /proc/1/root"$HOME"/.ssh/id',
      'chmod 700 ~/.ssh; cat ~/.ssh/id',
      'tar cf - ~/.ssh ~/.netrc | tr -d "\\0"',
      'umount ~/.ssh; cat ~/.ssh/id',
      'cp -r ~/. copy; cat copy/.ssh/id copy/.netrc',
      'cat /etc/shadow',
      python('import os; print(os.open(os.environ["HOME"] + "/.ssh/id", os.O_RDONLY))'),
    ];

    test.each(TRIES)('%s', async (command) => {
      const { run } = scene();
      const { stdout, stderr } = await run(`${command}; exit 7`);
      expect(stdout + stderr).not.toContain(KEY);
      expect(stdout).not.toContain('root:');
      expect(stderr).toMatch(/denied|not permitted|No such file|superuser/i);
    });

    test('nor in its environment', async () => {
      const { run, home } = scene();
      const env = {
        PATH: process.env['PATH'],
        HOME: home,
        ANTHROPIC_API_KEY: KEY,
        GITHUB_TOKEN: KEY,
        DB_PASSWORD: KEY,
        DATABASE_URL: `postgres://me:${KEY}@db/x`,
        NOTE: 'ghp_0123456789abcdef0123456789abcdef',
        SSH_AUTH_SOCK: '/tmp/agent',
        DOCKER_HOST: 'unix:///x',
        HTTPS_PROXY: 'http://proxy:1',
        PLAIN: 'stays',
      };
      const { stdout } = await run('env', { env });
      const names = stdout.split('\n').map((line) => line.split('=')[0]);
      expect(stdout).not.toContain(KEY);
      expect(names).toContain('PLAIN');
      for (const name of ['NOTE', 'SSH_AUTH_SOCK', 'DOCKER_HOST', 'HTTPS_PROXY'])
        expect(names).not.toContain(name);
    });
  });

  describe('a program connects to nobody', () => {
    const listening = async (where: { path: string } | { port: number; host: string }) => {
      let taken = 0;
      const server: Server = createServer((socket) => {
        taken++;
        socket.end('hello');
      });
      await new Promise<void>((done) => server.listen(where, done));
      onTestFinished(() => void server.close());
      const address = server.address();
      return { port: typeof address === 'object' ? address?.port : undefined, taken: () => taken };
    };

    test('not to this machine', async () => {
      const { run } = scene();
      const { port, taken } = await listening({ port: 0, host: '127.0.0.1' });
      const { outcome } = await run(
        python(`import socket; socket.create_connection(("127.0.0.1", ${port}), 2)`),
      );
      expect(outcome).toEqual({ is: 'exit', code: 1 });
      expect(taken()).toBe(0);
    });

    test('not to a socket in a directory that it can read, nor in the project', async () => {
      const { run, outside, project } = scene();
      for (const path of [join(outside, 's'), join(project, 's')]) {
        const { taken } = await listening({ path });
        const code = `import socket; s = socket.socket(socket.AF_UNIX); s.connect("${path}"); print(s.recv(9))`;
        const { outcome, stderr } = await run(python(code));
        expect([outcome, stderr]).toEqual([
          { is: 'exit', code: 1 },
          expect.stringMatching(/denied|refused/),
        ]);
        expect(taken()).toBe(0);
      }
    });

    test('not to an abstract socket', async () => {
      const { run } = scene();
      const name = `wave-test-${process.pid}`;
      const { taken } = await listening({ path: `\0${name}` });
      const code = `import socket; s = socket.socket(socket.AF_UNIX); s.connect("\\0${name}")`;
      expect((await run(python(code))).outcome).toEqual({ is: 'exit', code: 1 });
      expect(taken()).toBe(0);
    });

    test('not to services of the machine', async () => {
      const { run } = scene();
      expect((await run('ls -A /run /var/run/; ls /run/docker.sock')).stdout.trim()).not.toMatch(
        /\w+\.(sock|pid)/,
      );
    });

    test('it has nothing but a loopback of its own', async () => {
      const { run } = scene();
      const { stdout } = await run('grep -c : /proc/net/dev; grep -o "lo:" /proc/net/dev');
      expect(stdout).toBe('1\nlo:\n');
    });
  });

  // Nothing here may do harm where the sandbox fails: no signal to all, and nothing of the machine is changed.
  describe('a program reaches no other process', () => {
    const neighbour = () => {
      const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child.pid ?? 0;
    };

    test.each([
      'kill -9 PID',
      'kill -9 -PID',
      'strace -p PID',
      'gdb -p PID',
      'cat /proc/PID/environ',
      'nsenter -t PID -m true',
    ])('%s', async (command) => {
      const { run } = scene();
      const pid = neighbour();
      await run(command.replaceAll('PID', String(pid)), { timeoutMs: 5_000 });
      expect(rowOf(String(pid))).toBeDefined();
    });

    test('it does not see them', async () => {
      const { run } = scene();
      const { stdout } = await run(
        'ls -d /proc/[0-9]* | wc -l; cat /proc/[0-9]*/cmdline | tr "\\0" " "',
      );
      expect(Number(stdout.split('\n')[0])).toBeLessThan(8);
      expect(stdout).not.toContain('vitest');
    });

    test('ptrace of one that it knows the number of', async () => {
      const { run } = scene();
      const pid = neighbour();
      const code = `import ctypes; l = ctypes.CDLL(None, use_errno=True); r = l.ptrace(16, ${pid}, 0, 0); print(r, ctypes.get_errno())`;
      expect((await run(python(code))).stdout).toBe('-1 1\n');
    });
  });

  describe('a program gains no rights', () => {
    test.each([
      'mount -t tmpfs none /tmp',
      'mount -o remount,rw /',
      'mount --bind "$HOME" "$PWD"',
      'unshare -m true',
      'unshare -Ur true',
      'unshare -n true',
      'chroot / true',
      'mknod disk b 8 0',
      'sudo -n true',
      'su -c true',
      'chown 1:1 .git',
      'hostname "$(hostname)"',
      'dmesg',
      'date -s "$(date)"',
    ])('%s', async (command) => {
      const { run } = scene();
      expect((await run(command, { timeoutMs: 5_000 })).outcome).not.toEqual({
        is: 'exit',
        code: 0,
      });
    });

    test('by a setuid program', async () => {
      const { run, project } = scene();
      const { stdout } = await run(
        'cp /bin/sh own && chmod 6755 own; grep -E "NoNewPrivs|CapEff|CapBnd" /proc/self/status; ./own -c "grep CapEff /proc/self/status"',
      );
      expect(stdout.replaceAll('\t', ' ').trim().split('\n')).toEqual([
        'CapEff: 0000000000000000',
        'CapBnd: 0000000000000000',
        'NoNewPrivs: 1',
        'CapEff: 0000000000000000',
      ]);
      expect(existsSync(join(project, 'own'))).toBe(true);
    });

    test('by the settings of the kernel, which root could write', async () => {
      const { run } = scene();
      // Opened only, and nothing is written: where this fails, the machine stays as it is.
      const { stdout, stderr } = await run(
        'for f in kernel/core_pattern kernel/modprobe vm/overcommit_memory; do (: >> /proc/sys/$f) && echo "opened $f"; done; cat /proc/sys/kernel/pid_max >/dev/null || echo unread',
      );
      expect([stdout, stderr]).toEqual(['', expect.stringMatching(/Read-only|denied/)]);
    });

    test('by descriptors that it inherits', async () => {
      const { run } = scene();
      const { stdout } = await run('for fd in /proc/self/fd/*; do readlink $fd; done');
      const held = stdout.trim().split('\n');
      expect(
        held.filter(
          (to) => !/^(pipe|socket):|\(deleted\)$|^\/proc\/\d+\/fd$|^\/dev\/null$/.test(to),
        ),
      ).toEqual([]);
    });

    test('by a terminal', async () => {
      const { run } = scene();
      const code = 'import fcntl, termios; fcntl.ioctl(open("/dev/tty"), termios.TIOCSTI, b"x")';
      expect((await run(python(code))).outcome).toEqual({ is: 'exit', code: 1 });
    });
  });

  // What is left is left in the agent's process and by the launcher alike.
  eachWay((by) => {
    const sleeper =
      'python3 -c "import os; os.setsid(); os.execvp(\\"sleep\\", [\\"sleep\\", \\"4711\\"])"';
    const sleeping = () =>
      readdirSync('/proc').filter(
        (pid) => /^\d+$/.test(pid) && commandOf(pid).startsWith('sleep\x004711'),
      );

    test('a daemon ends with its sandbox', async () => {
      const { run } = scene();
      expect(
        (
          await run(
            `(${sleeper} >/dev/null 2>&1 &) ; (setsid nohup sleep 4711 >/dev/null 2>&1 &); sleep 0.3; echo done`,
            { by },
          )
        ).stdout,
      ).toBe('done\n');
      await expect.poll(sleeping).toEqual([]);
    });

    test('a time-out ends all of it', async () => {
      const { run } = scene();
      const { outcome } = await run(`(${sleeper} &); trap "" TERM; sleep 4711`, {
        by,
        timeoutMs: 500,
      });
      expect(outcome).toEqual({ is: 'timeout', ms: 500 });
      await expect.poll(sleeping).toEqual([]);
    });

    test('it says how its program ended', async () => {
      const { run } = scene();
      expect((await run('exit 3', { by })).outcome).toEqual({ is: 'exit', code: 3 });
      expect(await run('cat; echo to-err >&2', { by, stdin: Buffer.from('in') })).toMatchObject({
        stdout: 'in',
        stderr: 'to-err\n',
      });
    });
  });
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
