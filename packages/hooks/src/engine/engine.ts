import { setMaxListeners } from 'node:events';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Launcher, type Start, shareLauncher, start, withoutNpm } from '@wavehooks/process';
import { freshId } from '@wavehooks/process/files';
import { checkHooks } from '../checking/check.ts';
import type { Hooks } from '../checking/hooks.ts';
import type { Problem } from '../checking/problem.ts';
import type { Source } from '../checking/source.ts';
import type { Entry } from '../entries/entry.ts';
import type { RuleHolds } from '../entries/rule.ts';
import type { Host } from '../handlers/host.ts';
import { startsProcess } from '../handlers/index.ts';
import { WORKER_VARIABLE } from '../handlers/worker.ts';
import { makePinCheck } from '../pins/pin.ts';
import { type HookInput, specOf } from '../vocabulary/events.ts';
import { DEFAULT_LIMITS, type Limits } from '../vocabulary/limits.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import type { Lookup } from '../web/lookup.ts';
import { openWeb } from '../web/web.ts';
import { openWorkers } from '../worker/workers.ts';
import { checkEngineOptions } from './check-options.ts';
import { conduct, placesOf, unmatched } from './conduct.ts';
import { isDue } from './due.ts';
import { type CheckedInput, checkInput, completeInput } from './input.ts';
import { missingFiles } from './missing.ts';
import { plan } from './plan.ts';
import type { RunEvent, Setting } from './setting.ts';
import type { SetVariables } from './variables.ts';

export interface EngineOptions {
  /** Hooks in the settings' shape, function hooks included. */
  readonly hooks?: Hooks;
  /**
   * What comes of something wrong in `hooks`: `throw`, the default, or `report`, which lists it among the
   * engine's `problems` and starts without it. What is wrong in `sources` is always reported.
   */
  readonly problems?: 'throw' | 'report';
  /** Hooks from several places, in configuration order. `hooks` comes last. */
  readonly sources?: readonly Source[];
  /** The project's root: `WAVE_PROJECT_DIR`. This process's directory by default. */
  readonly projectDir?: string;
  readonly observe?: (event: RunEvent) => void;
  /**
   * Gets what comes of hooks that nobody waited for (`async`), each when it has ended: context and texts
   * for the user, and for the agent where the hook has `asyncRewake`. Without it they go unheard.
   */
  readonly late?: (verdict: Verdict, input: HookInput) => void;
  /** Says whether a permission rule holds for a call. Without it a hook with `if` always runs. */
  readonly ruleHolds?: RuleHolds;
  readonly limits?: Partial<Limits>;
  /** The environment that hooks inherit; this process's by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where texts too long to pass on are kept; `~/.wave/outputs` by default. */
  readonly outputDir?: string;
  /** How processes are started; then there is no launcher. */
  readonly start?: Start;
  /** Whether a small process of its own starts commands; true by default. See `openLauncher`. */
  readonly launcher?: boolean;
  /** What hooks can ask of the host: a model, and tools of MCP servers. */
  readonly host?: Host;
  /** The addresses that `http` hooks may call; without it all that are not private. */
  readonly allowedHttpHookUrls?: readonly string[];
  /** Finds the addresses of a host's name for `http` hooks; the system's way by default. */
  readonly lookup?: Lookup;
}

export interface FireOptions {
  readonly signal?: AbortSignal;
  /** Hears what hooks set for later commands of the agent, where the event lets them. */
  readonly setVariables?: SetVariables;
  /** What is under way, by the ids of scopes: hooks that belong to one run only then. */
  readonly scopes?: readonly string[];
}

export interface Engine {
  /** Runs the hooks that match. Rejects only for an input that is none, never for what a hook does. */
  fire(input: HookInput, options?: FireOptions): Promise<Verdict>;
  /** The files that the hooks for an input are to start and that are not there, in words. */
  missing(input: HookInput): string[];
  readonly entries: readonly Entry[];
  /** What is wrong with the configuration, for the host to tell once. */
  readonly problems: readonly Problem[];
  /** Replaces the hooks: what a review has accepted. Events under way keep those they started with. */
  adopt(sources: readonly Source[]): void;
  /** Switches a hook off, or on again, for as long as this engine lives. */
  enable(entry: Entry, enabled: boolean): void;
  /** Cancels what is running and waits for its end; lets go of the launcher. */
  close(): Promise<void>;
}

/** Rejects with a `TypeError` for wrong options, and for wrong `hooks` unless `problems` is `report`. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  checkEngineOptions(options);
  const check = (asked: EngineOptions) => {
    const found = checkHooks(sourcesOf(asked));
    return { ...found, problems: [...found.problems, ...unreadRules(found.entries, options)] };
  };
  let checked = check(options);
  let planned = memoisedPlans(checked.entries);
  const switched = new Map<string, boolean>();
  const put = ({ entries, problems }: typeof checked) => {
    const now = entries.map((entry) => ({
      ...entry,
      enabled: switched.get(keyOf(entry)) ?? entry.enabled,
    }));
    checked = { entries: now, problems };
    planned = memoisedPlans(now);
  };
  const launcher = launcherOf(options);
  const lateRuns = new AbortController();
  setMaxListeners(0, lateRuns.signal);
  const setting = settingOf(options, launcher, lateRuns.signal);
  const warm = () => checked.entries.some(startsProcess) && launcher?.warm();
  warm();
  const defaults = {
    sessionId: `session-${freshId()}`,
    cwd: setting.projectDir,
    limits: setting.limits,
  };
  const running = new Map<AbortController, Promise<Verdict>>();

  return {
    get entries() {
      return checked.entries;
    },
    get problems() {
      return checked.problems;
    },
    adopt: (sources) => {
      put(check({ ...options, sources }));
      // What was reviewed may be the very script that a worker runs.
      setting.workers.retire();
      warm();
    },
    enable: (entry, enabled) => {
      switched.set(keyOf(entry), enabled);
      put(checked);
    },
    fire: async (raw, { signal, setVariables, scopes } = {}) => {
      const checked = checkInput(raw);
      if (typeof checked === 'string') throw new TypeError(`hook input: ${checked}`);
      const hooks = planned(checked, scopes);
      const complete = () => completeInput(checked, defaults);
      // What no hook wants is made no more of.
      if (hooks.length === 0 && !signal?.aborted) return unmatched(checked, complete, setting);
      const input = complete();
      if (!signal?.aborted && !hooks.some((entry) => isDue(entry, input, setting)))
        return unmatched(checked, () => input, setting);
      const link = linkTo(signal);
      const fired = conduct(hooks, input, link.own.signal, setting, setVariables);
      running.set(link.own, fired);
      return fired.finally(() => {
        running.delete(link.own);
        link.release();
      });
    },
    missing: (raw) => {
      const checked = checkInput(raw);
      if (typeof checked === 'string') return [];
      const input = completeInput(checked, defaults);
      const hooks = planned(checked).filter((entry) => isDue(entry, input, setting));
      const places = placesOf(hooks, input.cwd, setting.projectDir);
      return missingFiles(hooks, { ...setting, ...places });
    },
    close: async () => {
      for (const own of running.keys()) own.abort();
      lateRuns.abort();
      await Promise.allSettled([...running.values(), ...setting.late.running]);
      await setting.workers.close();
      setting.web.close();
      launcher?.close();
    },
  };
}

const sourcesOf = ({ sources = [], hooks }: EngineOptions): readonly Source[] =>
  hooks === undefined ? sources : [...sources, { name: 'hooks', hooks }];

/** A condition that nobody looks at is reported: the hook runs more often than its entry says. */
const unreadRules = (entries: readonly Entry[], { ruleHolds }: EngineOptions): Problem[] =>
  ruleHolds
    ? []
    : entries.flatMap(({ if: rule, event, source, label, path }) =>
        rule === undefined
          ? []
          : [
              {
                level: 'warning',
                event,
                source,
                hook: label,
                text: `${path}: "if" needs a host that reads permission rules (\`ruleHolds\`), so the hook always runs`,
              },
            ],
      );

/** A hook by its place: two entries can say the same. */
const keyOf = ({ from, path, source }: Entry) => `${from} ${source} ${path}`;

const launcherOf = ({ start, launcher = true }: EngineOptions): Launcher | undefined =>
  launcher && !start ? shareLauncher() : undefined;

const settingOf = (
  options: EngineOptions,
  launcher: Launcher | undefined,
  signal: AbortSignal,
): Setting => ({
  projectDir: resolve(options.projectDir ?? '.'),
  limits: { ...DEFAULT_LIMITS, ...withoutUndefined(options.limits ?? {}) },
  // A copy: every read of process.env asks the operating system.
  // Whoever runs in a worker is one; what it starts in turn is not.
  env: { ...withoutNpm(options.env ?? process.env), [WORKER_VARIABLE]: undefined },
  outputDir: options.outputDir ?? join(homedir(), '.wave', 'outputs'),
  start: options.start ?? launcher?.start ?? start,
  workers: openWorkers(launcher?.stay),
  web: openWeb({ allowed: options.allowedHttpHookUrls, lookup: options.lookup }),
  host: options.host ?? {},
  checkPin: makePinCheck(),
  refused: new Set(),
  remarked: new Set(),
  spent: new Set(),
  ruleHolds: options.ruleHolds,
  late: {
    signal,
    running: new Set(),
    deliver: options.late && ((verdict, input) => options.late?.(verdict, input as HookInput)),
  },
  observe: options.observe,
});

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;

const NO_HOOKS: readonly Entry[] = [];

/** Tool names come from a model: the memory of plans must not grow with them. */
const MAX_PLANS = 1_000;

/** An event that no hook is for is known by a look into the index. */
function memoisedPlans(
  all: readonly Entry[],
): (input: CheckedInput, scopes?: readonly string[]) => readonly Entry[] {
  const plans = new Map<string, readonly Entry[]>();
  const byEvent = Map.groupBy(all, ({ event }) => event);
  return (input, under = []) => {
    const event = input.hook_event_name;
    const entries = byEvent.get(event);
    if (!entries) return NO_HOOKS;
    const subject = specOf(event).subject;
    const name = subject ? String(input[subject] ?? '') : '';
    const scopes = under.filter((id) => entries.some(({ scope }) => scope?.id === id));
    const key = [event, name, ...scopes].join('\n');
    const known = plans.get(key);
    if (known) return known;
    const made = plan(entries, event, name, scopes);
    if (plans.size < MAX_PLANS) plans.set(key, made);
    return made;
  };
}

/** One signal for all hooks of an event; the caller's gets a single listener however many there are. */
function linkTo(signal: AbortSignal | undefined): { own: AbortController; release(): void } {
  const own = new AbortController();
  setMaxListeners(0, own.signal);
  const abort = () => own.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return { own, release: () => signal?.removeEventListener('abort', abort) };
}
