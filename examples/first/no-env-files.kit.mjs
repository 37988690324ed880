// Keeps the agent away from .env files.
// Runs before a tool call.
import { defineHook, deny } from '@wavehooks/hook-kit';

export const hook = defineHook(
  'PreToolUse',
  (input) => {
    for (const [name, value] of Object.entries(input.tool_input))
      if (name.endsWith('_path') && /(^|\/)\.env(\.[^/]*)?$/.test(String(value)))
        return deny('Leave .env files alone: they hold secrets.');
  },
  { failClosed: true },
);
