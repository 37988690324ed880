import { spawn } from 'node:child_process';

const PIPES = ['pipe', 'pipe', 'pipe'];

/** The floor: a program started with nothing around it, fed, and read to its end. */
export async function raw(file, args, stdin, options = {}) {
  const child = spawn(file, args, { stdio: PIPES, detached: true, ...options });
  const out = collect(child.stdout);
  const err = collect(child.stderr);
  const closed = closeOf(child);
  // A program that ends without having read its input is no error.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const code = await closed;
  return { code, stdout: out(), stderr: err() };
}

export const rawShell = (command, stdin) => raw('/bin/sh', ['-c', command], stdin);

/** A case that does not do its work would look fast. */
export function mustSucceed({ code, stderr }, what) {
  if (code !== 0) throw new Error(`${what} exited ${code}: ${stderr}`);
}

/** Text is what whoever reads a program's output needs, so decoding it belongs to the floor. */
function collect(stream) {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

function closeOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}
