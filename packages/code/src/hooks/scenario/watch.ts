import { type FSWatcher, watch } from 'node:fs';
import { dirname } from 'node:path';
import { onInterrupt } from '../../cli/signals.ts';

/** Editors write a file in several steps. */
const SETTLE_MS = 150;

/**
 * Runs `again` after every change beside the files, until somebody interrupts. What changes while it
 * runs is the hooks' own doing and starts nothing.
 */
export async function watchFiles(
  files: readonly string[],
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
  const watchers = [...new Set(files.map((file) => dirname(file)))].map((dir) =>
    watch(dir, { recursive: true }, changed),
  );
  onInterrupt(async () => close(watchers));
  return new Promise<never>(() => {});
}

function close(watchers: readonly FSWatcher[]): void {
  for (const watcher of watchers) watcher.close();
}
