// Blocks while HOLD.txt is there.
// Runs when settings or an approved script changed on disk.
import { existsSync } from 'node:fs';
import { block, defineHook } from '@wavehooks/hook-kit';

export const hook = defineHook('ConfigChange', () => {
  if (existsSync('HOLD.txt')) return block('HOLD.txt is there: wait until it is gone.');
});
