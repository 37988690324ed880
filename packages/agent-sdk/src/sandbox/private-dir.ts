import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, ownName } from '@wavehooks/process/files';

/** What the sandboxes of a session share: a temporary directory, and a file that nobody may read. */
export interface PrivateDir {
  readonly dir: string;
  readonly temporary: string;
  readonly blank: string;
  remove(): void;
}

const NAME = 'wave-sandbox-';

export function openPrivateDir(): PrivateDir {
  sweep();
  const dir = mkdtempSync(join(tmpdir(), `${NAME}${ownName()}-`));
  const temporary = join(dir, 'tmp');
  const blank = join(dir, 'blank');
  mkdirSync(temporary, { mode: 0o700 });
  writeFileSync(blank, '');
  chmodSync(blank, 0);
  const remove = () => {
    process.off('exit', remove);
    rmSync(dir, { recursive: true, force: true });
  };
  process.on('exit', remove);
  return { dir, temporary, blank, remove };
}

/** What processes left that were killed: nobody uses it any more. */
function sweep(): void {
  for (const name of namesIn(tmpdir())) {
    const [, owner] = /^wave-sandbox-(\d+-[^-]*)-/.exec(name) ?? [];
    if (owner === undefined || isAlive(owner)) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
