import { quote } from '../basics/quote.ts';
import { inPlace } from './in-place.ts';
import type { Network, SandboxLimits, SandboxPlan } from './plan.ts';

/** How a program ends that could not be given its bounds. */
const FAILED = 126;

/** What is done inside before the program itself: its bounds, and the way to the proxy. Undefined: nothing. */
export function innerScript({
  limits,
  network,
  layers,
}: Pick<SandboxPlan, 'limits' | 'network' | 'layers'>): string | undefined {
  const lines = [...inPlace(layers), ...forwarding(network), ...bounds(limits)];
  return lines.length === 0 ? undefined : [...lines, 'exec "$@"'].join('\n');
}

/** A bound that cannot be set is no bound: then nothing runs. */
const bounds = ({ processes, memoryMB, fileMB }: SandboxLimits): readonly string[] => [
  ...(memoryMB === undefined ? [] : [bound(`ulimit -v ${memoryMB * 1024}`, 'memory')]),
  // POSIX counts in blocks of 512 bytes; bash in ones of 1024 unless it is asked to follow POSIX.
  ...(fileMB === undefined ? [] : [bound(fileBound(fileMB), 'file size')]),
  ...(processes === undefined
    ? []
    : [bound(`{ ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes}; }`, 'processes')]),
];

const fileBound = (mb: number) =>
  `{ if [ -n "$BASH_VERSION" ] && ! shopt -qo posix; then ulimit -f ${mb * 1024}; else ulimit -f ${mb * 2048}; fi; }`;

const bound = (set: string, what: string): string =>
  `${set} || { echo "wave: the sandbox could not limit ${what}" >&2; exit ${FAILED}; }`;

/** Programs know proxies by host and port, so a forwarder listens there and leads to our socket. */
function forwarding(network: Network): readonly string[] {
  if (network.is === 'none') return [];
  const { socket, forwarder, port } = network;
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return [
    `( ${quote(forwarder)} TCP4-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${quote(socket)} </dev/null >/dev/null 2>&1 & )`,
    // Ready when the kernel lists it: a first request must not come too early.
    `wave_try=0 wave_ready=`,
    `while [ -z "$wave_ready" ] && [ $wave_try -lt 300 ]; do`,
    `  while read -r _ wave_at _; do case $wave_at in *:${hex}) wave_ready=1 ;; esac; done </proc/net/tcp`,
    `  [ -n "$wave_ready" ] || { wave_try=$((wave_try + 1)); sleep 0.01; }`,
    'done',
    '[ -n "$wave_ready" ] || echo "wave: the way to the network did not open" >&2',
    'unset wave_try wave_ready wave_at',
  ];
}
