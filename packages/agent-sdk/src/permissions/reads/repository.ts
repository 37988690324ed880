import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readRegularFile } from '@wavehooks/process/files';
import { kindOf, statsOf } from '../../files/kinds.ts';
import type { Listing } from '../../files/listings.ts';
import { isWithin, nameIn, pathFrom, type Resolve } from '../../files/paths.ts';
import { settingsIn } from './git-settings.ts';

/** What git finds from a directory on upwards. */
export interface Repository {
  /** The directory that holds `.git`; undefined where there is none. */
  readonly top: string | undefined;
  /** Nothing in its settings runs a program, and nothing of it is elsewhere. */
  readonly plain: boolean;
  /** Nor does anything of it run a program for what does more than to look. */
  readonly inert: boolean;
  /** Another repository is part of it, with settings of its own. */
  readonly nested: boolean;
}

/** Every repository above counts: which one git takes depends on whether the lower one is whole. */
export const repositoryAt = (dir: string, seen: Resolve): Repository =>
  seen.once(`repository ${dir}`, () => foundAt(dir, seen));

function foundAt(dir: string, seen: Resolve): Repository {
  const above = dirname(dir) === dir ? NONE : repositoryAt(dirname(dir), seen);
  const doubtful = { top: dir, plain: false, inert: false, nested: false };
  if (isBare(dir, seen)) return doubtful;
  const own = nameIn(dir, '.git');
  const is = seen.kind(own);
  if (is === undefined) return above;
  if (is === 'link') return doubtful;
  const gitDir = is === 'directory' ? own : pointedTo(own, dir, seen);
  if (gitDir === undefined) return doubtful;
  const common = commonDir(gitDir, seen);
  if (!belongs(gitDir, common, own, above.top ?? dir, seen)) return doubtful;
  const ofTree = nameIn(gitDir, 'config.worktree');
  const settings = [nameIn(common, 'config'), ...(seen.kind(ofTree) ? [ofTree] : [])].map(
    (file) => remembered(file, settingsOf) ?? EMPTY,
  );
  const plain =
    settings.every((one) => one.plain) &&
    [gitDir, common, nameIn(common, 'objects')].every((at) => hasNoLink(at, seen)) &&
    !ELSEWHERE.some((at) => seen.kind(nameIn(common, at)) !== undefined) &&
    ![
      nameIn(common, 'hooks'),
      ...HOOKS_IN_PROJECTS.map((at) => nameIn(dir, at)),
      ...settings.flatMap(({ hooks }) => hooks.map((at) => seen(pathFrom(dir, at)).real)),
    ].some((hooks) => seen.kind(hooks) !== undefined && existsSync(nameIn(hooks, WRITTEN)));
  const ownHooks = [...(namesIn(nameIn(common, 'hooks'), seen)?.keys() ?? ['?'])];
  return {
    top: dir,
    plain: plain && above.plain,
    inert:
      plain &&
      settings.every((one) => one.inert) &&
      ownHooks.every((name) => name.endsWith('.sample')),
    nested:
      above.nested ||
      [...(namesIn(gitDir, seen)?.keys() ?? [])].some((name) => name.startsWith('sharedindex.')) ||
      (remembered(nameIn(gitDir, 'index'), hasLinks) ?? false),
  };
}

/** git runs this when it has written its index anew, as `git status` does. */
const WRITTEN = 'post-index-change';

/** Where your own settings may have git look for them, in every project. */
const HOOKS_IN_PROJECTS = ['.githooks', 'githooks', '.hooks', 'hooks', '.husky', '.husky/_'];

const NONE: Repository = { top: undefined, plain: true, inert: true, nested: false };
const EMPTY = { plain: true, inert: true, hooks: [] as readonly string[] };

/** A directory that is itself what else is called `.git`. What is there may be a link that leads nowhere. */
const isBare = (dir: string, { kind }: Resolve): boolean =>
  kind(nameIn(dir, 'HEAD')) !== undefined &&
  (kind(nameIn(dir, 'commondir')) !== undefined ||
    (kind(nameIn(dir, 'objects')) !== undefined && kind(nameIn(dir, 'refs')) !== undefined));

function pointedTo(file: string, dir: string, seen: Resolve): string | undefined {
  const target = /^gitdir: (.+?)\r?\n?$/.exec(textOf(file) ?? '')?.[1];
  return target === undefined ? undefined : seen(pathFrom(dir, target)).real;
}

function commonDir(gitDir: string, seen: Resolve): string {
  const file = nameIn(gitDir, 'commondir');
  const shared = (seen.kind(file) && textOf(file))?.replace(/[\r\n]+$/, '');
  return shared === undefined ? gitDir : seen(pathFrom(gitDir, shared)).real;
}

/** Whether a repository is where it is found. Only a worktree has its own elsewhere, and that names the worktree. */
function belongs(gitDir: string, common: string, own: string, top: string, seen: Resolve): boolean {
  if (isWithin(top, gitDir)) return isWithin(top, common);
  const back = textOf(nameIn(gitDir, 'gitdir'))?.replace(/[\r\n]+$/, '');
  return back !== undefined && seen(pathFrom(gitDir, back)).real === own;
}

const textOf = (file: string): string | undefined => contentOf(file)?.toString('utf8');

const settingsOf = (content: Buffer | undefined) =>
  content === undefined
    ? { ...EMPTY, plain: false, inert: false }
    : settingsIn(content.toString('utf8'));

/** Entries of mode 160000 are commits of other repositories. What looks so by chance only asks once too often. */
const hasLinks = (index: Buffer | undefined): boolean =>
  index === undefined || index.includes(Buffer.from([0, 0, 0xe0, 0]));

/** Files that name other places where commits are kept. */
const ELSEWHERE = ['objects/info/alternates', 'objects/info/http-alternates'];

/** Hooks are looked for wherever they are, and a link in the place of `HEAD` is how old gits wrote it. */
const hasNoLink = (dir: string, seen: Resolve): boolean => {
  const names = namesIn(dir, seen);
  if (names === undefined) return false;
  return [...names].every(([name, kind]) => kind !== 'link' || name === 'hooks' || name === 'HEAD');
};

/** Undefined for what is there and cannot be listed. */
const namesIn = (dir: string, { listing, once }: Resolve): Listing | undefined =>
  once(`names in ${dir}`, () => listing(dir) ?? listed(dir));

function listed(dir: string): Listing | undefined {
  try {
    const entries = readdirSync(dir, { withFileTypes: true });
    return new Map(entries.map((entry) => [entry.name, kindOf(entry)]));
  } catch {
    return existsSync(dir) ? undefined : new Map();
  }
}

/** Undefined for what cannot be read. */
function contentOf(file: string): Buffer | undefined {
  try {
    return readRegularFile(file);
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
