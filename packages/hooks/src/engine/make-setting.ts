import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Launcher, start, withoutNpm } from '@wavehooks/process';
import { WORKER_VARIABLE } from '../handlers/worker.ts';
import { makePinCheck } from '../pins/pin.ts';
import type { HookInput } from '../vocabulary/events.ts';
import { DEFAULT_LIMITS } from '../vocabulary/limits.ts';
import { openWeb } from '../web/web.ts';
import { openWorkers } from '../worker/workers.ts';
import type { EngineOptions } from './engine-options.ts';
import type { Setting } from './setting.ts';

/** What all events of an engine share, from its options. `late` ends the runs that nobody waits for. */
export const makeSetting = (
  options: EngineOptions,
  launcher: Launcher | undefined,
  late: AbortSignal,
): Setting => ({
  projectDir: resolve(options.projectDir ?? '.'),
  limits: { ...DEFAULT_LIMITS, ...withoutUndefined(options.limits ?? {}) },
  env: agentEnvironment(options.env ?? process.env),
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
    signal: late,
    running: new Set(),
    deliver: options.late && ((verdict, input) => options.late?.(verdict, input as HookInput)),
  },
  observe: options.observe,
  traceOf: options.traceOf,
});

type Env = NonNullable<EngineOptions['env']>;

/** An environment that nobody can change is made once, however many engines have it. */
function agentEnvironment(given: Env): Env {
  const known = made.get(given);
  if (known) return known;
  // A copy: every read of process.env asks the operating system.
  // Whoever runs in a worker is one; what it starts in turn is not.
  const env = { ...withoutNpm(given), [WORKER_VARIABLE]: undefined };
  if (Object.isFrozen(given)) made.set(given, env);
  return env;
}

const made = new WeakMap<Env, Env>();

const withoutUndefined = <T extends object>(value: T): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as Partial<T>;
