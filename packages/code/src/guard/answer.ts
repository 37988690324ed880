import type { Command } from '../cli/command.ts';
import { respond } from './event/respond.ts';
import { startResident } from './resident/start.ts';

/** Said by the entry's program where it found no resident process to ask. */
const WITH_RESIDENT = '--resident';

/** `wave guard <agent>`: an event of another agent from stdin, answered by this very process. */
export const answer: Command = async (args, io) => {
  if (io.stdinIsTerminal()) io.err("Type the event's JSON and end it with Ctrl-D:\n");
  const { stdout, stderr, code } = await respond({
    words: args.filter((word) => word !== WITH_RESIDENT),
    text: await io.readStdin(),
    env: process.env,
    cwd: io.cwd,
  });
  if (stderr !== '') io.err(stderr);
  if (stdout !== '') io.out(stdout);
  // The agent has its answer: the next one shall come faster.
  if (args.includes(WITH_RESIDENT)) startResident();
  return code;
};
