// Asks for the tests after an edit of code.
// Runs after a tool call.
import { context, defineHook } from '@wavehooks/hook-kit';

export const hook = defineHook('PostToolUse', (input) => {
  for (const [name, value] of Object.entries(input.tool_input))
    if (name.endsWith('_path') && /\.(js|ts|py|go|rs|ipynb)$/.test(String(value)))
      return context('Run the tests before you go on.');
});
