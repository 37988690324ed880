// Tells the agent the conventions of this project.
// Runs when a session begins or goes on, before its next prompt. What is in additionalContext reaches the model.
import { readFileSync } from 'node:fs';

interface Event {
  hook_event_name: string;
}

const event = JSON.parse(readFileSync(0, 'utf8')) as Event;

const hookSpecificOutput = {
  hookEventName: event.hook_event_name,
  additionalContext: 'Conventions: small commits, tests beside the code.',
};
console.log(JSON.stringify({ hookSpecificOutput }));
