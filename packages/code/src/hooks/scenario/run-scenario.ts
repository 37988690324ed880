import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import {
  type Difference,
  differences,
  fitTexts,
  type Text,
  toEvent,
} from '@wavehooks/hook-kit/testing';
import { createEngine, type Engine, type Source, type Verdict } from '@wavehooks/hooks';
import { withoutNpm } from '@wavehooks/process';
import { readTextFile } from '@wavehooks/process/files';
import { loadSettings, openSettings, webOf } from '@wavehooks/settings';
import { lend } from '../event/lend.ts';
import { staleBuilds, startedFiles } from '../init/stale-builds.ts';
import { conditionsOf } from '../settings/conditions.ts';
import type { Case, Misread, Named } from './read-scenarios.ts';

/** What came of one scenario. */
export interface Outcome {
  readonly scenario: Named;
  readonly ms: number;
  readonly is: 'passed' | 'failed' | 'skipped';
  readonly differences: readonly Difference[];
  /** Why it was skipped or could not be run. */
  readonly why?: string;
  readonly verdict?: Verdict;
  /** The files that its hooks started. */
  readonly started?: readonly string[];
}

export interface Where {
  readonly projectDir: string;
  /** Where the user is, and reads paths from. */
  readonly from: string;
}

/** Runs a scenario through the real engine, in a directory that is gone afterwards. Never rejects. */
export async function runScenario(
  scenario: Case | Misread,
  where: Where,
  signal: AbortSignal,
): Promise<Outcome> {
  const began = performance.now();
  if ('problem' in scenario)
    return { scenario, ms: 0, is: 'failed', differences: [], why: scenario.problem };
  const missing = scenario.needs.find((program) => !isOnPath(program));
  if (missing !== undefined)
    return { scenario, ms: 0, is: 'skipped', differences: [], why: `${missing} is not here` };
  const scratch = mkdtempSync(join(tmpdir(), 'wave-scenario-'));
  try {
    const found = await fire(scenario, where, scratch, signal);
    const is = found.why === undefined && found.differences.length === 0 ? 'passed' : 'failed';
    return { scenario, ms: performance.now() - began, is, ...found };
  } catch (error) {
    const why = (error as Error).message;
    return { scenario, ms: performance.now() - began, is: 'failed', differences: [], why };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

type Found = Pick<Outcome, 'differences' | 'why' | 'verdict' | 'started'>;

async function fire(
  raw: Case,
  { projectDir, from }: Where,
  scratch: string,
  signal: AbortSignal,
): Promise<Found> {
  const cwd = join(scratch, 'work');
  const scenario = filledIn(raw, { cwd, project: projectDir });
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(scenario.files)) writeIn(cwd, name, text);
  const SCENARIO_DIR = dirname(scenario.file);
  const event = toEvent({ ...toEvent({ cwd, ...scenario.event }), ...scenario.fields });
  const lent = lend({ projectDir });
  const { sources } = hooksOf(scenario, event.hook_event_name, projectDir);
  const engine = await createEngine({
    sources,
    ...(await conditionsOf(sources)),
    ...urlsFor(scenario, projectDir),
    host: lent.host,
    projectDir,
    env: { ...process.env, SCENARIO_DIR, ...scenario.env },
    outputDir: join(scratch, 'outputs'),
    launcher: false,
  });
  const wrong = faultsOf(engine, scenario);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const started = startedFiles(engine.entries, projectDir, { SCENARIO_DIR });
  const stale = await staleBuilds(started, from);
  const missing = expectsFailure(scenario) ? [] : engine.missing(event);
  const amiss = stale.length > 0 ? stale : missing;
  if (amiss.length > 0) return { started, differences: [], why: amiss.join('\n') };
  const { files, ...expected } = scenario.expect;
  const verdict = await engine.fire(event, { signal }).finally(async () => {
    await engine.close();
    await lent.close();
  });
  return {
    started,
    verdict,
    differences: [...differences(verdict, expected), ...fileDifferences(files, cwd)],
  };
}

/**
 * What keeps the hooks from being tried as they are meant. A settings file may hold more than the
 * scenario is about; a hook that the scenario names is there to run, with all that is said of it.
 */
function faultsOf({ problems, entries }: Engine, { hook }: Case): string[] {
  const isOwn = hook !== undefined;
  return [
    ...problems.filter(({ level }) => isOwn || level === 'error').map(({ text }) => text),
    ...(isOwn && entries.some(({ enabled }) => !enabled)
      ? ['"enabled" is false: the hook would not run']
      : []),
  ];
}

/** Only then may a hook be missing: some interpreters exit 2 without their script, as a guard does. */
const expectsFailure = ({ expect: { outcomes = [] } }: Case): boolean =>
  outcomes.some((end) => end !== 'exit 0' && end !== 'exit 2');

function hooksOf(
  scenario: Case,
  event: string,
  projectDir: string,
): { sources: readonly Source[] } {
  const { hook, settings, file } = scenario;
  if (settings !== undefined)
    return {
      sources: loadSettings({
        projectDir,
        settings: resolve(dirname(file), settings),
        only: true,
      }),
    };
  const entry = typeof hook === 'string' ? { type: 'command', command: hook } : hook;
  const hooks = { [event]: [{ hooks: [{ type: 'command', ...(entry as object) }] }] };
  return { sources: [{ name: 'scenario', hooks, locate: () => scenario.at }] };
}

/** The user's own list of addresses, and that of the settings which the scenario names, as with --settings. */
const urlsFor = ({ settings, file }: Case, projectDir: string) =>
  webOf(
    openSettings({
      projectDir,
      which: ['user'],
      settings: settings === undefined ? undefined : resolve(dirname(file), settings),
    }),
  );

/** `${cwd}` and `${project}` in texts become the paths of this run. */
function filledIn<T>(value: T, paths: { cwd: string; project: string }): T {
  if (typeof value === 'string')
    return value.replace(/\$\{(cwd|project)\}/g, (_, name: 'cwd' | 'project') => paths[name]) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => filledIn(one, paths)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, filledIn(one, paths)]),
  ) as T;
}

function writeIn(dir: string, name: string, text: string): void {
  const path = join(dir, name);
  mkdirSync(dirname(path), { recursive: true });
  // A script among them can be started.
  writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
}

function fileDifferences(files: Case['expect']['files'], cwd: string): Difference[] {
  return Object.entries(files ?? {}).flatMap(([name, wanted]) => {
    const got = contentOf(join(cwd, name));
    const same = got !== undefined && fitTexts([got], wanted as Text);
    return same ? [] : [{ field: `file ${name}`, expected: wanted, got: got ?? 'no such file' }];
  });
}

function contentOf(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch {
    return undefined;
  }
}

const isOnPath = (program: string): boolean =>
  (withoutNpm(process.env)['PATH'] ?? '').split(delimiter).some((dir) => {
    try {
      accessSync(join(dir, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
