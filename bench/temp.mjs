import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory that is gone afterwards. */
export async function tempDir() {
  const dir = await mkdtemp(join(tmpdir(), 'wave-bench-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}
