import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export { HOOK_ENV, type Result, startWave, WAVE, wave } from './start-wave.ts';

/** A home directory and a project, both of the test's own. */
export interface Place {
  readonly home: string;
  readonly project: string;
  write(path: string, content: unknown): string;
}

export function place(): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wave-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  const project = join(root, 'project');
  mkdirSync(home);
  mkdirSync(project);
  const write = (path: string, content: unknown) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
  };
  return { home, project, write };
}
