// Blocks while HOLD.txt is there.
// Runs when settings or an approved script changed on disk. Exit 2 blocks it, and stderr says why.
import { existsSync, readFileSync } from 'node:fs';

interface Event {
  cwd: string;
}

const event = JSON.parse(readFileSync(0, 'utf8')) as Event;

if (existsSync(`${event.cwd}/HOLD.txt`)) {
  console.error('HOLD.txt is there: wait until it is gone.');
  process.exit(2);
}
