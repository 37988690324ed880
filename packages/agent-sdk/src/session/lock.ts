import { readFileSync, rmSync, writeFileSync } from 'node:fs';

export interface Lock {
  release(): void;
}

/** Another process has the session open. */
export class SessionBusy extends Error {
  readonly pid: number;
  constructor(pid: number) {
    super(`this session is in use by another process (pid ${pid})`);
    this.pid = pid;
  }
}

/** One process a session. A lock whose owner is gone is nobody's. */
export function lockSession(file: string): Lock {
  const path = `${file}.lock`;
  for (let tries = 0; tries < 10; tries++) {
    if (take(path)) return { release: () => rmSync(path, { force: true }) };
    const owner = ownerOf(path);
    if (owner !== undefined && owner !== process.pid && isAlive(owner))
      throw new SessionBusy(owner);
    rmSync(path, { force: true });
  }
  throw new Error(`${path} cannot be taken`);
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function ownerOf(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
