import { type Command, UsageError } from '../cli/command.ts';

/** `wave`: the agent in the terminal. What draws it is loaded only now. */
export const screen: Command = async (args, io) => (await import('./run.tsx')).screen(args, io);

/** `wave resume [SESSION]`: the same, on an earlier session; without one, on the last. */
export const resume: Command = (args, io) => {
  const [session, ...rest] = args;
  if (!io.stdinIsTerminal() || !io.stdoutIsTerminal())
    throw new UsageError(
      'wave resume needs a terminal; without one: wave -p --resume SESSION "prompt"',
    );
  if (session === undefined || session.startsWith('-')) return screen(['--continue', ...args], io);
  return screen(['--resume', session, ...rest], io);
};
