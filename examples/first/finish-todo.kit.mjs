// Sends the agent back to work while TODO.txt is there.
// Runs when the agent would stop.
import { existsSync } from 'node:fs';
import { block, defineHook } from '@wavehooks/hook-kit';

export const hook = defineHook('Stop', (input) => {
  // When it was sent back already, once is enough.
  if (!input.stop_hook_active && existsSync('TODO.txt'))
    return block('There is still something to do, see TODO.txt.');
});
