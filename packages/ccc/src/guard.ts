import { processIo } from './cli/io.ts';
import { answerAtOnce } from './hook/at-once.ts';

/**
 * The recursion guard: a reviewer's own hooks must not be reviewed in turn. It comes before everything
 * else (bin/start.cjs looks for it) and needs no id, no settings and no input.
 */
async function main(): Promise<void> {
  processIo.out(await answerAtOnce('this is a review itself, so it is not reviewed'));
  process.exit(0);
}

main();
