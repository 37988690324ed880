import {
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { freshId } from '../basics/id.ts';
import { endAllOnExit } from '../kin/survivors.ts';
import { removeAllIfKilled } from '../warden/if-killed.ts';
import { isHeld, MARK } from './held.ts';
import { HOLDERS, type SandboxPlan, STAND_INS } from './plan.ts';

// Where nothing is, nothing can be mounted. So what is barred is a directory for as long as a sandbox runs,
// and in it one entry for each sandbox that needs it, also those of other processes: the last one takes the
// directory away. Taken away too early, it would lift the bar inside.

/** After the end of a sandbox, until the kernel has ended all that ran in it. */
const LINGER_MS = 150;

/** Something that is there as long as a sandbox needs it. */
interface Held {
  readonly path: string;
  /** All that is there of it at any time, what lies in a directory before the directory. */
  readonly paths: readonly string[];
  isThere(): boolean;
  make(): void;
  remove(): void;
}

/** How many sandboxes of this process need what it holds. Commands follow each other: the next finds it made. */
const users = new Map<string, number>();

function letGo({ path, remove }: Held): void {
  const left = (users.get(path) ?? 1) - 1;
  if (left > 0) users.set(path, left);
  else if (users.delete(path)) remove();
}

/** One name for all that this process holds. */
let ownId: string | undefined;

/** Makes what a sandbox bars; what it returns takes it away again. Throws where it cannot be made. */
export function holdBars({ layers, runner }: SandboxPlan): () => void {
  if (runner.is !== 'bubblewrap') return () => {};
  ownId ??= `${MARK}${freshId()}`;
  const id = ownId;
  // Bars come first: a stand-in lasts as long as the one next to it.
  const all: readonly Held[] = [
    ...layers.flatMap((layer) => (layer.is === 'bar' ? [barAt(layer.path, id)] : [])),
    ...layers.flatMap((layer) => (layer.is === 'stand-in' ? [standInAt(layer.path, id)] : [])),
  ];
  if (all.length === 0) return () => {};
  const callOff = removeAllIfKilled(all.flatMap(({ paths }) => paths));
  const used: Held[] = [];
  const release = () => {
    held.delete(release);
    for (const one of used.splice(0)) letGo(one);
    callOff();
  };
  try {
    for (const one of all) {
      if (!one.isThere()) one.make();
      users.set(one.path, (users.get(one.path) ?? 0) + 1);
      used.push(one);
    }
  } catch (error) {
    release();
    throw error;
  }
  releaseOnExit();
  held.add(release);
  return () => void setTimeout(release, LINGER_MS).unref();
}
/** What is held now. One listener for all of them: Node warns of many. */
const held = new Set<() => void>();
let watching = false;

function releaseOnExit(): void {
  if (watching) return;
  watching = true;
  // Not before those have ended that still mount: bubblewrap makes what it mounts on.
  endAllOnExit();
  process.on('exit', () => {
    for (const release of held) release();
  });
}

function barAt(path: string, id: string): Held {
  const own = join(path, id);
  const draft = join(dirname(path), id);
  return {
    path,
    paths: [own, path, join(draft, id), draft],
    isThere: () => existsSync(own),
    make: () => place(path, draft, id),
    remove: () => {
      removeQuietly(own);
      removeQuietly(path);
    },
  };
}

function standInAt(path: string, id: string): Held {
  const draft = join(dirname(path), id);
  return {
    path,
    paths: [draft, path],
    isThere: () => users.has(path) && existsSync(path),
    make: () => {
      writeFileSync(draft, STAND_INS[basename(path)] ?? '', { flag: 'wx', mode: 0o644 });
      try {
        // Whole in one step, and never in the place of one that another sandbox has mounted.
        if (!existsSync(path)) linkSync(draft, path);
      } finally {
        rmSync(draft, { force: true });
      }
    },
    remove: () => {
      if (!existsSync(`${path}${HOLDERS}`) && isHeld(path)) rmSync(path, { force: true });
    },
  };
}

/** Others come and go meanwhile: the directory may be there for one try and gone for the next. */
const MOST_TRIES = 50;

/** First as if it were held already: commands follow each other, and the one before lets go of it late. */
function place(path: string, draft: string, id: string): void {
  for (let left = MOST_TRIES; ; left--) {
    try {
      mkdirSync(join(path, id));
      return;
    } catch (error) {
      if (left === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    if (putWhole(path, draft, id)) return;
  }
}

/** In one step, with its entry inside: nobody takes it for an empty directory of the user's. */
function putWhole(path: string, draft: string, id: string): boolean {
  mkdirSync(draft, { mode: 0o700 });
  try {
    mkdirSync(join(draft, id));
    renameSync(draft, path);
    return true;
  } catch {
    // Another sandbox was first.
    removeQuietly(join(draft, id));
    removeQuietly(draft);
    return false;
  }
}

function removeQuietly(dir: string): void {
  try {
    rmdirSync(dir);
  } catch {
    // Others still hold it, or somebody put something there.
  }
}
