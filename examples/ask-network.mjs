// PreToolUse on Bash: what reaches out into the network is for the user to decide.
import { ask, defineHook } from '@wavehooks/hook-kit';
import { commandsIn } from '@wavehooks/hook-kit/shell';

const PROGRAMS = ['curl', 'wget', 'ssh', 'scp', 'rsync', 'nc', 'ftp', 'telnet'];
const PUBLISHES = ['git push', 'npm publish', 'docker push'];

export const hook = defineHook(
  'PreToolUse',
  (input) => {
    if (input.tool_name !== 'Bash') return;
    const { commands, unread } = commandsIn(input.tool_input.command);
    const found = commands.find(
      ({ program, verb }) => PROGRAMS.includes(program) || PUBLISHES.includes(`${program} ${verb}`),
    );
    if (found) return ask(`This uses the network (${found.program}).`);
    if (unread.length > 0) return ask(`\`${unread[0].part}\`: ${unread[0].why}.`);
  },
  { failClosed: true },
);
