import { join } from 'node:path';
import { withoutInherited } from '@wavehooks/process';

const WAVE = join(import.meta.dirname, '..', 'bin', 'wave.cjs');

/** What decides how Node itself behaves, and where files go: a resident answers only for callers with the same. */
export const isAmbient = (name: string): boolean =>
  /^(HOME|TMPDIR|TMP|TEMP|TZ|SSL_CERT_(FILE|DIR)|(NODE|UV)_.*)$/.test(name);

/** Starts the resident process and does not wait for it. Nothing of a caller's environment or open files stays with it. */
export function startResident(env: NodeJS.ProcessEnv = process.env): void {
  const kept = Object.entries(env).filter(([name]) => isAmbient(name));
  // Loaded here: an answer pays for nothing that it does not need.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [WAVE, 'guard', 'serve'], {
    cwd: '/',
    env: { ...Object.fromEntries(kept), PATH: '/usr/bin:/bin' },
    stdio: withoutInherited(['ignore', 'ignore', 'ignore']),
    detached: true,
  });
  // The next event finds no resident then, and tries again.
  child.on('error', () => {});
  child.unref();
}
