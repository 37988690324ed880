// `npm run conformance acp`: `wave acp` against the cases of acpx, then with acpx itself as the editor.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installAside } from '../aside.mjs';
import { CASES } from './acp-cases.mjs';
import { makePlace, openClient } from './acp-client.mjs';
import { LINES } from './acpx-lines.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const WAVE = [
  process.execPath,
  join(root, 'packages/code/bin/wave.cjs'),
  ...['acp', '--model', 'practice'],
];
const CASE_MS = 60_000;

let failed = 0;
for (const [name, row] of Object.entries(CASES)) await told(name, () => runCase(row));
const aside = installAside(root, 'acpx', { acpx: '0.19.1' });
const place = makePlace();
for (const line of LINES) await told(`acpx ${line.args.join(' ')}`, () => runLine(line));
await told('acpx: what was denied did not run', async () => {
  for (const name of ['denied', 'planned'])
    if (existsSync(join(place.project, name))) throw new Error(`${name} is there`);
});
place.remove();
console.log(failed === 0 ? 'ACP: all pass' : `ACP: ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function told(name, work) {
  try {
    await within(CASE_MS, work());
    console.log(`pass  ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}`);
    console.error(error.message);
  }
}

async function runCase(row) {
  const { run = row, denies = false } = row;
  const own = makePlace();
  const editor = await openClient(WAVE, own, !denies);
  try {
    await run(editor, own);
  } finally {
    await editor.end();
    own.remove();
  }
}

async function runLine({ args, flags = [], prints }) {
  const cli = join(aside, 'node_modules/acpx/dist/cli.js');
  const agent = WAVE.map((word) => JSON.stringify(word)).join(' ');
  const { code, output } = await runs([cli, '--agent', agent, ...flags, ...args]);
  if (code !== 0 || !prints.test(output))
    throw new Error(`expected exit 0 and ${prints}, got exit ${code}:\n${output}`);
}

/** Only its stdout: on stderr it tells how it does. */
function runs(args) {
  const env = { ...process.env, HOME: place.home };
  const child = spawn(process.execPath, args, { cwd: place.project, env });
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  const late = setTimeout(() => child.kill('SIGKILL'), CASE_MS);
  return new Promise((resolve) =>
    child.on('close', (code) => {
      clearTimeout(late);
      resolve({ code, output });
    }),
  );
}

function within(ms, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${ms / 1000} s`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
