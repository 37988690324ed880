import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Entry } from '@wavehooks/hooks';
import { runsOf } from '@wavehooks/hooks/entries';
import { scriptsOfRuns } from '@wavehooks/hooks/scripts';
import { isBuildStep } from './build-step.ts';

/** What the hooks' commands name: the files that are started, by their absolute paths. */
export const startedFiles = (
  entries: readonly Entry[],
  projectDir: string,
  variables: Readonly<Record<string, string>> = {},
): string[] =>
  entries
    .filter(({ enabled, approved }) => enabled && approved)
    .flatMap((entry) => {
      const runs = runsOf(entry);
      return runs ? scriptsOfRuns(runs, projectDir, variables).files : [];
    })
    .map((file) => resolve(projectDir, file));

/**
 * What of these files, and of what they may load from beside them, was built from a source that has
 * changed since, in words; empty when nothing.
 */
export async function staleBuilds(files: readonly string[], cwd: string): Promise<string[]> {
  const started = new Set(files);
  const pairs = [...new Set([...started, ...[...started].flatMap(helpersOf)])].flatMap(pairOf);
  const late = Map.groupBy(pairs.filter(isLate), ({ build }) => build);
  const stale = await Promise.all(
    [...late].map(async ([build, own]) => (build === undefined ? own : otherThanBuilt(own, build))),
  );
  return stale.flat().map((pair) => textOf(pair, started.has(pair.built), cwd));
}

interface Pair {
  readonly source: string;
  readonly built: string;
  /** The build step beside them, as `wave hooks init` writes it. */
  readonly build: string | undefined;
}

/** What a started file may have been built from, beside it, by their endings. */
export const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.mjs': ['.ts', '.mts'],
  '.js': ['.ts', '.tsx'],
  '.cjs': ['.ts', '.cts'],
};

function pairOf(built: string): Pair[] {
  const ending = extname(built);
  const stem = built.slice(0, built.length - ending.length);
  const source = SOURCES[ending]?.map((other) => stem + other).find((file) => existsSync(file));
  return source === undefined ? [] : [{ source, built, build: buildStepOf(built) }];
}

/** What our build step has made beside a module: any of it may be imported there. */
function helpersOf(started: string): string[] {
  if (extname(started) !== '.mjs' || buildStepOf(started) === undefined) return [];
  const dir = dirname(started);
  return readdirSync(dir)
    .filter((name) => /(?<!\.d|\.test)\.ts$/.test(name))
    .map((name) => join(dir, name.replace(/ts$/, 'mjs')))
    .filter((file) => existsSync(file));
}

/** Only our own: nobody knows what another one does. */
function buildStepOf(built: string): string | undefined {
  const step = join(dirname(built), 'build.mjs');
  return isBuildStep(contentOf(step) ?? '') ? step : undefined;
}

/** A checkout writes both at about the same time, in an order of its own. */
const SAME_TIME_MS = 2_000;

/** Whether it has to be looked at. Dates say nothing in a fresh clone, so what can be built again always is. */
const isLate = ({ source, built, build }: Pair): boolean =>
  (build !== undefined && CAN_BUILD) || timeOf(source) - timeOf(built) > (build ? 0 : SAME_TIME_MS);

const CAN_BUILD = 'stripTypeScriptTypes' in process.getBuiltinModule('node:module');

const timeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** What a build now would make another text of. Where it cannot be built, that is all of them. */
async function otherThanBuilt(pairs: readonly Pair[], build: string): Promise<readonly Pair[]> {
  const made = await builtAnew(build, [...new Set(pairs.map(({ source }) => source))].sort());
  return pairs.filter(
    ({ built }) => made === undefined || made.get(basename(built)) !== contentOf(built),
  );
}

type Made = ReadonlyMap<string, string>;

/** By the step: many scenarios start hooks from one directory, and what a build makes of the same texts is the same. */
const builds = new Map<string, { readonly of: string; readonly made: Promise<Made | undefined> }>();

function builtAnew(build: string, sources: readonly string[]): Promise<Made | undefined> {
  const of = JSON.stringify([build, ...sources].map((file) => [file, contentOf(file)]));
  const before = builds.get(build);
  if (before?.of === of) return before.made;
  const made = builtOnCopies(build, sources);
  builds.set(build, { of, made });
  return made;
}

/** What the step makes, by the names of the files; undefined where it fails. */
async function builtOnCopies(build: string, sources: readonly string[]): Promise<Made | undefined> {
  const dir = mkdtempSync(join(tmpdir(), 'wave-build-'));
  const copy = (file: string) => join(dir, basename(file));
  try {
    for (const file of [build, ...sources]) copyFileSync(file, copy(file));
    const step = ['--no-warnings', copy(build)];
    await promisify(execFile)(process.execPath, step, { timeout: BUILD_MS });
    const names = readdirSync(dir);
    return new Map(names.map((name) => [name, readFileSync(join(dir, name), 'utf8')]));
  } catch {
    return undefined;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const BUILD_MS = 10_000;

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function textOf({ source, built, build }: Pair, isStarted: boolean, cwd: string): string {
  const short = (path: string) => {
    const below = relative(cwd, path);
    return below.startsWith('..') ? path : below;
  };
  const how = build ? `run: node ${short(build)}` : 'build it again';
  const part = isStarted ? 'is started' : 'lies beside what is started';
  return existsSync(built)
    ? `${short(built)} ${part}, but ${short(source)} has changed since it was built; ${how}`
    : `${short(built)} ${part}, but was not built from ${short(source)}; ${how}`;
}
