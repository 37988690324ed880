// Kills `wave -p` at random moments of scripted sessions, and looks what is lost and what is left.
// It runs what the test does (packages/code/test/kills), only longer.
import { parseArgs } from 'node:util';
import { runChain } from '../packages/code/test/kills/chain.ts';
import { wholeNumber } from './measure.mjs';

const USAGE = 'usage: kills [--count N] [--chain N] [--at-once N] [--seed N]';
const DEFAULTS = { count: '1000', chain: '10', 'at-once': '2', seed: '1' };

async function main() {
  const { count, chain, atOnce, seed } = read(process.argv.slice(2));
  const began = Date.now();
  const sum = { kills: 0, marks: 0, torn: 0, during: {}, calls: {}, faults: [] };
  let next = 0;
  const chains = Math.ceil(count / chain);
  const work = async () => {
    while (next < chains) {
      const at = next++;
      add(sum, await runChain(seed + at, Math.min(chain, count - at * chain)));
      console.error(`${sum.kills} kills, ${sum.faults.length} faults`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  print(sum, chains, Math.round((Date.now() - began) / 1_000));
  process.exitCode = sum.faults.length > 0 ? 1 : 0;
}

function read(args) {
  try {
    const options = Object.fromEntries(
      Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string', default: value }]),
    );
    const { values } = parseArgs({ args, options });
    const { 'at-once': atOnce, ...rest } = values;
    return Object.fromEntries(Object.entries({ ...rest, atOnce }).map(wholeNumber));
  } catch (error) {
    console.error(`kills: ${error.message}\n${USAGE}`);
    process.exit(1);
  }
}

function add(sum, report) {
  for (const name of ['kills', 'marks', 'torn']) sum[name] += report[name];
  for (const counts of ['during', 'calls'])
    for (const [name, times] of Object.entries(report[counts]))
      sum[counts][name] = (sum[counts][name] ?? 0) + times;
  sum.faults.push(...report.faults);
  for (const fault of report.faults) console.error(fault);
}

function print({ kills, marks, torn, during, calls, faults }, chains, seconds) {
  console.log(`${kills} kills in ${chains} sessions, ${seconds} s`);
  console.log(`last line printed before a kill: ${list(during)}`);
  console.log(`calls that came to a good end: ${list(calls)}`);
  console.log(`${marks} messages, results and contexts were known, and looked for after each kill`);
  console.log(`${torn} session files ended within a line`);
  console.log(`${faults.length} faults`);
}

const list = (counts) =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');

await main();
