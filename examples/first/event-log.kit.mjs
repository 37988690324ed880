// Writes every event to ~/wave-events.jsonl.
// Runs when the agent waits for you or is done. It can only look on.
import { appendFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { defineHook } from '@wavehooks/hook-kit';

export const hook = defineHook('Notification', (input) => {
  appendFileSync(`${homedir()}/wave-events.jsonl`, `${JSON.stringify(input)}\n`);
});
