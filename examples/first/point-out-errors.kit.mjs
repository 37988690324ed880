// Points out errors in what a tool returned.
// Runs after a tool call.
import { context, defineHook } from '@wavehooks/hook-kit';

export const hook = defineHook('PostToolUse', (input) => {
  if (/error/i.test(JSON.stringify(input.tool_response)))
    return context('Something went wrong: find out why before you go on.');
});
