import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
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
import { lend } from '../event/lend.ts';
import type { Case, Misread, Named } from './read-scenarios.ts';
import { type Scratch, type Shared, settingsOf } from './shared.ts';

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

/** Runs a scenario through the real engine, in a directory that is gone afterwards. Never rejects. */
export async function runScenario(
  scenario: Case | Misread,
  shared: Shared,
  signal: AbortSignal,
): Promise<Outcome> {
  const began = performance.now();
  if ('problem' in scenario)
    return { scenario, ms: 0, is: 'failed', differences: [], why: scenario.problem };
  const missing = scenario.needs.find((program) => !isOnPath(program));
  if (missing !== undefined)
    return { scenario, ms: 0, is: 'skipped', differences: [], why: `${missing} is not here` };
  try {
    const found = await fire(scenario, shared, shared.scratch(), signal);
    const is = found.why === undefined && found.differences.length === 0 ? 'passed' : 'failed';
    return { scenario, ms: performance.now() - began, is, ...found };
  } catch (error) {
    const why = (error as Error).message;
    return { scenario, ms: performance.now() - began, is: 'failed', differences: [], why };
  }
}

type Found = Pick<Outcome, 'differences' | 'why' | 'verdict' | 'started'>;

async function fire(
  raw: Case,
  shared: Shared,
  { cwd, outputs }: Scratch,
  signal: AbortSignal,
): Promise<Found> {
  const { projectDir } = shared;
  const scenario = filledIn(raw, { cwd, project: projectDir });
  for (const [name, text] of Object.entries(scenario.files)) writeIn(cwd, name, text);
  const event = toEvent({ ...toEvent({ cwd, ...scenario.event }), ...scenario.fields });
  const lent = lend({ projectDir });
  const sources = hooksOf(scenario, event.hook_event_name, shared);
  const engine = await createEngine({
    sources,
    ...(await shared.conditionsFor(scenario, sources)),
    ...shared.urlsFor(scenario),
    host: lent.host,
    projectDir,
    env: shared.envFor(scenario),
    outputDir: outputs,
    launcher: false,
  });
  const wrong = faultsOf(engine, scenario);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const { started, stale } = await shared.startedFor(scenario, engine.entries);
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

function hooksOf(scenario: Case, event: string, shared: Shared): readonly Source[] {
  const settings = settingsOf(scenario);
  if (settings !== undefined) return shared.sourcesIn(settings);
  const { hook, at } = scenario;
  const entry = typeof hook === 'string' ? { type: 'command', command: hook } : hook;
  const hooks = { [event]: [{ hooks: [{ type: 'command', ...(entry as object) }] }] };
  return [{ name: 'scenario', hooks, locate: () => at }];
}

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
