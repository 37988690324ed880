import { hookEnvironment } from '../process/environment.ts';
import type { Handler } from './handler.ts';

/** A shell command: the event on stdin, the answer by exit code, stdout and stderr. */
export const command: Handler<'command'> = {
  identity: ({ command, env }) =>
    JSON.stringify([command, env?.inherit ?? true, Object.entries(env?.set ?? {}).sort()]),
  run: (spec, job) =>
    job.start({
      file: '/bin/sh',
      args: ['-c', spec.command],
      cwd: job.cwd,
      env: hookEnvironment(job.env, job.projectDir, spec.env),
      stdin: job.payload,
      timeoutMs: job.timeoutMs,
      maxBytes: job.maxBytes,
      signal: job.signal,
    }).ended,
};
