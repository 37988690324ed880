// A worker that does what the events tell it, step by step, several events side by side.
import { appendFileSync, closeSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

const journal = process.argv[2];
const note = (text) => journal && appendFileSync(journal, `${text}\n`);
const print = (text) => writeSync(1, text);

const STEPS = {
  say: (said, id) => print(`${JSON.stringify({ id, ...said })}\n`),
  raw: (text, id) => print(text.replaceAll('ID', id)),
  wait: (ms) => wait(ms),
  err: (text) => writeSync(2, text),
  exit: (code) => process.exit(code),
  kill: (signal) => process.kill(process.pid, signal),
  // Busy: nothing else of it runs meanwhile.
  spin: (ms) => {
    for (const end = Date.now() + ms; Date.now() < end; );
  },
  flood: (bytes) => print('x'.repeat(bytes)),
  pid: (_, id) => print(`${JSON.stringify({ id, stdout: `pid ${process.pid}` })}\n`),
  env: (name, id) => print(`${JSON.stringify({ id, stdout: String(process.env[name]) })}\n`),
  cwd: (_, id) => print(`${JSON.stringify({ id, stdout: process.cwd() })}\n`),
  close: (fd) => closeSync(fd),
};

note(`start ${process.pid}`);
const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
  const { id, input, cancel } = JSON.parse(line);
  if (cancel !== undefined) return note(`cancel ${cancel}`);
  note(`ask ${id}`);
  for (const [name, value] of JSON.parse(input.prompt)) await STEPS[name](value, id);
});
lines.on('close', () => {
  note('eof');
  if (process.argv[3] !== 'deaf') process.exit(0);
});
if (process.argv[3] === 'deaf') {
  process.on('SIGTERM', () => note('term'));
  setInterval(() => {}, 1_000);
}
