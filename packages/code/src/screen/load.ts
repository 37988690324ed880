import { type Command, HelpRequest, UsageError } from '../cli/command.ts';
import { takeTerminal } from './start/take-terminal.ts';

/** `wave`: the agent in the terminal. What draws it is loaded only now, when keys are taken already. */
export const screen: Command = async (args, io) => {
  const taken = takeTerminal(args, io);
  try {
    return await (await import('./open-screen.tsx')).screen(args, io, taken);
  } finally {
    // An answer that is still on its way would be typed into the shell.
    await taken?.told;
    taken?.close();
  }
};

const RESUME_USAGE = `usage: wave resume [SESSION] [options]

Resumes an earlier session of this project on the screen; without SESSION, the last one.
SESSION is a session's id, the start of its id, or its name ("wave sessions" lists them). The options are those
of "wave -p --help". Without a terminal: wave -p --resume SESSION "prompt"`;

/** `wave resume [SESSION]`: the same, on an earlier session; without one, on the last. */
export const resume: Command = (args, io) => {
  if (args.includes('--help') || args.includes('-h')) throw new HelpRequest(RESUME_USAGE);
  const [session, ...rest] = args;
  if (!io.stdinIsTerminal() || !io.stdoutIsTerminal())
    throw new UsageError(
      'wave resume needs a terminal; without one: wave -p --resume SESSION "prompt"',
    );
  if (session === undefined || session.startsWith('-')) return screen(['--continue', ...args], io);
  return screen(['--resume', session, ...rest], io);
};
