import { execFile } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';

const MOST = 50_000;
const FRESH_MS = 10_000;

/** The paths of a project's files, as far as they are known by now: listed in the background. */
export function projectFiles(dir: string): () => readonly string[] {
  let files: readonly string[] = [];
  let asked = 0;
  const refresh = () => {
    asked = Date.now();
    const options = { cwd: dir, maxBuffer: 16 * 1024 * 1024, timeout: 10_000 };
    execFile(rgPath, ['--files', '--hidden', '--glob', '!.git'], options, (_error, stdout) => {
      const found = stdout.split('\n').filter(Boolean).slice(0, MOST);
      if (found.length > 0) files = found;
    });
  };
  return () => {
    if (Date.now() - asked > FRESH_MS) refresh();
    return files;
  };
}
