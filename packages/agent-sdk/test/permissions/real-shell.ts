import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { start } from 'wave-process';
import { quote } from '../../src/tools/shell/script.ts';
import { tempDir } from '../tools/helpers.ts';

const dir = tempDir();
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
];
for (const name of PROGRAMS) {
  const file = ['/usr/bin', '/bin'].map((at) => join(at, name)).find(existsSync);
  if (file !== undefined) symlinkSync(file, join(bin, name));
}

export const realShells = ['/bin/bash', '/bin/sh'].filter(existsSync);

/** Whether a shell that finds only our rm runs it. */
export const runsRm = async (shell: string, command: string): Promise<boolean> =>
  (await argumentsOfRm(shell, command)).length > 0;

/** What a shell that finds only our rm gives to it, each time as one text. */
export async function argumentsOfRm(shell: string, command: string): Promise<readonly string[]> {
  rmSync(mark, { force: true });
  mkdirSync(work, { recursive: true });
  await start({
    file: shell,
    args: ['-c', command],
    cwd: work,
    env: { PATH: bin, HOME: work },
    stdin: Buffer.alloc(0),
    timeoutMs: 2000,
    maxBytes: 10_000,
  }).ended;
  return existsSync(mark) ? readFileSync(mark, 'utf8').split('\n').slice(0, -1) : [];
}
