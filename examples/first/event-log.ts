// Writes every event to ~/wave-events.jsonl.
// Runs when the agent waits for you or is done. It can only look on.
import { appendFileSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';

interface Event {
  hook_event_name: string;
}

const event = JSON.parse(readFileSync(0, 'utf8')) as Event;

appendFileSync(`${homedir()}/wave-events.jsonl`, `${JSON.stringify(event)}\n`);
