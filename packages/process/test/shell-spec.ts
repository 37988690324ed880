import type { ProcessSpec } from '../src/running/start.ts';

/** A command of the shell, as a hook is started. */
export const shellSpec = (command: string, more: Partial<ProcessSpec> = {}): ProcessSpec => ({
  file: '/bin/sh',
  args: ['-c', command],
  cwd: '/',
  env: process.env,
  stdin: Buffer.from('{}\n'),
  timeoutMs: 20_000,
  maxBytes: 1024 * 1024,
  ...more,
});
