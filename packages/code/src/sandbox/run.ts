import { constants } from 'node:os';
import { guardAgainstKills, type Outcome, runInherited, withoutNpm } from '@wavehooks/process';
import { type Command, readArgs, UsageError } from '../cli/command.ts';
import { exactly } from '../cli/style.ts';
import { usageOf } from '../cli/usage.ts';
import { openHere, SANDBOX_FLAGS } from './open.ts';

const USAGE = usageOf({
  forms: ['wave sandbox run [options] -- COMMAND [ARGUMENT]...'],
  about: `Runs a command as the agent's commands run: with your settings, the project's deny rules, and your terminal.
Its exit code is the command's; 125 where there is no sandbox, 126 and 127 where it cannot be started.`,
  options: SANDBOX_FLAGS,
});

const NO_SANDBOX = 125;
const NOT_STARTED = 127;

/** `wave sandbox run -- CMD`. */
export const run: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, SANDBOX_FLAGS, USAGE);
  const [file, ...rest] = positionals;
  if (file === undefined) throw new UsageError(`which command?\n${USAGE}`);
  const { sandbox, profile } = openHere(values, io, USAGE);
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const signal of SIGNALS) process.on(signal, end);
  guardAgainstKills();
  try {
    const plan = await sandbox.plan(profile);
    if ('fault' in plan) {
      io.err(`wave sandbox: nothing was run: ${exactly(plan.fault)} (see: wave sandbox doctor)\n`);
      return NO_SANDBOX;
    }
    const env = withoutNpm(process.env);
    const outcome = await runInherited(
      { file, args: rest, cwd: io.cwd, env, sandbox: plan },
      stop.signal,
    );
    if (outcome.is === 'start') io.err(`wave sandbox: ${exactly(outcome.error)}\n`);
    return codeOf(outcome);
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
    sandbox.close();
  }
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function codeOf(outcome: Outcome): number {
  if (outcome.is === 'exit') return outcome.code;
  if (outcome.is === 'signal')
    return 128 + (constants.signals[outcome.signal as NodeJS.Signals] ?? 0);
  return NOT_STARTED;
}
