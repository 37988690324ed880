import { hookEnvironment } from '../process/environment.ts';
import { stopwatch } from '../stopwatch.ts';
import { commandIdentity } from './command.ts';
import type { Handler } from './handler.ts';

/** Tells a hook that it is asked line by line. */
export const WORKER_VARIABLE = 'WAVE_HOOK_WORKER';

/**
 * A program that stays and answers event after event, as JSON lines on its stdin and stdout. It
 * outlives the directory that an event is in, so it runs in the project's root.
 */
export const worker: Handler<'worker'> = {
  identity: commandIdentity,
  runsIn: 'project',
  run: async (spec, job) => {
    const ms = stopwatch();
    const reply = await job.workers.ask(commandIdentity(spec), {
      payload: job.payload,
      timeoutMs: job.timeoutMs,
      signal: job.signal,
      idleMs: spec.idleMs,
      refused: job.refused,
      program: () => ({
        command: spec.command,
        cwd: job.cwd,
        env: { ...hookEnvironment(job.env, job.projectDir, spec.env), [WORKER_VARIABLE]: '1' },
        maxBytes: job.maxBytes,
      }),
    });
    return { ...reply, ms: ms() };
  },
};
