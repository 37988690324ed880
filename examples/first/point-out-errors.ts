// Points out errors in what a tool returned.
// Runs after a tool call. What is in additionalContext reaches the model.
import { readFileSync } from 'node:fs';

interface Event {
  tool_response: unknown;
}

const event = JSON.parse(readFileSync(0, 'utf8')) as Event;

if (/error/i.test(JSON.stringify(event.tool_response))) {
  const additionalContext = 'Something went wrong: find out why before you go on.';
  const hookSpecificOutput = { hookEventName: 'PostToolUse', additionalContext };
  console.log(JSON.stringify({ hookSpecificOutput }));
}
