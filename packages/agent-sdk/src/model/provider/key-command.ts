import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A program that asks for a fingerprint needs a moment. */
const PATIENCE_MS = 60_000;

/** The key that a command of the user's settings prints. The message of a failure never has the key in it. */
export async function keyFrom(command: string, signal: AbortSignal): Promise<string> {
  const { stdout } = await run('/bin/sh', ['-c', command], { signal, timeout: PATIENCE_MS }).catch(
    (error: { code?: unknown; stderr?: string }) => {
      const said = error.stderr?.trim().slice(0, 200) || `ended with ${String(error.code)}`;
      throw new Error(`the command for the key failed: ${said} (keyCommand: ${command})`);
    },
  );
  const key = stdout.trim();
  if (key === '')
    throw new Error(`the command for the key printed nothing (keyCommand: ${command})`);
  return key;
}
