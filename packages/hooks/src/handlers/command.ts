import { type Ending, hookEnvironment } from '@wavehooks/process';
import type { Handler, Job } from './handler.ts';
import { patiently } from './patience.ts';
import {
  programOf,
  SHELL_FIELDS,
  type ShellSpec,
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
  run: (spec, job) => patiently(job, () => once(spec, job)),
};

/** The same object for each run where nothing is set for this run alone: a waiting shell may have it already. */
function environmentFor({ env }: CommandSpec, { variables, ...job }: Job) {
  const own = hookEnvironment(job.env, job.projectDir, env, job.plugin);
  return variables ? { ...own, ...variables } : own;
}

function once(spec: CommandSpec, job: Job): Promise<Ending> {
  const env = environmentFor(spec, job);
  return job.start({
    ...programOf(spec, env),
    cwd: job.cwd,
    env,
    stdin: job.payload,
    timeoutMs: job.timeoutMs,
    maxBytes: job.maxBytes,
    signal: job.signal,
  }).ended;
}
