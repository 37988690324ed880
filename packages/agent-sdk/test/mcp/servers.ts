import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const MEMORY = fileURLToPath(new URL('./memory-server.ts', import.meta.url));
export const WILD = fileURLToPath(new URL('./wild-server.mjs', import.meta.url));

type Env = Readonly<Record<string, string>>;

/** The memory server as a configuration names it. */
export const memory = (env: Env = {}, ...args: string[]) => ({
  command: process.execPath,
  args: [MEMORY, ...args],
  env,
});

/** A server that behaves as badly as `how` says. */
export const wild = (how: object, more: object = {}) => ({
  command: process.execPath,
  args: [WILD],
  env: { HOW: JSON.stringify(how) },
  ...more,
});

/** The memory server over HTTP, as a process of its own. */
export async function startHttp(env: Env = {}): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [MEMORY, 'http'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [chunk] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(chunk).trim()}/mcp`, child };
}

export function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
