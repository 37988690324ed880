import { describe, expect, test } from 'vitest';
import { inBox } from '../../src/sandbox/box.ts';
import { boxEnvironment } from '../../src/sandbox/clean-environment.ts';
import { innerScript } from '../../src/sandbox/inner-script.ts';
import type { SandboxPlan } from '../../src/sandbox/plan.ts';
import { BOX_PROFILES, isProfile, stricterProfile } from '../../src/sandbox/profile.ts';
import { seatbeltProfile } from '../../src/sandbox/seatbelt.ts';

const plan = (more: Partial<SandboxPlan> = {}): SandboxPlan => ({
  profile: 'workspace',
  runner: { is: 'bubblewrap', file: '/usr/bin/bwrap', nesting: 'barred' },
  layers: [
    { is: 'write', path: '/tmp', from: '/private' },
    { is: 'write', path: '/p' },
    { is: 'read', path: '/p/.git/hooks' },
    { is: 'bar', path: '/p/.wave' },
    { is: 'hide', path: '/home/.ssh', what: 'directory' },
    { is: 'hide', path: '/home/me', what: 'directory', open: true },
    { is: 'hide', path: '/home/.netrc', what: 'file' },
  ],
  network: { is: 'none' },
  limits: {},
  temporary: '/tmp',
  blank: '/blank',
  ...more,
});

const PROGRAM = { file: 'sh', args: ['-c', 'x y'], cwd: '/p', env: { A: 'b' } };
const PROXY = {
  is: 'proxy',
  socket: '/s',
  forwarder: '/usr/bin/socat',
  port: 3128,
  near: ['localhost'],
} as const;

describe('bubblewrap', () => {
  test('its arguments, all of them', () => {
    const { file, args, cwd } = inBox(PROGRAM, plan());
    expect([file, cwd]).toEqual(['/usr/bin/bwrap', '/p']);
    expect(args.join(' ')).toBe(
      '--unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup-try --cap-drop ALL ' +
        '--new-session --die-with-parent --disable-userns --seccomp 20 --ro-bind / / --dev /dev --proc /proc --perms 0555 --tmpfs /proc/1 --remount-ro /proc/1 ' +
        `${['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi', 'scsi'].map((name) => `--ro-bind-try /proc/${name} /proc/${name} `).join('')}` +
        '--bind /private /tmp --bind /p /p --ro-bind /p/.git/hooks /p/.git/hooks --perms 0555 --tmpfs /p/.wave ' +
        '--perms 0000 --tmpfs /home/.ssh --perms 0111 --tmpfs /home/me --ro-bind /blank /home/.netrc ' +
        '--remount-ro /p/.wave --remount-ro /home/.ssh --remount-ro /home/me --chdir /p -- sh -c x y',
    );
  });

  test('an older one cannot bar namespaces', () => {
    const runner = { is: 'bubblewrap', file: '/b', nesting: 'possible' } as const;
    expect(inBox(PROGRAM, plan({ runner })).args).not.toContain('--disable-userns');
  });

  test('limits and the proxy are set up inside, before the program', () => {
    const { args } = inBox(PROGRAM, plan({ limits: { processes: 9 }, network: PROXY }));
    const at = args.indexOf('--');
    expect(args.slice(at + 1, at + 3)).toEqual(['/bin/sh', '-c']);
    expect(args.slice(at + 4)).toEqual(['sh', 'sh', '-c', 'x y']);
    expect(args.join(' ')).toContain('--bind /s /s');
  });
});

test('what is done inside first', () => {
  expect(innerScript(plan())).toBe(undefined);
  const script =
    innerScript(plan({ limits: { processes: 5, memoryMB: 2, fileMB: 3 }, network: PROXY })) ?? '';
  for (const part of [
    'ulimit -v 2048',
    'ulimit -f 6144',
    'ulimit -u 5',
    "'/usr/bin/socat' TCP4-LISTEN:3128",
    "UNIX-CONNECT:'/s'",
    '*:0C38)',
    'exec "$@"',
  ])
    expect(script).toContain(part);
});

describe('sandbox-exec', () => {
  const profile = seatbeltProfile(plan({ runner: { is: 'seatbelt' }, network: PROXY }));

  test('the same sandbox as text, in the same order: the last rule that fits counts', () => {
    expect(profile.split('\n').slice(0, 16)).toEqual([
      '(version 1)',
      '(allow default)',
      '(deny file-write*)',
      '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper") (regex #"^/dev/fd/"))',
      '(allow file-write* (subpath "/private"))',
      '(allow file-write* (subpath "/p"))',
      '(deny file-write* (subpath "/p/.git/hooks"))',
      '(deny file-write* (subpath "/p/.wave"))',
      '(deny file-read* file-write* (subpath "/home/.ssh"))',
      '(deny file-read* file-write* (subpath "/home/me"))',
      '(deny file-read* file-write* (subpath "/home/.netrc"))',
      '(deny network*)',
      '(allow network-outbound (remote ip "localhost:3128"))',
      '(deny signal)',
      '(allow signal (target self) (target children) (target pgrp))',
      '(deny process-info* (target others))',
    ]);
  });

  test('a path cannot end its text', () => {
    const layers = [{ is: 'write', path: '/a"b\\c' }] as const;
    expect(seatbeltProfile(plan({ layers }))).toContain('(subpath "/a\\"b\\\\c")');
  });

  test('the program behind it', () => {
    const { file, args } = inBox(PROGRAM, plan({ runner: { is: 'seatbelt' } }));
    expect([file, args[0], ...args.slice(2)]).toEqual([
      '/usr/bin/sandbox-exec',
      '-p',
      'sh',
      '-c',
      'x y',
    ]);
  });
});

test('the environment, with the way to the proxy', () => {
  expect(
    boxEnvironment(
      { A: 'b', GITHUB_TOKEN: 'x', NONE: undefined, all_proxy: 'y' },
      plan({ network: PROXY }),
    ),
  ).toEqual({
    A: 'b',
    TMPDIR: '/tmp',
    XDG_CACHE_HOME: '/tmp/.cache',
    npm_config_cache: '/tmp/.npm',
    WAVE_SANDBOX: 'workspace',
    ...Object.fromEntries(
      ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map(
        (name) => [name, 'http://127.0.0.1:3128'],
      ),
    ),
    NO_PROXY: 'localhost',
    no_proxy: 'localhost',
    NODE_USE_ENV_PROXY: '1',
  });
});

test('no keys in the environment, under whatever name', () => {
  const keys = {
    SSHPASS: 'x',
    BW_SESSION: 'x',
    OP_SESSION_me: 'x',
    DOCKER_AUTH_CONFIG: '{}',
    npm_config__auth: 'x',
    'npm_config_//registry.example.org/:_auth': 'x',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=x',
    CHAT_WEBHOOK_URL: 'https://example.org/x',
    LDAP_PW: 'x',
  };
  const safe = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'safe.directory',
    GIT_CONFIG_VALUE_0: '*',
  };
  const header = {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_1: 'http.extraHeader',
    GIT_CONFIG_VALUE_1: 'x',
  };
  const own = ['TMPDIR', 'XDG_CACHE_HOME', 'npm_config_cache', 'WAVE_SANDBOX'];
  const names = (env: Readonly<Record<string, string>>) =>
    Object.keys(boxEnvironment(env, plan({}))).filter((name) => !own.includes(name));
  expect(names({ ...keys, HEADERS_SENT: '1' })).toEqual(['HEADERS_SENT']);
  expect(names(safe)).toEqual(Object.keys(safe));
  // One of them alone cannot be left out: git counts them.
  expect(names({ ...safe, ...header })).toEqual([]);
});

test('profiles from wide to strict', () => {
  expect(BOX_PROFILES).toEqual(['workspace', 'read-only', 'isolated']);
  expect([
    stricterProfile('off', 'workspace'),
    stricterProfile('read-only', 'workspace'),
    isProfile('x'),
  ]).toEqual(['workspace', 'read-only', false]);
});
