import { hookEnvironment, stopwatch } from '@wavehooks/process';
import type { SandboxPlan } from '@wavehooks/process/sandbox';
import { optional } from '../vocabulary/shape.ts';
import type { Question } from '../worker/workers.ts';
import type { Handler, Job } from './handler.ts';
import { patiently } from './patience.ts';
import {
  programOf,
  SHELL_FIELDS,
  type ShellSpec,
  sandboxOf,
  secondsFault,
  shellFault,
  shellIdentity,
  shellOf,
  shellRemarks,
  shellRuns,
  shownShell,
} from './shell-fields.ts';

/** Tells a hook that it is asked line by line. */
export const WORKER_VARIABLE = 'WAVE_HOOK_WORKER';

const DEFAULT_IDLE_S = 300;

export interface WorkerSpec extends ShellSpec {
  readonly type: 'worker';
  readonly idleMs: number;
}

const FIELDS = {
  ...SHELL_FIELDS,
  idleTimeout: optional(
    'number',
    `a worker: seconds without an event after which it ends, above 0 and at most 86400; ${DEFAULT_IDLE_S} by default`,
  ),
};

/**
 * A program that stays and answers event after event, as JSON lines on its stdin and stdout. It
 * outlives the directory that an event is in, so it runs in the project's root.
 */
export const worker: Handler<WorkerSpec, typeof FIELDS> = {
  type: 'worker',
  fields: FIELDS,
  from: 'settings',
  check: (raw) => shellFault(raw) ?? secondsFault('idleTimeout', raw['idleTimeout']),
  remarks: shellRemarks,
  read: (raw) => ({
    type: 'worker',
    ...shellOf(raw),
    idleMs: ((raw['idleTimeout'] as number | undefined) ?? DEFAULT_IDLE_S) * 1000,
  }),
  shows: shownShell,
  runs: shellRuns,
  identity: shellIdentity,
  called: 'a worker',
  startsProcess: true,
  exits: false,
  runsIn: 'project',
  run: async (spec, job) => {
    const ms = stopwatch();
    const sandbox = await sandboxOf(spec, job);
    const reply = await patiently(job, () =>
      job.workers.ask(slotOf(spec, job), question(spec, job, sandbox)),
    );
    return { ...reply, ms: ms() };
  },
};

/** Who shares a process: what was approved is not answered by what was started without, nor by other code. */
const slotOf = (spec: WorkerSpec, { pins, plugin }: Job): string =>
  JSON.stringify([shellIdentity(spec), plugin?.root, pins.map(({ path, hash }) => [path, hash])]);

const question = (spec: WorkerSpec, job: Job, sandbox: SandboxPlan | undefined): Question => ({
  payload: job.payload,
  trace: job.trace,
  timeoutMs: job.timeoutMs,
  signal: job.signal,
  idleMs: spec.idleMs,
  maxBytes: job.maxBytes,
  refused: job.refused,
  program: () => {
    const own = hookEnvironment(job.env, job.projectDir, spec.env, job.plugin);
    const env = { ...own, [WORKER_VARIABLE]: '1' };
    return { ...programOf(spec, env), cwd: job.cwd, env, sandbox };
  },
});
