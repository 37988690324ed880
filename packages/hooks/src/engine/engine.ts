import { setMaxListeners } from 'node:events';
import { type Launcher, shareLauncher } from '@wavehooks/process';
import { freshId } from '@wavehooks/process/files';
import type { Problem } from '../checking/problem.ts';
import type { Source } from '../checking/source.ts';
import type { Entry } from '../entries/entry.ts';
import { startsProcess } from '../handlers/index.ts';
import type { HookInput } from '../vocabulary/events.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import { conduct, placesOf, unmatched } from './conduct.ts';
import { isDue } from './due.ts';
import { checkEngineOptions, type EngineOptions } from './engine-options.ts';
import { makeSetting } from './make-setting.ts';
import { hooksInForce } from './prepare/hooks-in-force.ts';
import { checkInput, completeInput } from './prepare/input.ts';
import { missingFiles } from './prepare/missing.ts';
import type { SetVariables } from './variables.ts';

interface FireOptions {
  readonly signal?: AbortSignal;
  /** Hears what hooks set for later commands of the agent, where the event lets them. */
  readonly setVariables?: SetVariables;
  /** What is under way, by the ids of scopes: hooks that belong to one run only then. */
  readonly scopes?: readonly string[];
  /** What the host does around the hooks of an event; not called where none is due. It has to call `run`. */
  readonly during?: (hooks: readonly Entry[], run: () => Promise<Verdict>) => Promise<Verdict>;
}

export interface Engine {
  /** Runs the hooks that match. Rejects only for a wrong input, never for what a hook does. */
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
  const inForce = hooksInForce(options);
  const launcher = launcherOf(options);
  const lateRuns = new AbortController();
  setMaxListeners(0, lateRuns.signal);
  const setting = makeSetting(options, launcher, lateRuns.signal);
  const warm = () => inForce.entries.some(startsProcess) && launcher?.warm();
  warm();
  const defaults = {
    sessionId: `session-${freshId()}`,
    cwd: setting.projectDir,
    limits: setting.limits,
  };
  const running = new Map<AbortController, Promise<Verdict>>();

  return {
    get entries() {
      return inForce.entries;
    },
    get problems() {
      return inForce.problems;
    },
    adopt: (sources) => {
      inForce.adopt(sources);
      // What was reviewed may be the very script that a worker runs.
      setting.workers.retire();
      warm();
    },
    enable: inForce.enable,
    fire: async (raw, { signal, setVariables, scopes, during } = {}) => {
      const checked = checkInput(raw);
      if (typeof checked === 'string') throw new TypeError(`hook input: ${checked}`);
      const hooks = inForce.planned(checked, scopes);
      const complete = () => completeInput(checked, defaults);
      // No hook matches: skip building the input.
      if (hooks.length === 0 && !signal?.aborted) return unmatched(checked, complete, setting);
      const input = complete();
      const due = hooks.filter((entry) => isDue(entry, input, setting));
      if (!signal?.aborted && due.length === 0) return unmatched(checked, () => input, setting);
      const link = linkTo(signal);
      const run = () => conduct(hooks, input, link.own.signal, setting, setVariables);
      const fired = during && !signal?.aborted ? during(due, run) : run();
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
      const hooks = inForce.planned(checked).filter((entry) => isDue(entry, input, setting));
      const places = placesOf(hooks, input.cwd, setting.projectDir);
      return missingFiles(hooks, { ...setting, ...places });
    },
    close: async () => {
      for (const own of running.keys()) own.abort();
      lateRuns.abort(closed());
      await Promise.allSettled([...running.values(), ...setting.late.running]);
      await setting.workers.close();
      setting.web.close();
      launcher?.close();
    },
  };
}

/** One for all engines: making one takes the trace of a stack each time. */
const closed = () => (reason ??= new DOMException('The engine was closed', 'AbortError'));
let reason: DOMException | undefined;

const launcherOf = ({ start, launcher = true }: EngineOptions): Launcher | undefined =>
  launcher && !start ? shareLauncher() : undefined;

/** One signal for all hooks of an event; the caller's gets a single listener however many there are. */
function linkTo(signal: AbortSignal | undefined): { own: AbortController; release(): void } {
  const own = new AbortController();
  setMaxListeners(0, own.signal);
  const abort = () => own.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  return { own, release: () => signal?.removeEventListener('abort', abort) };
}
