import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeIfKilled } from '@wavehooks/process';

/**
 * Puts a whole file in its place at once: nobody ever sees half of it. `real` has its links
 * followed already, so a link stays a link. Keeps the mode of the file that was there.
 */
export async function saveFile(
  real: string,
  content: string | Buffer,
  before?: Stats,
): Promise<Stats> {
  const dir = dirname(real);
  await mkdir(dir, { recursive: true });
  const temp = join(dir, `.wave-${randomBytes(6).toString('hex')}.tmp`);
  const inPlace = removeIfKilled(temp);
  try {
    await writeTemp(temp, content, before);
    await rename(temp, real);
  } catch (error) {
    await rm(temp, { force: true });
    throw error;
  } finally {
    inPlace();
  }
  return stat(real);
}

/** Whether this is the name of a file that is still being written, or was when its process was killed. */
export const isTemporary = (name: string): boolean => /^\.wave-[0-9a-f]{12}\.tmp$/.test(name);

async function writeTemp(
  temp: string,
  content: string | Buffer,
  before: Stats | undefined,
): Promise<void> {
  const handle = await open(temp, 'wx', 0o666);
  try {
    await handle.writeFile(content);
    if (before !== undefined) await keepOwner(handle, before);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function keepOwner(handle: FileHandle, before: Stats): Promise<void> {
  // Only root may give files away; for everybody else the file becomes their own.
  if (process.getuid?.() === 0) await handle.chown(before.uid, before.gid);
  await handle.chmod(before.mode & 0o7777);
}
