import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { statsOf } from '../../files/kinds.ts';
import { nameIn, type Resolve } from '../../files/paths.ts';
import { settingsIn } from './git-settings.ts';

/** What git finds from a directory on upwards. */
export interface Repository {
  /** The directory that holds `.git`; undefined where there is none. */
  readonly top: string | undefined;
  /** Nothing in its settings runs a program, and nothing of it is elsewhere. */
  readonly plain: boolean;
  /** Another repository is part of it, with settings of its own. */
  readonly nested: boolean;
}

/** What is there, as one decision sees it. */
type Seen = Pick<Resolve, 'kind' | 'listing' | 'once'>;

/** Every repository above counts: which one git takes depends on whether the lower one is whole. */
export const repositoryAt = (dir: string, seen: Seen): Repository =>
  seen.once(`repository ${dir}`, () => foundAt(dir, seen));

function foundAt(dir: string, seen: Seen): Repository {
  const above = dirname(dir) === dir ? NONE : repositoryAt(dirname(dir), seen);
  if (isBare(dir, seen)) return { ...above, plain: false };
  const own = nameIn(dir, '.git');
  const is = seen.kind(own);
  if (is === undefined) return above;
  if (is === 'link') return { top: dir, plain: false, nested: false };
  const gitDir = is === 'directory' ? own : pointedTo(own, dir);
  if (gitDir === undefined) return { top: dir, plain: false, nested: false };
  const common = commonDir(gitDir, seen);
  const ofTree = nameIn(gitDir, 'config.worktree');
  const settings = [nameIn(common, 'config'), ...(seen.kind(ofTree) ? [ofTree] : [])].map(
    (file) => remembered(file, settingsOf) ?? EMPTY,
  );
  const plain =
    settings.every((one) => one.plain) &&
    ![
      nameIn(common, 'hooks'),
      ...HOOKS_IN_PROJECTS.map((at) => nameIn(dir, at)),
      ...settings.flatMap(({ hooks }) => hooks.map((at) => resolve(dir, at))),
    ].some((hooks) => seen.kind(hooks) !== undefined && existsSync(nameIn(hooks, WRITTEN)));
  return {
    top: dir,
    plain: plain && above.plain,
    nested:
      above.nested ||
      isShared(gitDir, seen) ||
      (remembered(nameIn(gitDir, 'index'), hasLinks) ?? false),
  };
}

/** git runs this when it has written its index anew, as `git status` does. */
const WRITTEN = 'post-index-change';

/** Where your own settings may have git look for them, in every project. */
const HOOKS_IN_PROJECTS = ['.githooks', 'githooks', '.hooks', 'hooks', '.husky', '.husky/_'];

const NONE: Repository = { top: undefined, plain: true, nested: false };
const EMPTY = { plain: true, hooks: [] as readonly string[] };

/** A directory that is itself what else is called `.git`. What is there may be a link that leads nowhere. */
const isBare = (dir: string, { kind }: Seen): boolean =>
  kind(nameIn(dir, 'HEAD')) !== undefined &&
  (kind(nameIn(dir, 'commondir')) !== undefined ||
    (kind(nameIn(dir, 'objects')) !== undefined && kind(nameIn(dir, 'refs')) !== undefined));

function pointedTo(file: string, dir: string): string | undefined {
  const target = /^gitdir: (.+?)\r?\n?$/.exec(textOf(file) ?? '')?.[1];
  return target === undefined ? undefined : resolve(dir, target);
}

function commonDir(gitDir: string, { kind }: Seen): string {
  const file = nameIn(gitDir, 'commondir');
  const shared = (kind(file) && textOf(file))?.replace(/[\r\n]+$/, '');
  return shared === undefined ? gitDir : resolve(gitDir, shared);
}

const textOf = (file: string): string | undefined => contentOf(file)?.toString('utf8');

const settingsOf = (content: Buffer | undefined) =>
  content === undefined ? { ...EMPTY, plain: false } : settingsIn(content.toString('utf8'));

/** Entries of mode 160000 are commits of other repositories. What looks so by chance only asks once too often. */
const hasLinks = (index: Buffer | undefined): boolean =>
  index === undefined || index.includes(Buffer.from([0, 0, 0xe0, 0]));

/** Parts of its index are in other files. */
function isShared(gitDir: string, { listing }: Seen): boolean {
  try {
    for (const name of listing(gitDir)?.keys() ?? readdirSync(gitDir))
      if (name.startsWith('sharedindex.')) return true;
    return false;
  } catch {
    return true;
  }
}

/** Undefined for what cannot be read. */
function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

const known = new Map<string, { readonly key: string; readonly value: unknown }>();
const MAX_KNOWN = 200;

/** What is in a file, found out anew when the file is another; undefined where there is none. */
function remembered<T>(file: string, find: (content: Buffer | undefined) => T): T | undefined {
  const stats = statsOf(file);
  if (stats === undefined) return undefined;
  const key = [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join(' ');
  const last = known.get(file);
  if (last?.key === key) return last.value as T;
  const value = find(contentOf(file));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(file, { key, value });
  return value;
}
