import { bubblewrapArgs } from './bubblewrap.ts';
import { boxEnvironment } from './clean-environment.ts';
import { innerScript } from './inner-script.ts';
import type { SandboxPlan } from './plan.ts';
import { seatbeltProfile } from './seatbelt.ts';

/** A program as the system starts it. */
interface Started {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The program that runs a program in a sandbox. Pure. */
export function inBox(program: Started, plan: SandboxPlan): Started {
  const { cwd } = program;
  const env = boxEnvironment(program.env, plan);
  if (plan.runner.is === 'bubblewrap')
    return { file: plan.runner.file, args: bubblewrapArgs(plan, program), cwd, env };
  const script = innerScript({ ...plan, network: { is: 'none' }, layers: [] });
  return {
    file: '/usr/bin/sandbox-exec',
    args: [
      ...['-p', seatbeltProfile(plan)],
      ...(script === undefined ? [] : ['/bin/sh', '-c', script, 'sh']),
      program.file,
      ...program.args,
    ],
    cwd,
    env,
  };
}
