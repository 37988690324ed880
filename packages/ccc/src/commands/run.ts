import { constants } from 'node:os';
import { type Command, HelpRequest, UsageError } from '../cli/command.ts';

const USAGE = 'usage: ccc run -- AGENT [ARG ...]';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** `ccc run`: an agent with an id of its own, at the same terminal, with its exit code. */
export const run: Command = async (args, io) => {
  if (args[0] === '--help' || args[0] === '-h') throw new HelpRequest(USAGE);
  const [file, ...rest] = args[0] === '--' ? args.slice(1) : args;
  if (file === undefined) throw new UsageError(`which agent?\n${USAGE}`);
  const id = io.env['CCC_SUPERVISOR_ID'] || process.getBuiltinModule('node:crypto').randomUUID();
  // Somebody who reviews must not be taken for the one who is reviewed.
  const { CCC_SUPERVISOR_HOOK: _, ...env } = io.env;
  return become(file, rest, { ...env, CCC_SUPERVISOR_ID: id });
};

/** Ctrl-C at a terminal goes to the agent as well: passed on, it would count twice. */
const reaches = (signal: string) => signal === 'SIGINT' && process.stdin.isTTY;

function become(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  // Before it starts: a signal right after that would end only us, and leave the agent behind.
  for (const signal of SIGNALS) process.on(signal, () => reaches(signal) || child.kill(signal));
  const child = spawn(file, args, { env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new UsageError(`${file}: ${error.message}`)));
    child.on('exit', (code, signal) =>
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)),
    );
  });
}
