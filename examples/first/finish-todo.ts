// Sends the agent back to work while TODO.txt is there.
// Runs when the agent would stop. Exit 2 sends it back to work, and stderr says why.
import { existsSync, readFileSync } from 'node:fs';

interface Event {
  stop_hook_active?: boolean;
}

const event = JSON.parse(readFileSync(0, 'utf8')) as Event;

// When it was sent back already, once is enough.
if (!event.stop_hook_active && existsSync('TODO.txt')) {
  console.error('There is still something to do, see TODO.txt.');
  process.exit(2);
}
