import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hashOf } from '@wavehooks/hooks/scripts';
import { readRegularFile } from '@wavehooks/process/files';
import { onInterrupt } from '../../cli/signals.ts';
import { SOURCES } from '../init/stale-builds.ts';
import { isScenario } from './find-scenarios.ts';

/** Scenarios, with all that lies below them; and the files that they start, whose sources lie beside. */
export interface Watched {
  readonly files: readonly string[];
  readonly started: readonly string[];
}

/** A first run that has been, when it began, and how to do it again. */
export interface Rerun {
  readonly watched: Watched;
  readonly began: number;
  readonly again: () => Promise<void>;
  readonly tell: (text: string) => void;
}

/** Editors write a file in several steps. */
const SETTLE_MS = 150;

/** A file's date may lag behind the clock by a tick. */
const TICK_MS = 20;

/** Who saves more often than that without waiting for a result? A hook that writes its own script does. */
const MOST_IN_A_ROW = 5;

/**
 * Runs `again` after every change beside the scenarios and what they start, until somebody interrupts.
 * While it runs, hooks may write there themselves: then only scenarios and scripts count, by what they hold.
 */
export async function watchFiles({ watched, began, again, tell }: Rerun): Promise<never> {
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  const run = async () => {
    running = true;
    for (let times = 1; await changesDuring(again, watched); times++)
      if (times === MOST_IN_A_ROW) {
        tell(`scripts change whenever they are tested; waiting for the next change\n`);
        break;
      }
    running = false;
  };
  const changed = () => {
    if (running) return;
    clearTimeout(timer);
    timer = setTimeout(run, SETTLE_MS);
  };
  const { files, started } = watched;
  const watchers = [
    ...dirsOf(files).map((dir) => watch(dir, { recursive: true }, changed)),
    ...dirsOf(started).map((dir) => watch(dir, changed)),
  ];
  onInterrupt(async () => close(watchers));
  // Nobody watched during the first run, nor until the watchers are up.
  await wait(SETTLE_MS);
  if (scriptsOf(watched).some((file) => isSince(file, began))) changed();
  return new Promise<never>(() => {});
}

/** What was saved while it ran was perhaps read before that. */
async function changesDuring(work: () => Promise<void>, watched: Watched): Promise<boolean> {
  const before = contentsOf(watched);
  await work();
  // What hooks wrote last is heard of only now.
  await wait(SETTLE_MS);
  return contentsOf(watched) !== before;
}

/** All scripts with what they hold, as one text to compare. */
const contentsOf = (watched: Watched): string =>
  JSON.stringify(scriptsOf(watched).map((file) => [file, contentOf(file)]));

function contentOf(file: string): string | undefined {
  try {
    return hashOf(readRegularFile(file));
  } catch {
    return undefined;
  }
}

/** The scenarios, what they start, and what is of the same kind beside it: it may be loaded. */
function scriptsOf({ files, started }: Watched): string[] {
  const own = new Set(started.map((file) => extname(file)).filter((ending) => ending !== ''));
  const endings = new Set([...own].flatMap((ending) => [ending, ...(SOURCES[ending] ?? [])]));
  const beside = dirsOf([...files, ...started]).flatMap((dir) =>
    readdirSync(dir)
      .filter((name) => isScenario(name) || endings.has(extname(name)))
      .map((name) => join(dir, name)),
  );
  return [...new Set([...files, ...started, ...beside])].sort();
}

const isSince = (file: string, time: number): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.ctimeMs ?? 0) > time - TICK_MS;

/** Those that are there: a script may be missing. */
const dirsOf = (files: readonly string[]): string[] =>
  [...new Set(files.map((file) => dirname(file)))].filter((dir) => existsSync(dir));

function close(watchers: readonly FSWatcher[]): void {
  for (const watcher of watchers) watcher.close();
}
