import { leave } from '@wavehooks/process';
import { processIo } from './cli/io.ts';
import { answerAtOnce } from './event/at-once.ts';

/**
 * The recursion guard: a reviewer's own hooks must not be reviewed in turn. It comes before everything
 * else (bin/start.cjs looks for it) and needs no id, no settings and no input.
 */
async function main(): Promise<void> {
  const reason = 'this is a review itself, so it is not reviewed';
  processIo.out(await answerAtOnce(reason, isForPrompts(process.argv), processIo));
  leave(0);
}

/** Not by the parser of arguments: here nothing is refused, and loading it would take its time. */
const isForPrompts = (args: readonly string[]): boolean =>
  args.some(
    (arg, at) => arg === '--event=prompt' || (arg === '--event' && args[at + 1] === 'prompt'),
  );

void main();
