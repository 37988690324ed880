import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { quote } from './quote.ts';

const dir = mkdtempSync(join(tmpdir(), 'wave-shell-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const work = join(dir, 'work');
const bin = join(dir, 'bin');
const mark = join(dir, 'mark');
mkdirSync(bin);
writeFileSync(join(bin, 'rm'), `#!/bin/sh\nprintf '%s\\n' "$*" >> ${quote(mark)}\n`, {
  mode: 0o755,
});
const PROGRAMS = [
  'echo',
  'true',
  'cat',
  'env',
  'xargs',
  'sh',
  'bash',
  'timeout',
  'nice',
  'nohup',
  'find',
  'ls',
  'stdbuf',
  'setsid',
  'sed',
  'awk',
  'mawk',
  'sort',
  'split',
  'tar',
  'git',
  'printf',
];
for (const name of PROGRAMS) {
  const file = ['/usr/bin', '/bin'].map((at) => join(at, name)).find(existsSync);
  if (file !== undefined) symlinkSync(file, join(bin, name));
}

export const realShells = ['/bin/bash', '/bin/sh'].filter(existsSync);

/** Whether the programs are there, and are found. */
export const hasPrograms = (...names: readonly string[]): boolean =>
  names.every((name) => existsSync(join(bin, name)));

/** Whether a shell that finds only our rm runs it. */
export const runsRm = async (shell: string, command: string): Promise<boolean> =>
  (await argumentsOfRm(shell, command)).length > 0;

/** What a shell that finds only our rm gives to it, each time as one text. */
export async function argumentsOfRm(shell: string, command: string): Promise<readonly string[]> {
  rmSync(mark, { force: true });
  mkdirSync(work, { recursive: true });
  await ended(shell, command);
  return existsSync(mark) ? readFileSync(mark, 'utf8').split('\n').slice(0, -1) : [];
}

/** Runs a command in a group of its own, and ends what is left of that. */
async function ended(shell: string, command: string): Promise<void> {
  const child = spawn(shell, ['-c', command], {
    cwd: work,
    env: { PATH: bin, HOME: work },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout.resume();
  child.stderr.resume();
  const timer = setTimeout(() => endGroup(child.pid), 2000);
  // What it started may still run, as a process substitution does: its pipes say when that is over.
  await once(child, 'close');
  clearTimeout(timer);
  endGroup(child.pid);
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}
