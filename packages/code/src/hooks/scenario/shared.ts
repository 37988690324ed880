import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { EngineOptions, Entry, Source } from '@wavehooks/hooks';
import { withoutNpm } from '@wavehooks/process';
import { loadSettings, openSettings, projectDirOf, webOf } from '@wavehooks/settings';
import { staleBuilds, startedFiles } from '../init/stale-builds.ts';
import { conditionsOf } from '../settings/conditions.ts';
import type { Case } from './read-scenarios.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the scenarios of a run share: each thing is looked up once, for the first that asks. */
export interface Shared {
  readonly projectDir: string;
  /** Our environment with what a scenario adds; nobody can change it, and who adds the same gets the same. */
  envFor(scenario: Case): Env;
  /** For `createEngine`, where a hook has an `if`. */
  conditionsFor(scenario: Case, sources: readonly Source[]): ReturnType<typeof conditionsOf>;
  /** Directories for one scenario; all go at the end, since ext4 makes new ones slowly while others go. */
  scratch(): Scratch;
  /** The hooks of a settings file. */
  sourcesIn(settings: string): readonly Source[];
  /** The user's own list of addresses, and that of the settings which a scenario names, as with --settings. */
  urlsFor(scenario: Case): Pick<EngineOptions, 'allowedHttpHookUrls'>;
  /** The files that a scenario's hooks start, and what is wrong with how they were built. */
  startedFor(scenario: Case, entries: readonly Entry[]): Promise<Started>;
  /** Removes the directories of all scenarios; says why something of them stays. */
  close(): string | undefined;
}

export interface Scratch {
  /** Where its hooks run: empty and new. */
  readonly cwd: string;
  /** Where the engine puts long outputs; made when there is one. */
  readonly outputs: string;
}

interface Started {
  readonly started: readonly string[];
  readonly stale: readonly string[];
}

/** `from` is where the user is, and reads paths from. */
export function openShared(from: string, projectDir = projectDirOf(from)): Shared {
  const urls = new Map<string | undefined, ReturnType<Shared['urlsFor']>>();
  const sources = new Map<string, readonly Source[]>();
  const started = new Map<string, Promise<Started>>();
  const conditions = new Map<string, ReturnType<typeof conditionsOf>>();
  const envs = new Map<string, Env>();
  // Copied: every read of `process.env` asks the operating system.
  const ours = { ...withoutNpm(process.env) };
  let root: string | undefined;
  let made = 0;
  return {
    projectDir,
    envFor: ({ file, env }) => {
      const SCENARIO_DIR = dirname(file);
      return once(envs, JSON.stringify([SCENARIO_DIR, env]), () =>
        Object.freeze({ ...ours, SCENARIO_DIR, ...env }),
      );
    },
    scratch: () => {
      root ??= mkdtempSync(join(tmpdir(), 'wave-scenario-'));
      const number = ++made;
      const cwd = join(root, `work-${number}`);
      mkdirSync(cwd);
      return { cwd, outputs: join(root, `outputs-${number}`) };
    },
    sourcesIn: (settings) =>
      once(sources, settings, () => loadSettings({ projectDir, settings, only: true })),
    urlsFor: (scenario) => {
      const settings = settingsOf(scenario);
      return once(urls, settings, () =>
        webOf(openSettings({ projectDir, which: ['user'], settings })),
      );
    },
    conditionsFor: (scenario, sources) =>
      once(conditions, hooksKey(scenario), () => conditionsOf(sources)),
    startedFor: (scenario, entries) => {
      const SCENARIO_DIR = dirname(scenario.file);
      return once(started, hooksKey(scenario), async () => {
        const files = startedFiles(entries, projectDir, { SCENARIO_DIR });
        return { started: files, stale: await staleBuilds(files, from) };
      });
    },
    close: () => {
      try {
        if (root !== undefined) rmSync(root, { recursive: true, force: true });
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    },
  };
}

/** Scenarios with the same key have the same hooks. */
const hooksKey = ({ hook, settings, file, event }: Case): string =>
  JSON.stringify([hook, settings, dirname(file), event.event]);

/** The settings file that a scenario names. */
export const settingsOf = ({ settings, file }: Case): string | undefined =>
  settings === undefined ? undefined : resolve(dirname(file), settings);

/** What cannot be found out throws, for each that asks. */
function once<K, T>(known: Map<K, T>, key: K, find: () => T): T {
  const last = known.get(key);
  if (last !== undefined) return last;
  const found = find();
  known.set(key, found);
  return found;
}
