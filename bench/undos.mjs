// Runs random sequences of edits, commands and undos, and compares every file with what it was.
// It runs what the test does (packages/agent-sdk/test/undo/sequences.ts), only longer.
import { parseArgs } from 'node:util';
import { runSequence } from '../packages/agent-sdk/test/undo/sequences.ts';
import { wholeNumber } from './measure.mjs';

const USAGE = 'usage: undos [--count N] [--seed N] [--boxed]';
const DEFAULTS = { count: '1000', seed: '1' };

async function main() {
  const args = process.argv.slice(2);
  // Every other prompt in the sandbox, at random.
  const boxed = args.includes('--boxed');
  const { count, seed } = read(args.filter((arg) => arg !== '--boxed'));
  const began = Date.now();
  const faults = [];
  for (let n = 0; n < count; n++) {
    faults.push(...(await runSequence(seed + n, { boxed })));
    if ((n + 1) % 50 === 0) console.error(`${n + 1} sequences, ${faults.length} faults`);
  }
  for (const fault of faults) console.error(fault);
  const seconds = Math.round((Date.now() - began) / 1_000);
  console.log(`${count} sequences of edits, commands and undos, ${seconds} s`);
  console.log(`${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

function read(args) {
  try {
    const options = Object.fromEntries(
      Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string', default: value }]),
    );
    return Object.fromEntries(Object.entries(parseArgs({ args, options }).values).map(wholeNumber));
  } catch (error) {
    console.error(`undos: ${error.message}\n${USAGE}`);
    process.exit(1);
  }
}

await main();
