// Programs, files and events that measurements share. Loads nothing of Wave: the floors run in processes that only hold this.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const WAVE = fileURLToPath(new URL('../packages/code/bin/wave.cjs', import.meta.url));

/** The floor: a program with nothing around it, fed, and read to its end. */
export async function raw(file, args, stdin, options = {}) {
  const stdio = ['pipe', 'pipe', 'pipe'];
  const child = spawn(file, args, { stdio, detached: true, ...options });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const closed = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // A program that ends without having read its input is no error.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const code = await closed;
  return { code, stdout: out(), stderr: err() };
}

export const rawShell = (command, stdin) => raw('/bin/sh', ['-c', command], stdin);

/** Decoding the output belongs to the floor: its reader needs text. */
function collect(stream) {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

/** A case that does not do its work would look fast. */
export function mustSucceed({ code, stderr }, what) {
  if (code !== 0) throw new Error(`${what} exited ${code}: ${stderr}`);
}

/** Wraps a program in a shell that prints the processor time of it and of all that it waited for. */
export const counted = (words) => [
  ...['sh', '-c', '"$@" </dev/null >/dev/null && times', 'sh'],
  ...words,
];

/** Milliseconds, user and system, from the last line that such a shell printed. */
export function cpuIn(output) {
  const line = output.trim().split('\n').at(-1) ?? '';
  const times = [...line.matchAll(/(\d+)m([\d.]+)s/g)];
  if (times.length !== 2) throw new Error(`expected two times, got ${line.slice(0, 80)}`);
  return times.reduce((sum, [, min, s]) => sum + (min * 60 + Number(s)) * 1e3, 0);
}

/** A directory that is removed afterwards. */
export async function tempDir(within = tmpdir()) {
  const dir = await mkdtemp(join(within, 'wave-bench-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Where files are in memory, or the usual place where there is no such directory. */
export const inMemory = () => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

/** Complete, so that the engine has nothing to add and both sides write the same bytes. */
export const eventWith = (command) => ({
  session_id: '5f0c6a52-7d0f-4e57-9a0e-6a2f6a3b1c11',
  transcript_path: '',
  cwd: process.cwd(),
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_use_id: 'toolu_01',
  tool_name: 'Bash',
  tool_input: { command },
});

/** The same commands side by side as bare processes. */
export async function spawnAll(list, event) {
  const bytes = Buffer.from(`${JSON.stringify(event)}\n`);
  const once = async (command) => mustSucceed(await rawShell(command, bytes), command);
  await Promise.all(list.map(once));
}
