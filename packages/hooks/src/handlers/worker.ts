import { hookEnvironment, stopwatch } from 'wave-process';
import type { Question } from '../worker/workers.ts';
import { commandIdentity } from './command.ts';
import type { Handler, Job, SpecOf } from './handler.ts';
import { patiently } from './patience.ts';

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
    const reply = await patiently(job, () =>
      job.workers.ask(slotOf(spec, job), question(spec, job)),
    );
    return { ...reply, ms: ms() };
  },
};

/** Who shares a process: what was approved is not answered by what was started without, nor by other code. */
const slotOf = (spec: SpecOf<'worker'>, { pins }: Job): string =>
  JSON.stringify([commandIdentity(spec), pins.map(({ path, hash }) => [path, hash])]);

const question = (spec: SpecOf<'worker'>, job: Job): Question => ({
  payload: job.payload,
  timeoutMs: job.timeoutMs,
  signal: job.signal,
  idleMs: spec.idleMs,
  maxBytes: job.maxBytes,
  refused: job.refused,
  program: () => ({
    file: '/bin/sh',
    args: ['-c', spec.command],
    cwd: job.cwd,
    env: { ...hookEnvironment(job.env, job.projectDir, spec.env), [WORKER_VARIABLE]: '1' },
  }),
});
