import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLauncher } from '../../src/launcher/launcher.ts';
import { syscallFilter } from '../../src/sandbox/syscalls.ts';
import { scene } from './box.ts';

/** Calls the kernel as its table says, and prints what it answers. */
const PYTHON = `
import ctypes, mmap, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
arm = os.uname().machine == "aarch64"
def ask(name, x64, arm64, *args):
    answer = libc.syscall(ctypes.c_long(arm64 if arm else x64), *[ctypes.c_long(a) for a in args])
    print(name, os.strerror(ctypes.get_errno()) if answer < 0 else "done")
`;

const EPERM = 'Operation not permitted';
const TRIES: Readonly<Record<string, string>> = {
  add_key: '248, 217, 0, 0, 0, 0, -3',
  request_key: '249, 218, 0, 0, 0, 0',
  'keyctl, the session keyring': '250, 219, 0, -3, 0',
  perf_event_open: '298, 241, 0, 0, -1, -1, 0',
  bpf: '321, 280, 0, 0, 0',
  userfaultfd: '323, 282, 1',
  io_uring_setup: '425, 425, 1, 0',
  io_uring_enter: '426, 426, -1, 0, 0, 0, 0, 0',
  io_uring_register: '427, 427, -1, 0, 0, 0',
  process_vm_writev: '311, 271, 1, 0, 0, 0, 0, 0',
  pidfd_getfd: '438, 438, -1, 0, 0',
  'a vsock': '41, 198, 40, 1, 0',
  'a vsock, with more in its upper half': '41, 198, 40 | (1 << 32), 1, 0',
  'input of a terminal': '16, 29, 0, 0x5412, 0',
};

describe('with bubblewrap', { tags: 'bubblewrap' }, () => {
  const tried = async (code: string, more: Parameters<ReturnType<typeof scene>['run']>[1] = {}) => {
    const { run, project } = scene();
    writeFileSync(join(project, 'try.py'), PYTHON + code);
    return run('python3 try.py', more);
  };

  test('the kernel refuses what namespaces do not keep inside', async () => {
    const names = Object.keys(TRIES);
    const code = names.map((name) => `ask("${name}", ${TRIES[name]})`).join('\n');
    const { stdout } = await tried(code);
    expect(stdout.trim().split('\n')).toEqual(names.map((name) => `${name} ${EPERM}`));
  });

  test('nothing inside is stopped by ptrace; a program may still let its parent trace it', async () => {
    const code = [
      'import signal, time',
      'for name, way in ("attach", 16), ("seize", 0x4206):',
      '    child = os.fork()',
      '    if child == 0: time.sleep(60)',
      '    ask(name, 101, 117, way, child, 0, 0)',
      '    ask(name, 101, 117, way, 1, 0, 0)',
      '    os.kill(child, signal.SIGKILL)',
      '    os.waitpid(child, 0)',
      '    sys.stdout.flush()',
      'if os.fork() == 0: ask("traceme", 101, 117, 0, 0, 0, 0); sys.stdout.flush(); os._exit(0)',
      'os.wait()',
    ].join('\n');
    const { stdout } = await tried(code);
    expect(stdout.trim().split('\n')).toEqual([
      ...['attach', 'attach', 'seize', 'seize'].map((name) => `${name} ${EPERM}`),
      'traceme done',
    ]);
  });

  test('the memory of the first process is out of reach', async () => {
    const { stdout } = await tried(
      'for file in "mem", "task/1/mem", "environ": print(os.path.exists("/proc/1/" + file))',
    );
    expect(stdout).toBe('False\nFalse\nFalse\n');
  });

  test('it does so by the launcher, too', async () => {
    const launcher = openLauncher();
    try {
      const { stdout } = await tried('ask("keyctl", 250, 219, 0, -3, 0)', { by: launcher.start });
      expect(stdout).toBe(`keyctl ${EPERM}\n`);
    } finally {
      launcher.close();
    }
  });

  test('an older bubblewrap: the filter bars namespaces', async () => {
    const { plan } = scene();
    const { runner } = plan();
    const code = [
      'ask("unshare", 272, 97, 0x10000000)',
      'ask("clone", 56, 220, 0x10000011, 0, 0, 0, 0)',
      'ask("clone3", 435, 435, 0, 0)',
      'print(os.waitstatus_to_exitcode(os.system("true")))',
      'import threading; threading.Thread(target=lambda: print("thread")).start()',
    ].join('\n');
    const { stdout } = await tried(code, {
      plan: { runner: { ...runner, nesting: 'possible' } as typeof runner },
    });
    expect(stdout.trim().split('\n')).toEqual([
      `unshare ${EPERM}`,
      `clone ${EPERM}`,
      'clone3 Function not implemented',
      '0',
      'thread',
    ]);
  });

  test('calls in the manner of 32 bits end the program', { tags: 'x64' }, async () => {
    // getpid, by the old gate: its number there is another one's here.
    const code = `
m = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
m.write(bytes.fromhex("b814000000cd80c3"))
at = ctypes.addressof(ctypes.c_char.from_buffer(m))
print(ctypes.CFUNCTYPE(ctypes.c_int)(at)() > 0)`;
    const { stdout, outcome } = await tried(code);
    expect([stdout, outcome]).toEqual(['', { is: 'exit', code: 159 }]);
    const x32 = await tried('ask("x32", 0x40000000 + 39, 0)');
    expect(x32.stdout).toBe('x32 Function not implemented\n');
  });

  test('what programs use goes on', async () => {
    const { stdout } = await tried(`
import socket, subprocess, threading
a, b = socket.socketpair()
s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen()
socket.create_connection(s.getsockname()).close()
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()
t = threading.Thread(target=lambda: print("thread")); t.start(); t.join()
print(subprocess.run(["sh", "-c", "grep Seccomp: /proc/self/status"], capture_output=True, text=True).stdout.replace("\\t", ""))`);
    expect(stdout.trim().split('\n')).toEqual(['thread', 'Seccomp:2']);
  });
});

test('by processor', () => {
  expect(syscallFilter('riscv64', 'barred')).toBe(undefined);
  const [x64, arm64, older] = [
    syscallFilter('x64', 'barred'),
    syscallFilter('arm64', 'barred'),
    syscallFilter('arm64', 'possible'),
  ];
  expect([x64?.length, arm64?.length, older?.length].map((bytes) => (bytes ?? 1) % 8)).toEqual([
    0, 0, 0,
  ]);
  // The processor, then what every filter ends with.
  expect(x64?.subarray(8, 16).toString('hex')).toBe('150001003e0000c0');
  expect(arm64?.subarray(8, 16).toString('hex')).toBe('15000100b70000c0');
  expect(arm64?.subarray(-8).toString('hex')).toBe('060000000000ff7f');
  expect(older?.length).toBeGreaterThan(arm64?.length ?? 0);
});
