import { type Ending, hookEnvironment } from '@wavehooks/process';
import type { SandboxPlan } from '@wavehooks/process/sandbox';
import type { Handler, Job } from './handler.ts';
import { patiently } from './patience.ts';
import {
  programOf,
  SHELL_FIELDS,
  type ShellSpec,
  sandboxOf,
  shellFault,
  shellIdentity,
  shellOf,
  shellRemarks,
  shellRuns,
  shownShell,
} from './shell-fields.ts';

export interface CommandSpec extends ShellSpec {
  readonly type: 'command';
}

/** A shell command, or a program: the event on stdin, the answer by exit code, stdout and stderr. */
export const command: Handler<CommandSpec, typeof SHELL_FIELDS> = {
  type: 'command',
  fields: SHELL_FIELDS,
  from: 'settings',
  check: shellFault,
  remarks: shellRemarks,
  read: (raw) => ({ type: 'command', ...shellOf(raw) }),
  shows: shownShell,
  runs: shellRuns,
  identity: shellIdentity,
  startsProcess: true,
  exits: true,
  run: async (spec, job) => {
    const sandbox = await sandboxOf(spec, job);
    return patiently(job, () => once(spec, job, sandbox));
  },
};

function once(spec: CommandSpec, job: Job, sandbox: SandboxPlan | undefined): Promise<Ending> {
  // The same object for each run: a waiting shell may have it already.
  const env = hookEnvironment(job.env, job.projectDir, spec.env, job.plugin);
  return job.start({
    ...programOf(spec, job.variables ? { ...env, ...job.variables } : env),
    cwd: job.cwd,
    env,
    extra: job.variables,
    stdin: job.payload,
    timeoutMs: job.timeoutMs,
    maxBytes: job.maxBytes,
    signal: job.signal,
    sandbox,
  }).ended;
}
