import type { Ending } from 'wave-process';
import { type EnvSpec, hookEnvironment } from 'wave-process';
import type { Handler, Job, SpecOf } from './handler.ts';
import { patiently } from './patience.ts';

/** A shell command: the event on stdin, the answer by exit code, stdout and stderr. */
export const command: Handler<'command'> = {
  identity: commandIdentity,
  run: (spec, job) => patiently(job, () => once(spec, job)),
};

/** What makes two shell commands the same. */
export function commandIdentity({ command, env }: { command: string; env?: EnvSpec }): string {
  return JSON.stringify([command, env?.inherit ?? true, Object.entries(env?.set ?? {}).sort()]);
}

const once = (spec: SpecOf<'command'>, job: Job): Promise<Ending> =>
  job.start({
    file: '/bin/sh',
    args: ['-c', spec.command],
    cwd: job.cwd,
    env: hookEnvironment(job.env, job.projectDir, spec.env),
    stdin: job.payload,
    timeoutMs: job.timeoutMs,
    maxBytes: job.maxBytes,
    signal: job.signal,
  }).ended;
