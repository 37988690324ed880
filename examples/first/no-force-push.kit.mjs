// Refuses a forced git push. One with --force-with-lease may pass.
// Runs before a tool call.
import { ask, defineHook, deny } from '@wavehooks/hook-kit';
import { commandsIn, hasOption } from '@wavehooks/hook-kit/shell';

export const hook = defineHook(
  'PreToolUse',
  (input) => {
    if (input.tool_name !== 'Bash') return;
    const { commands, unread } = commandsIn(input.tool_input.command);
    const pushes = commands.filter(({ program, verb }) => program === 'git' && verb === 'push');
    for (const push of pushes)
      if (
        hasOption(push, '-f', '--force', '--mirror') ||
        push.begins.some((text) => text.startsWith('+'))
      )
        return deny('Do not force a push: it can lose the work of others.');
    if (unread.length > 0 || pushes.some(({ open }) => open))
      return ask('It cannot be told whether this forces a push.');
  },
  { failClosed: true },
);
