// Asks for the tests after an edit of code.
// Runs after a tool call. What is in additionalContext reaches the model.
import { readFileSync } from 'node:fs';

interface Event {
  tool_input: Record<string, unknown>;
}

const event = JSON.parse(readFileSync(0, 'utf8')) as Event;

const paths = Object.entries(event.tool_input).filter(([name]) => name.endsWith('_path'));
if (paths.some(([, path]) => /\.(js|ts|py|go|rs|ipynb)$/.test(String(path)))) {
  const additionalContext = 'Run the tests before you go on.';
  const hookSpecificOutput = { hookEventName: 'PostToolUse', additionalContext };
  console.log(JSON.stringify({ hookSpecificOutput }));
}
