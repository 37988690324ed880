// Refuses calls that name production.
// Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.
import { readFileSync } from 'node:fs';

interface Event {
  tool_input: Record<string, unknown>;
}

const event = JSON.parse(readFileSync(0, 'utf8')) as Event;

// Every parameter of the call, whatever the tool.
if (/production/i.test(JSON.stringify(event.tool_input))) {
  console.error('This names production: ask before you touch it.');
  process.exit(2);
}
