import type { Command, Io } from '../src/cli/command.ts';
import { report } from '../src/cli/command.ts';
import type { Result } from './start-wave.ts';

/**
 * Runs a command without a process of its own: for what it writes and says, where a hundred starts would prove
 * nothing more. It has no terminal, no input, and the home of the test's own process.
 */
export async function inProcess(command: Command, args: string[], cwd: string): Promise<Result> {
  const said = { stdout: '', stderr: '' };
  const io: Io = {
    cwd,
    color: false,
    out: (text) => {
      said.stdout += text;
    },
    err: (text) => {
      said.stderr += text;
    },
    whenBroken: () => {},
    readStdin: async () => '',
    readPiped: async () => '',
    readLines: async function* () {},
    stdinIsTerminal: () => false,
    stdoutIsTerminal: () => false,
  };
  try {
    return { code: await command(args, io), ...said };
  } catch (error) {
    return { code: report(error, io), ...said };
  }
}
