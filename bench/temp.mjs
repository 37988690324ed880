import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory that is gone afterwards. */
export async function tempDir(within = tmpdir()) {
  const dir = await mkdtemp(join(within, 'wave-bench-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** Where files are in memory, or the usual place where there is none such. */
export const inMemory = () => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
