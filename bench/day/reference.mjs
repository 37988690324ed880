// A process that stays small and, when asked, says how long it takes to start ten others: what the
// machine itself is worth at that time.
import { raw } from '../raw.mjs';

const STARTS = 10;

process.on('message', async () => {
  const began = performance.now();
  for (let n = 0; n < STARTS; n++) await raw('/bin/sh', ['-c', 'true'], '');
  process.send((performance.now() - began) / STARTS);
});
