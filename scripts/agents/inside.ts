import { spawn, spawnSync } from 'node:child_process';
import { networkInterfaces } from 'node:os';

/** Brings up loopback in the new network, by what the machine has, and becomes the command. */
const ENTER = '(ip link set lo up || ifconfig lo up) 2>/dev/null; exec "$@"';

/** Whether this machine gives a process a network of its own. */
export function canIsolate(): boolean {
  const { status } = spawnSync('unshare', ['-rn', 'sh', '-c', ENTER, 'sh', 'true']);
  return status === 0;
}

/** Whether nothing but loopback can be reached from here. */
export function isIsolated(): boolean {
  const found = Object.entries(networkInterfaces());
  return found.length > 0 && found.every(([name]) => name === 'lo');
}

/** Runs a command in a network that has loopback alone; its exit code. */
export function isolated(words: readonly string[]): Promise<number> {
  const child = spawn('unshare', ['-rn', 'sh', '-c', ENTER, 'sh', ...words], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
