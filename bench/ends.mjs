// Starts what other agents and scripts start for each event, again and again beside others, and looks whether each ends.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { wholeNumber } from './measure.mjs';

const USAGE = 'usage: ends [--count N] [--at-once N] [--patience SECONDS]';
const DEFAULTS = { count: '10000', 'at-once': '20', patience: '300' };

const bin = (name) => new URL(`../packages/${name}`, import.meta.url).pathname;
const wave = bin('code/bin/wave.cjs');
const EVENT = { session_id: 's', hook_event_name: 'PreToolUse', tool_name: 'Bash' };
const CALL = JSON.stringify({ ...EVENT, tool_input: { command: 'ls' }, tool_use_id: 't' });

/** What is started in turn: words, input, and the code of its end. */
const STARTS = [
  { words: [wave, 'guard', 'claude-code'], input: CALL, code: 0 },
  { words: [bin('code/bin/guard.cjs'), 'codex'], input: CALL, code: 0 },
  { words: [wave, 'hooks', 'run', 'PreToolUse'], input: CALL, code: 0 },
  { words: [wave, '-p', 'hello', '--model', 'practice'], input: '', code: 0 },
  { words: [bin('ccc/bin/ccc.cjs'), 'supervisor-hook'], input: CALL, code: 0 },
];

async function main() {
  const { count, atOnce, patience } = read(process.argv.slice(2));
  const home = mkdtempSync(join(tmpdir(), 'wave-ends-'));
  const faults = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const at = next++;
      const fault = await one(STARTS[at % STARTS.length], home, patience);
      if (fault) faults.push(fault);
      if (at % 500 === 499 || fault) console.error(`${at + 1} starts${fault ? `: ${fault}` : ''}`);
    }
  };
  const began = Date.now();
  await Promise.all(Array.from({ length: atOnce }, work));
  rmSync(home, { recursive: true, force: true });
  const seconds = Math.round((Date.now() - began) / 1_000);
  console.log(`${count} starts, ${atOnce} at once, ${seconds} s: ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

function one({ words, input, code }, home, patience) {
  const env = { ...process.env, HOME: home, CCC_SUPERVISOR_ID: 'ends' };
  const child = spawn(process.execPath, words, { cwd: home, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  child.stdin.on('error', () => {}).end(input);
  return new Promise((resolve) => {
    const name = words.slice(0, 3).join(' ');
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve(`${name} did not end in ${patience} s; it had said: ${said.slice(0, 200)}`);
    }, patience * 1_000);
    child.on('exit', (ended, signal) => {
      clearTimeout(timer);
      resolve(ended === code ? undefined : `${name} ended with ${ended ?? signal}: ${said}`);
    });
  });
}

function read(args) {
  try {
    const options = Object.fromEntries(
      Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string', default: value }]),
    );
    const { 'at-once': atOnce, ...rest } = parseArgs({ args, options }).values;
    return Object.fromEntries(Object.entries({ ...rest, atOnce }).map(wholeNumber));
  } catch (error) {
    console.error(`ends: ${error.message}\n${USAGE}`);
    process.exit(1);
  }
}

await main();
