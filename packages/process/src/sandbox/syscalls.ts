import { writeSync } from 'node:fs';
import { namelessFile } from '../basics/nameless.ts';
import type { SandboxPlan } from './plan.ts';

/** Calls to the kernel that nothing inside needs, and that namespaces do not keep inside: a table. */
interface Row {
  readonly name: string;
  /** Its number, by processor. */
  readonly x64: number;
  readonly arm64: number;
  /** Only where this argument is that value, or has that bit. Only its lower half is looked at, as the kernel does. */
  readonly when?: { readonly argument: 0 | 1; readonly is: number } | { readonly has: number };
  /** What it fails with; EPERM where nothing is said. */
  readonly error?: number;
}

const EPERM = 1;
const ENOSYS = 38;

const AF_VSOCK = 40;
const TIOCSTI = 0x5412;
const CLONE_NEWUSER = 0x1000_0000;
const PTRACE_ATTACH = 16;
const PTRACE_SEIZE = 0x4206;

const ROWS: readonly Row[] = [
  { name: 'add_key', x64: 248, arm64: 217 },
  { name: 'request_key', x64: 249, arm64: 218 },
  { name: 'keyctl', x64: 250, arm64: 219 },
  { name: 'perf_event_open', x64: 298, arm64: 241 },
  { name: 'bpf', x64: 321, arm64: 280 },
  { name: 'userfaultfd', x64: 323, arm64: 282 },
  { name: 'io_uring_setup', x64: 425, arm64: 425 },
  { name: 'io_uring_enter', x64: 426, arm64: 426 },
  { name: 'io_uring_register', x64: 427, arm64: 427 },
  { name: 'socket', x64: 41, arm64: 198, when: { argument: 0, is: AF_VSOCK } },
  { name: 'ioctl', x64: 16, arm64: 29, when: { argument: 1, is: TIOCSTI } },
  // Or a command could stop the sandbox's first process. Debuggers still work on programs that they start.
  { name: 'ptrace', x64: 101, arm64: 117, when: { argument: 0, is: PTRACE_ATTACH } },
  { name: 'ptrace', x64: 101, arm64: 117, when: { argument: 0, is: PTRACE_SEIZE } },
  { name: 'process_vm_writev', x64: 311, arm64: 271 },
  { name: 'pidfd_getfd', x64: 438, arm64: 438 },
];

/** Where bubblewrap is too old to bar namespaces itself. Programs that may use clone3 know how to go without. */
const NESTING: readonly Row[] = [
  { name: 'unshare', x64: 272, arm64: 97, when: { has: CLONE_NEWUSER } },
  { name: 'clone', x64: 56, arm64: 220, when: { has: CLONE_NEWUSER } },
  { name: 'clone3', x64: 435, arm64: 435, error: ENOSYS },
];

/** How the kernel calls the processors, and from where on numbers are of another kind. */
const PROCESSORS = {
  x64: { audit: 0xc000_003e, foreign: 0x4000_0000 },
  arm64: { audit: 0xc000_00b7, foreign: 0xffff_ffff },
} as const;

type Processor = keyof typeof PROCESSORS;

const isKnown = (arch: string): arch is Processor => arch in PROCESSORS;

const [LOAD, IF_IS, IF_FROM, IF_HAS, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
const [ALLOW, FAIL, KILL] = [0x7fff_0000, 0x0005_0000, 0x8000_0000];
/** Where the kernel puts a call's number, its processor and its arguments. */
const [NUMBER, PROCESSOR] = [0, 4];
const argument = (n: number) => 16 + 8 * n;

type Step = readonly [code: number, value: number, then?: number, otherwise?: number];

/**
 * The filter that the kernel asks before each call, as bubblewrap takes it; undefined where there is none for
 * this processor. Calls in the manner of another processor (32-bit programs) end the program: their numbers differ.
 */
export function syscallFilter(arch: string, nesting: 'barred' | 'possible'): Buffer | undefined {
  if (!isKnown(arch)) return undefined;
  const { audit, foreign } = PROCESSORS[arch];
  const rows = nesting === 'barred' ? ROWS : [...ROWS, ...NESTING];
  return encoded([
    [LOAD, PROCESSOR],
    [IF_IS, audit, 1, 0],
    [RETURN, KILL],
    [LOAD, NUMBER],
    [IF_FROM, foreign, 0, 1],
    [RETURN, FAIL + ENOSYS],
    ...rows.flatMap((row) => stepsOf(row, arch)),
    [RETURN, ALLOW],
  ]);
}

function stepsOf({ when, error = EPERM, ...numbers }: Row, arch: Processor): readonly Step[] {
  const number = numbers[arch];
  if (!when)
    return [
      [IF_IS, number, 0, 1],
      [RETURN, FAIL + error],
    ];
  const [at, test, value] = 'has' in when ? [0, IF_HAS, when.has] : [when.argument, IF_IS, when.is];
  return [
    [IF_IS, number, 0, 4],
    [LOAD, argument(at)],
    [test, value, 0, 1],
    [RETURN, FAIL + error],
    // The next row may be about the same call.
    [LOAD, NUMBER],
  ];
}

/** Eight bytes a step: what to do, how far to go, and the value. Both processors are little-endian. */
function encoded(steps: readonly Step[]): Buffer {
  const bytes = Buffer.alloc(steps.length * 8);
  for (const [n, [code = 0, value = 0, then = 0, otherwise = 0]] of steps.entries()) {
    bytes.writeUInt16LE(code, n * 8);
    bytes.writeUInt8(then, n * 8 + 2);
    bytes.writeUInt8(otherwise, n * 8 + 3);
    bytes.writeUInt32LE(value, n * 8 + 4);
  }
  return bytes;
}

/** Where bubblewrap reads the filter; it closes it before anything inside runs. Next to the mark of a run. */
export const FILTER_FD = 20;

/** Whether a sandbox has a filter of calls to the kernel here. */
export const hasFilter = ({ runner }: Pick<SandboxPlan, 'runner'>): boolean =>
  filterOf(runner) !== undefined;

/** A file that holds it, for the caller to close; one a sandbox, since it is read to its end. */
export function openFilter({ runner }: SandboxPlan): number | undefined {
  const filter = filterOf(runner);
  if (filter === undefined) return undefined;
  // Bubblewrap reads on from where we stopped: so it is written without moving there.
  return namelessFile((fd) => void writeSync(fd, filter, 0, filter.length, 0));
}

const filterOf = (runner: SandboxPlan['runner']): Buffer | undefined =>
  runner.is === 'bubblewrap' ? syscallFilter(process.arch, runner.nesting) : undefined;
