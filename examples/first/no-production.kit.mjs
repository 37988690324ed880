// Refuses calls that name production.
// Runs before a tool call.
import { defineHook, deny } from '@wavehooks/hook-kit';

export const hook = defineHook(
  'PreToolUse',
  (input) => {
    // Every parameter of the call, whatever the tool.
    if (/production/i.test(JSON.stringify(input.tool_input)))
      return deny('This names production: ask before you touch it.');
  },
  { failClosed: true },
);
