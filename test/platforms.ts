import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { sandboxAvailability } from '../packages/process/src/sandbox.ts';

const isHere = (program: string) => (): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((dir) => {
    try {
      accessSync(join(dir, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

const isOn = (platform: NodeJS.Platform) => (): boolean => process.platform === platform;

/**
 * What a test can need besides git, Node and npm. A test says so with a tag: `test('...', { tags: 'jq' }, ...)`. Where
 * the machine has no such thing, the test is skipped, and the closing line counts it by that name.
 */
const NEEDS = {
  awk: isHere('awk'),
  bash: isHere('bash'),
  /** A sandbox that mounts, and not only the program. */
  bubblewrap: () => isOn('linux')() && sandboxAvailability().ok,
  curl: isHere('curl'),
  jq: isHere('jq'),
  /** /proc, /dev/shm, setsid, and files that tell upper case from lower case. */
  linux: isOn('linux'),
  /** A user's own mounts. */
  namespaces: () => isOn('linux')() && spawnSync('unshare', ['-rm', 'true']).status === 0,
  perl: isHere('perl'),
  python3: isHere('python3'),
  sed: isHere('sed'),
  socat: isHere('socat'),
  tmux: isHere('tmux'),
  /** A processor that also takes calls in the manner of 32 bits. */
  x64: () => process.arch === 'x64',
} as const;

export type Need = keyof typeof NEEDS;

const has = (need: Need): boolean => NEEDS[need]();

export const MISSING: readonly Need[] = (Object.keys(NEEDS) as Need[]).filter((one) => !has(one));

/** For the configuration of Vitest. */
export const tags = Object.keys(NEEDS).map((name) =>
  MISSING.some((need) => need === name) ? { name, skip: true } : { name },
);
