import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_MS } from '../../../../test/until.ts';

/** Processes that run and have a text in their environment, whoever their parent is. */
function processesWith(text: string): number[] {
  return ps('axeww', '-o', 'pid=,stat=,args=')
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line))
    .filter((found) => found?.[3]?.includes(text) && !found[2]?.startsWith('Z'))
    .map((found) => Number(found?.[1]));
}

/** What a process is, without its environment: that is nobody's business. */
const nameOf = (pid: number) => ps('-ww', '-o', 'args=', '-p', String(pid)).join(' ').slice(0, 160);

function ps(...args: string[]): string[] {
  const { stdout } = spawnSync('ps', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\n');
}

/** Waits for the last of them to end. Those that do not are named, and then ended. */
export async function survivorsOf(text: string): Promise<string[]> {
  const limit = Date.now() + PATIENCE_MS;
  let left = processesWith(text);
  for (; left.length > 0 && Date.now() < limit; left = processesWith(text)) await sleep(20);
  const names = left.map((pid) => `still running: ${nameOf(pid)}`);
  for (const pid of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended just now.
    }
  }
  return names;
}
