import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Entry, scriptsOf } from 'wave-hooks';

/** What the hooks' commands name: the files that are started, by their absolute paths. */
export const startedFiles = (
  entries: readonly Entry[],
  projectDir: string,
  variables: Readonly<Record<string, string>> = {},
): string[] =>
  entries
    .filter(({ enabled, approved }) => enabled && approved)
    .flatMap(({ handler }) =>
      handler.type === 'command'
        ? scriptsOf(handler.command, projectDir, homedir(), variables).files
        : [],
    )
    .map((file) => resolve(projectDir, file));

/** What of these files was built from a source that has changed since, in words; empty when nothing. */
export async function staleBuilds(files: readonly string[], cwd: string): Promise<string[]> {
  const all = await Promise.all([...new Set(files)].map(staleBuild));
  return all.flatMap((one) => (one ? [textOf(one, cwd)] : []));
}

interface Stale {
  readonly source: string;
  readonly built: string;
  /** The build step beside them, as `wave hooks init` writes it. */
  readonly build: string | undefined;
}

/** What a started file may have been built from, beside it. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.mjs': ['.ts', '.mts'],
  '.js': ['.ts', '.tsx'],
  '.cjs': ['.ts', '.cts'],
};

/** A checkout writes both at about the same time, in an order of its own. */
const SAME_TIME_MS = 2_000;

async function staleBuild(built: string): Promise<Stale | undefined> {
  const ending = extname(built);
  const stem = built.slice(0, built.length - ending.length);
  const source = SOURCES[ending]?.map((other) => stem + other).find((file) => existsSync(file));
  if (source === undefined) return undefined;
  const step = join(dirname(built), 'build.mjs');
  const build = existsSync(step) ? step : undefined;
  const newer = timeOf(source) - timeOf(built);
  if (newer <= (build ? 0 : SAME_TIME_MS)) return undefined;
  const stale = { source, built, build };
  return build && (await isSame(stale, build)) ? undefined : stale;
}

const timeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Dates alone would find fault with a fresh clone: the step is tried on a copy, and its result compared. */
async function isSame({ source, built }: Stale, build: string): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'wave-build-'));
  try {
    for (const file of [source, build]) copyFileSync(file, join(dir, basename(file)));
    const step = ['--no-warnings', join(dir, basename(build))];
    await promisify(execFile)(process.execPath, step, { timeout: BUILD_MS });
    return readFileSync(join(dir, basename(built)), 'utf8') === readFileSync(built, 'utf8');
  } catch {
    return false;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const BUILD_MS = 10_000;

function textOf({ source, built, build }: Stale, cwd: string): string {
  const short = (path: string) => {
    const below = relative(cwd, path);
    return below.startsWith('..') ? path : below;
  };
  const how = build ? `run: node ${short(build)}` : 'build it again';
  return existsSync(built)
    ? `${short(built)} is started, but ${short(source)} has changed since it was built; ${how}`
    : `${short(built)} is started, but was not built from ${short(source)}; ${how}`;
}
