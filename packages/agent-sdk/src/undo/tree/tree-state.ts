import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { putInPlace } from '@wavehooks/process/files';
import type { DirectoryEntry } from './entry.ts';
import { filesIn, packsIn } from './packs.ts';

/** Where a session keeps what it noted of the project: a directory with the tree, the calls and the packs. */
export interface TreePlaces {
  readonly dir: string;
  /** What the next session of the project starts with: such a directory as well. */
  readonly latest: string;
}

/** A call that is under way; `shared` where others may have been at it as well. */
export interface OpenSpan {
  readonly by: string;
  readonly shared: boolean;
}

type Roots = Map<string, DirectoryEntry>;
type Calls = ReadonlyMap<string, OpenSpan>;

const [TREE, CALLS, VERSION] = ['tree', 'calls', 3];

export const latestTree = (sessions: string): string => join(sessions, 'latest.tree');

export const hasTree = ({ dir }: TreePlaces): boolean => existsSync(join(dir, TREE));

/** Takes up this session's own state, or what the last session left. */
export function takeUp({ dir, latest }: TreePlaces): { roots: Roots; calls: Calls } {
  if (!hasTree({ dir, latest })) {
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    // Links: whatever becomes of the other directory, what this one holds stays.
    for (const name of attempt(() => [...packsIn(latest), TREE]) ?? [])
      attempt(() => link(join(latest, name), join(dir, name)));
  }
  const roots = read<Roots>(join(dir, TREE)) ?? new Map();
  const packs = new Set(packsIn(dir));
  // The last session may have gone while its packs were linked.
  const isWhole = [...filesIn(roots)].every(({ pack }) => packs.has(pack));
  const calls = read<Calls>(join(dir, CALLS)) ?? new Map();
  return { roots: isWhole ? roots : new Map(), calls };
}

/** Not every file system has links. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

export const writeTree = ({ dir }: TreePlaces, roots: Roots): void => write(join(dir, TREE), roots);

export const writeCalls = ({ dir }: TreePlaces, calls: Calls): void =>
  write(join(dir, CALLS), calls);

/** Hands the state on to the next session. */
export function handOn({ dir, latest }: TreePlaces): void {
  rmSync(join(dir, CALLS), { force: true });
  rmSync(latest, { recursive: true, force: true });
  renameSync(dir, latest);
  prune(dirname(latest));
}

/** What a killed session left is kept so long for it to be resumed. */
const KEPT_MS = 30 * 24 * 3_600_000;

function prune(sessions: string): void {
  for (const name of readdirSync(sessions).filter((one) => one.endsWith('.tree'))) {
    const file = join(sessions, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > KEPT_MS && file !== latestTree(sessions))
      rmSync(file, { recursive: true, force: true });
  }
}

function write(file: string, value: Roots | Calls): void {
  const temp = `${file}.${randomUUID()}.tmp`;
  const bytes = serialize({ version: VERSION, value });
  putInPlace(file, temp, () => writeFileSync(temp, bytes, { flag: 'wx', mode: 0o600 }));
}

/** Undefined where there is none of ours. */
const read = <T>(file: string): T | undefined =>
  attempt(() => {
    const { version, value } = deserialize(readFileSync(file)) as { version: number; value: T };
    return version === VERSION ? value : undefined;
  });

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
