import { readFileSync } from 'node:fs';
import { isExecutable } from '../files/executable.ts';
import type { Runner } from './plan.ts';

/** Whether programs can be run in a sandbox here. */
export type Availability =
  | { readonly ok: true; readonly runner: Runner; readonly version: string }
  | { readonly ok: false; readonly why: string; readonly remedy: readonly string[] };

/** Where systems have them. Not by PATH: that may lead into the project, whose program would not be inside. */
const DIRS = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'] as const;

export const systemProgram = (name: string): string | undefined =>
  DIRS.map((dir) => `${dir}/${name}`).find(isExecutable);

/** `--perms` came with this one. */
const OLDEST = [0, 5] as const;
/** `--disable-userns` did with this one. */
const BARS_NESTING = [0, 8] as const;

const GET_IT: readonly string[] = [
  'Debian, Ubuntu: sudo apt install bubblewrap socat',
  'Fedora: sudo dnf install bubblewrap socat',
  'Arch: sudo pacman -S bubblewrap socat',
  'Alpine: sudo apk add bubblewrap socat',
];

let known: Availability | undefined;

/** Looked at once a process: it runs a program in a sandbox, which takes some milliseconds. */
export function sandboxAvailability(): Availability {
  known ??= look();
  return known;
}

function look(): Availability {
  if (process.platform === 'darwin') return seatbelt();
  if (process.platform !== 'linux')
    return { ok: false, why: `there is no sandbox for ${process.platform}`, remedy: [] };
  const file = systemProgram('bwrap');
  if (file === undefined)
    return { ok: false, why: 'bubblewrap (bwrap) is not installed', remedy: GET_IT };
  const version = /(\d+)\.(\d+)(\.\d+)?/.exec(run(file, ['--version']).text);
  const numbers = [Number(version?.[1] ?? 0), Number(version?.[2] ?? 0)] as const;
  if (!isSince(numbers, OLDEST))
    return {
      ok: false,
      why: `bubblewrap ${version?.[0] ?? ''} is too old: Wave needs ${OLDEST.join('.')} or later`,
      remedy: GET_IT,
    };
  // Only where the user may: a sandbox that bars nesting needs a namespace more.
  const nesting = isSince(numbers, BARS_NESTING) ? 'barred' : 'possible';
  const tried = run(file, probe(nesting));
  if (tried.ok)
    return {
      ok: true,
      runner: { is: 'bubblewrap', file, nesting },
      version: `bubblewrap ${version?.[0] ?? ''}`,
    };
  return { ok: false, ...causeOf(tried.text) };
}

const probe = (nesting: 'barred' | 'possible'): readonly string[] => [
  ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--die-with-parent'],
  ...(nesting === 'barred' ? ['--disable-userns'] : []),
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--', '/bin/sh', '-c', ':'],
];

function seatbelt(): Availability {
  const { ok, text } = run('/usr/bin/sandbox-exec', [
    '-p',
    '(version 1)(allow default)',
    '/usr/bin/true',
  ]);
  return ok
    ? { ok, runner: { is: 'seatbelt' }, version: 'sandbox-exec' }
    : { ok, why: `sandbox-exec does not work: ${text}`, remedy: [] };
}

/** What a file of the kernel's settings says; undefined where there is none. */
export type ReadSetting = (file: string) => string | undefined;

/** What the system says where it does not let anybody make namespaces, and what to do about it: a table. */
const CAUSES: readonly {
  readonly applies: (said: string, setting: ReadSetting) => boolean;
  readonly why: string;
  readonly remedy: readonly string[];
}[] = [
  {
    applies: (_, setting) =>
      setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === '1',
    why: 'Ubuntu does not let bubblewrap make user namespaces (kernel.apparmor_restrict_unprivileged_userns = 1)',
    remedy: [
      'allow it for bubblewrap alone, with a profile of AppArmor: sudo apt install apparmor-profiles && sudo ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && sudo systemctl reload apparmor',
      'or for all programs: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
    ],
  },
  {
    applies: (_, setting) => setting('/proc/sys/kernel/unprivileged_userns_clone') === '0',
    why: 'the kernel lets only root make user namespaces (kernel.unprivileged_userns_clone = 0)',
    remedy: ['sudo sysctl -w kernel.unprivileged_userns_clone=1'],
  },
  {
    applies: (_, setting) => setting('/proc/sys/user/max_user_namespaces') === '0',
    why: 'the kernel allows no user namespaces here (user.max_user_namespaces = 0); inside another sandbox that is so by intention',
    remedy: ['sudo sysctl -w user.max_user_namespaces=10000'],
  },
  {
    applies: (said) => /proc/.test(said) && /mount/i.test(said),
    why: 'a new /proc cannot be mounted here, as in most containers',
    remedy: [
      'docker, podman: start the container with --security-opt systempaths=unconfined --security-opt seccomp=unconfined',
    ],
  },
  {
    applies: (said) => /namespace|uid map|not permitted|Permission denied/i.test(said),
    why: 'this machine does not let bubblewrap make namespaces, as in most containers',
    remedy: [
      'docker, podman: start the container with --security-opt seccomp=unconfined --security-opt systempaths=unconfined',
    ],
  },
];

/** Why bubblewrap does not work, by what it said. */
export function causeOf(
  said: string,
  read: ReadSetting = setting,
): { readonly why: string; readonly remedy: readonly string[] } {
  const cause = CAUSES.find(({ applies }) => applies(said, read));
  const words = said.trim().replace(/^bwrap: /, '');
  return cause
    ? { why: `${cause.why}: ${words}`, remedy: cause.remedy }
    : { why: `bubblewrap does not work here: ${words || 'it said nothing'}`, remedy: [] };
}

const PROBE_MS = 10_000;

function run(
  file: string,
  args: readonly string[],
): { readonly ok: boolean; readonly text: string } {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    encoding: 'utf8',
    timeout: PROBE_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { ok: status === 0, text: `${stdout ?? ''}${stderr ?? ''}${error ? error.message : ''}` };
}

const isSince = (version: readonly [number, number], first: readonly [number, number]): boolean =>
  version[0] > first[0] || (version[0] === first[0] && version[1] >= first[1]);

function setting(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
