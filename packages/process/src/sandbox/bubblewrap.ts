import { innerScript } from './inner-script.ts';
import type { Hidden, Layer, SandboxPlan } from './plan.ts';
import { FILTER_FD, hasFilter } from './syscalls.ts';

/** Namespaces of its own, no rights to gain, no terminal, and an end with whoever started it. */
const ALONE: readonly string[] = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--cap-drop',
  'ALL',
  '--new-session',
  '--die-with-parent',
];

/** The whole machine to read. */
const MACHINE: readonly string[] = ['--ro-bind', '/', '/'];

/** Devices and a process table of its own, but for the first process: whoever writes to its memory keeps it from ending. */
const OWN: readonly string[] = [
  ...['--dev', '/dev', '--proc', '/proc'],
  ...['--perms', '0555', '--tmpfs', '/proc/1', '--remount-ro', '/proc/1'],
];

/** Of the kernel, by its process table: root may write there without any capability, and so own the machine. */
const KERNEL: readonly string[] = [
  'sys',
  'sysrq-trigger',
  'irq',
  'bus',
  'fs',
  'acpi',
  'scsi',
].flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]);

/** The arguments of bubblewrap for a program in a sandbox. Pure. */
export function bubblewrapArgs(
  plan: SandboxPlan,
  {
    file,
    args,
    cwd,
  }: { readonly file: string; readonly args: readonly string[]; readonly cwd: string },
): readonly string[] {
  const script = innerScript(plan);
  const nesting = plan.runner.is === 'bubblewrap' && plan.runner.nesting === 'barred';
  return [
    ...ALONE,
    ...(nesting ? ['--disable-userns'] : []),
    ...(hasFilter(plan) ? ['--seccomp', String(FILTER_FD)] : []),
    ...(plan.profile === 'isolated' ? [] : MACHINE),
    ...OWN,
    ...KERNEL,
    ...plan.layers.flatMap((layer) => laid(layer, plan.blank)),
    ...(plan.network.is === 'proxy' ? ['--bind', plan.network.socket, plan.network.socket] : []),
    // Only now: what is shown below one that is hidden had to be made first.
    ...plan.layers.flatMap((layer) => (isEmptied(layer) ? ['--remount-ro', layer.path] : [])),
    ...(plan.profile === 'isolated' ? ['--remount-ro', '/'] : []),
    '--chdir',
    cwd,
    '--',
    ...(script === undefined ? [] : ['/bin/sh', '-c', script, 'sh']),
    file,
    ...args,
  ];
}

function laid(layer: Layer, blank: string): readonly string[] {
  switch (layer.is) {
    case 'write':
      return ['--bind', layer.from ?? layer.path, layer.path];
    case 'read':
    case 'stand-in':
      return ['--ro-bind', layer.path, layer.path];
    case 'empty':
      return ['--tmpfs', layer.path];
    case 'link':
      return ['--symlink', layer.to, layer.path];
    case 'bar':
      return ['--perms', '0555', '--tmpfs', layer.path];
    case 'hide':
      return layer.what === 'file'
        ? ['--ro-bind', blank, layer.path]
        : ['--perms', layer.open ? '0111' : '0000', '--tmpfs', layer.path];
  }
}

const isEmptied = (layer: Layer): layer is Layer & (Hidden | { is: 'bar' }) =>
  layer.is === 'bar' || (layer.is === 'hide' && layer.what === 'directory');
