import { execFile } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';

const MOST = 50_000;
const FRESH_MS = 10_000;

/** The paths of a project's files, listed in the background when they are asked for. */
export interface ProjectFiles {
  /** As far as they are known by now; asking has them listed again where that was long ago. */
  list(): readonly string[];
  known(): readonly string[];
  /** Calls `listener` when a list has come. */
  subscribe(listener: () => void): () => void;
}

export function projectFiles(dir: string): ProjectFiles {
  const listeners = new Set<() => void>();
  let files: readonly string[] = [];
  let asked = 0;
  const refresh = () => {
    asked = Date.now();
    const options = { cwd: dir, maxBuffer: 16 * 1024 * 1024, timeout: 10_000 };
    execFile(
      rgPath,
      ['--files', '--null', '--hidden', '--glob', '!.git'],
      options,
      (_error, stdout) => {
        const found = stdout.split('\0').filter(isOneLine).slice(0, MOST);
        if (found.length === 0) return;
        files = found;
        for (const listener of listeners) listener();
      },
    );
  };
  return {
    list: () => {
      if (Date.now() - asked > FRESH_MS) refresh();
      return files;
    },
    known: () => files,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What holds a line break cannot be typed behind an @. */
const isOneLine = (name: string): boolean => name !== '' && !name.includes('\n');
