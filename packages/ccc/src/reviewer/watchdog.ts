import type { ChildProcess } from 'node:child_process';

/** A small process that outlives us and ends what we started, should we not come to it ourselves. */
export interface Watchdog {
  /** Names the process group to end. */
  watch(group: number): void;
  /** Everything has ended: it may go. */
  dismiss(): void;
}

/**
 * It waits on a pipe that only we hold: whatever way we end, `kill -9` included, the pipe closes. Then
 * it ends the group and whoever carries the mark. A second line tells it that all is over.
 */
const SCRIPT = `
read -r group
read -r over && exit 0
[ -n "$group" ] && kill -s KILL -- "-$group" 2>/dev/null
for round in 1 2 3 4 5; do
  found=$(grep -la -- "$1" /proc/[0-9]*/environ 2>/dev/null)
  [ -z "$found" ] && exit 0
  for file in $found; do
    pid=\${file#/proc/}
    kill -s KILL "\${pid%/environ}" 2>/dev/null
  done
  sleep 0.1
done
`;

export function startWatchdog(mark: string, path: string | undefined): Watchdog {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child: ChildProcess = spawn('/bin/sh', ['-c', SCRIPT, 'ccc-watchdog', mark], {
    // In a session of its own: what ends our group must not end it as well.
    detached: true,
    cwd: '/',
    env: { PATH: path ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  child.unref();
  return {
    watch: (group) => void child.stdin?.write(`${group}\n`),
    dismiss: () => void child.stdin?.end('over\n'),
  };
}
