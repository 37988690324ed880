/** A test that a platform cannot have: a file, how the test's full name begins, and why. */
export interface Apart {
  readonly platform: NodeJS.Platform;
  readonly file: string;
  readonly name: string;
  readonly why: string;
}

/** Tests that need a sandbox which mounts: how their full names begin, and where they are. */
export const BOXED = {
  name: 'with bubblewrap',
  files: [
    'packages/process/test/sandbox/escape.test.ts',
    'packages/process/test/sandbox/killed.test.ts',
    'packages/process/test/sandbox/syscalls.test.ts',
    'packages/agent-sdk/test/sandbox/sandboxed.test.ts',
    'packages/agent-sdk/test/sandbox/inside.test.ts',
    'packages/agent-sdk/test/sandbox/stranger.test.ts',
    'packages/code/test/sandbox.test.ts',
    'packages/code/test/screen/outside-sandbox.test.ts',
  ],
} as const;

const PROC = 'there is no /proc, which shows who holds which file';
const SETSID = 'there is no setsid';

/** Every other test that is skipped is one that is missing, and fails CI. */
export const APART: readonly Apart[] = [
  ...[
    'a process is found that nobody had time to name',
    'a command that ignores the end of its input is found',
    'a worker that ignores the end of its input is found',
    'a companion that ignores the end of its input is found',
    'what a program that still runs put into another session ends',
  ].map((name) => onMac('packages/process/test/warden/warden.test.ts', name, PROC)),
  onMac(
    'packages/process/test/warden/warden.test.ts',
    'what moved into a session of its own is left alone',
    SETSID,
  ),
  onMac('packages/process/test/kin/kin.test.ts', 'on Linux', SETSID),
  onMac('packages/agent-sdk/test/tools/shell/bash.test.ts', 'on Linux', SETSID),
  onMac(
    'packages/process/test/launcher/journal.test.ts',
    'where memory has no room it is on a disk, and the launcher works',
    'there is no /dev/shm',
  ),
  onMac(
    'packages/code/test/guard/resident.test.ts',
    'nothing of the environment that started it stays with it',
    'there is no /proc, which shows the environment of a process',
  ),
  onMac(
    'packages/code/test/coverage.test.ts',
    'a link to what is another directory for every process hides no change',
    'there is no /proc/self/cwd',
  ),
  onMac(
    'packages/agent-sdk/test/permissions/rules/hostile-patterns.test.ts',
    'short patterns mean what they say',
    'its files do not tell upper case from lower case',
  ),
];

function onMac(file: string, name: string, why: string): Apart {
  return { platform: 'darwin', file, name, why };
}
