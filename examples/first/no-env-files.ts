// Keeps the agent away from .env files.
// Runs before a tool call. Exit 2 refuses it, and the agent gets stderr as the reason.
import { readFileSync } from 'node:fs';

interface Event {
  tool_input: Record<string, unknown>;
}

const event = JSON.parse(readFileSync(0, 'utf8')) as Event;

for (const [name, value] of Object.entries(event.tool_input))
  if (name.endsWith('_path') && /(^|\/)\.env(\.[^/]*)?$/.test(String(value))) {
    console.error('Leave .env files alone: they hold secrets.');
    process.exit(2);
  }
