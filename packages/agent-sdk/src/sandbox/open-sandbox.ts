import { homedir, tmpdir, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { type Lookup, systemLookup } from '@wavehooks/hooks/web';
import {
  type Availability,
  isolatedLayers,
  KEPT_OF_SERVICES,
  layersOf,
  listeningSockets,
  lookAtMachine,
  lookPlainly,
  placesByVariable,
  privatePlaces,
  type SandboxPlan,
  SERVICE_PLACES,
  sandboxAvailability,
} from '@wavehooks/process/sandbox';
import type { SandboxSettings } from '@wavehooks/settings';
import { once } from '../base/once.ts';
import { gitFilesRead } from '../files/git-names.ts';
import { realPath } from '../files/paths.ts';
import type { Fault, PlanFor } from '../vocabulary/sandbox.ts';
import { deniedFiles } from './denied-files.ts';
import { guardedFiles } from './guarded-files.ts';
import { sessionNetwork } from './network.ts';
import { openPrivateDir, type PrivateDir } from './private-dir.ts';
import { programPlaces } from './program-places.ts';

export interface SandboxOptions {
  readonly projectDir: string;
  readonly home?: string | undefined;
  /** Directories that count as the project's now. */
  readonly directories?: () => readonly string[];
  readonly settings?: SandboxSettings | undefined;
  /** The deny rules in force. */
  readonly deny?: () => readonly string[];
  /** What approved hooks and servers are made of. */
  readonly pinned?: () => readonly string[];
  /** Shown although they lie in a place that is hidden. */
  readonly shown?: () => readonly string[];
  /** Directories beside the project that may be read. */
  readonly readable?: readonly string[];
  readonly lookup?: Lookup | undefined;
}

/** The sandboxes of a session. Nothing is made before the first of them. */
export interface Sandbox {
  readonly settings: SandboxSettings;
  available(): Availability;
  /** What a program starts with, or why it cannot. */
  readonly plan: PlanFor;
  /** The hosts that commands asked for in vain, since this was last asked. */
  refused(): readonly string[];
  close(): void;
}

const NO_SANDBOX_SETTINGS: SandboxSettings = {
  profile: 'off',
  allow: [],
  write: [],
  hide: [],
  limits: {},
};

export function openSandbox(options: SandboxOptions): Sandbox {
  const { settings = NO_SANDBOX_SETTINGS, lookup = systemLookup } = options;
  let made: PrivateDir | undefined;
  const own = () => {
    made ??= openPrivateDir();
    return made;
  };
  const repositories = new Set<string>();
  const programs = once(() => withReal(programPlaces(process.env['PATH'] ?? '')));
  const network = sessionNetwork(() => own().dir, settings.allow, lookup);
  return {
    settings,
    available: sandboxAvailability,
    plan: async (profile, dirs = []) => {
      const available = sandboxAvailability();
      if (!available.ok) return { fault: `there is no sandbox here: ${available.why}` };
      const { temporary, blank } = own();
      const inside = available.runner.is === 'bubblewrap' ? '/tmp' : temporary;
      const hidden = hiddenPlaces(options, settings);
      if ('fault' in hidden) return hidden;
      if (profile === 'isolated')
        return isolatedPlan(options, { available, blank, hidden, own: dirs, programs });
      const writable = writablePlaces(options, settings);
      const { always, whereThere, standIns } = guardedFiles(
        writable,
        options.pinned?.() ?? [],
        repositories,
      );
      const layers = layersOf(
        {
          profile,
          writable,
          guarded: [
            ...always,
            ...whereThere.filter((path) => lookAtMachine(path).is !== 'missing'),
          ],
          standIns,
          hidden,
          shown: [...KEPT_OF_SERVICES, ...(options.shown?.() ?? [])],
          temporary: { from: temporary, path: inside },
          own: dirs,
        },
        lookAtMachine,
      );
      if ('fault' in layers) return layers;
      const reach = profile === 'workspace' ? await network.open() : ({ is: 'none' } as const);
      if ('fault' in reach) return reach;
      const { runner } = available;
      return {
        profile,
        runner,
        layers,
        network: reach,
        limits: settings.limits,
        temporary: inside,
        blank,
      };
    },
    refused: network.refused,
    close: () => {
      network.close();
      made?.remove();
    },
  };
}

/** Whether commands that only read can run where they see nothing else. */
export const canIsolate = (available: Availability): boolean =>
  available.ok && available.runner.is === 'bubblewrap';

function isolatedPlan(
  { projectDir, directories, shown, readable, settings }: SandboxOptions,
  given: {
    readonly available: Extract<Availability, { ok: true }>;
    readonly blank: string;
    readonly hidden: readonly string[];
    readonly own: readonly string[];
    readonly programs: () => readonly string[];
  },
): SandboxPlan | Fault {
  const { available, blank, hidden, programs } = given;
  if (!canIsolate(available)) return { fault: 'the profile isolated needs bubblewrap' };
  const own = [projectDir, ...(directories?.() ?? []), ...(readable ?? []), ...(shown?.() ?? [])];
  const seen = [...own, ...gitFilesRead(process.env)];
  // Of other places there is nothing to hide.
  const roots = [...programs(), ...withReal(seen)].map((path) => `${path}/`);
  return {
    ...{ profile: 'isolated', runner: available.runner, blank, temporary: '/tmp' },
    network: { is: 'none' },
    limits: settings?.limits ?? {},
    layers: isolatedLayers(
      {
        shown: [...seen, ...programs()],
        hidden: hidden.filter((path) => roots.some((root) => `${path}/`.startsWith(root))),
        temporary: ['/tmp', tmpdir()],
        own: given.own,
      },
      lookPlainly,
    ),
  };
}

/** Each path, and where it really is. */
const withReal = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.flatMap((path) => [path, realPath(path) ?? path])),
];

const writablePlaces = (
  { projectDir, home = homedir(), directories }: SandboxOptions,
  { write }: SandboxSettings,
): readonly string[] => [
  projectDir,
  ...(directories?.() ?? []),
  ...write.map((path) => fromHome(path, home, projectDir)),
];

function hiddenPlaces(
  options: SandboxOptions,
  { hide }: SandboxSettings,
): readonly string[] | Fault {
  const { projectDir, home = homedir(), directories, deny } = options;
  const denied = deniedFiles(deny?.() ?? [], projectDir, directories?.() ?? []);
  if ('fault' in denied) return denied;
  return [
    ...placesIn(home),
    ...SERVICE_PLACES,
    ...listeningSockets(),
    ...hide.map((path) => fromHome(path, home, projectDir)),
    ...denied,
  ];
}

const placesIn = (home: string): readonly string[] => [
  ...new Set(
    [home, homedir(), ...listedHome()].flatMap((dir) => privatePlaces(dir, process.platform)),
  ),
  ...placesByVariable(process.env, process.platform),
];

/** Where ssh looks, whatever HOME says. */
function listedHome(): readonly string[] {
  try {
    return [userInfo().homedir];
  } catch {
    return [];
  }
}

const fromHome = (path: string, home: string, projectDir: string): string =>
  resolve(projectDir, path.replace(/^~(?=\/|$)/, home));
