import { existsSync, type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import { onInterrupt } from '../../cli/signals.ts';

/** Scenarios, with all that lies below them; and the files that they start, whose sources lie beside. */
export interface Watched {
  readonly files: readonly string[];
  readonly started: readonly string[];
}

/** Editors write a file in several steps. */
const SETTLE_MS = 150;

/**
 * Runs `again` after every change beside the scenarios and what they start, until somebody interrupts. What changes while it
 * runs is the hooks' own doing and starts nothing.
 */
export async function watchFiles(
  { files, started }: Watched,
  again: () => Promise<void>,
): Promise<never> {
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  const changed = () => {
    if (running) return;
    clearTimeout(timer);
    timer = setTimeout(async () => {
      running = true;
      await again();
      running = false;
    }, SETTLE_MS);
  };
  const watchers = [
    ...dirsOf(files).map((dir) => watch(dir, { recursive: true }, changed)),
    ...dirsOf(started).map((dir) => watch(dir, changed)),
  ];
  onInterrupt(async () => close(watchers));
  return new Promise<never>(() => {});
}

/** Those that are there: a script may be missing. */
const dirsOf = (files: readonly string[]): string[] =>
  [...new Set(files.map((file) => dirname(file)))].filter((dir) => existsSync(dir));

function close(watchers: readonly FSWatcher[]): void {
  for (const watcher of watchers) watcher.close();
}
