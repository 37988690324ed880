import { setTimeout as wait } from 'node:timers/promises';
import type { Ending } from '../outcome.ts';
import { type EnvSpec, hookEnvironment } from '../process/environment.ts';
import type { Handler, Job, SpecOf } from './handler.ts';

/** A shell command: the event on stdin, the answer by exit code, stdout and stderr. */
export const command: Handler<'command'> = {
  identity: commandIdentity,
  run: async (spec, job) => {
    const limit = performance.now() + Math.min(PATIENCE_MS, job.timeoutMs);
    let ending = await once(spec, job);
    while (isShortage(ending) && performance.now() < limit && !job.signal.aborted) {
      await wait(RETRY_MS);
      ending = await once(spec, job);
    }
    return ending;
  },
};

/** What makes two shell commands the same. */
export function commandIdentity({ command, env }: { command: string; env?: EnvSpec }): string {
  return JSON.stringify([command, env?.inherit ?? true, Object.entries(env?.set ?? {}).sort()]);
}

/** For so long a hook waits for processes or descriptors that others will give back. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 50;

const isShortage = ({ outcome }: Ending) =>
  outcome.is === 'start' && /\b(EMFILE|ENFILE|EAGAIN|ENOMEM)\b/.test(outcome.error);

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
