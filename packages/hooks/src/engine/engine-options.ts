import { statSync } from 'node:fs';
import type { Start, TracePlace } from '@wavehooks/process';
import { checkHooks } from '../checking/check.ts';
import type { Hooks } from '../checking/hooks.ts';
import type { Source } from '../checking/source.ts';
import type { RuleHolds } from '../entries/rule.ts';
import type { Host } from '../handlers/host.ts';
import type { HookInput } from '../vocabulary/events.ts';
import { DEFAULT_LIMITS, type Limits } from '../vocabulary/limits.ts';
import { checkNode } from '../vocabulary/node-version.ts';
import { isObject, show } from '../vocabulary/shape.ts';
import { suggest } from '../vocabulary/suggest.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import type { Lookup } from '../web/lookup.ts';
import type { RunEvent, RunInfo } from './setting.ts';

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
  /** Where a run stands in a trace; asked when it was told as `started`. It is handed to the hook. */
  readonly traceOf?: (run: RunInfo) => TracePlace | undefined;
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

/** What an option must be, and how that is called. */
interface Shape {
  readonly expected: string;
  fits(value: unknown): boolean;
}

/** Throws for options that are not what they have to be: field, what was expected, what came. */
export function checkEngineOptions(options: unknown): asserts options is EngineOptions {
  checkNode('@wavehooks/hooks');
  if (!isObject(options))
    throw new TypeError(
      `createEngine: expected an object such as { hooks: {} }, got ${shown(options)}`,
    );
  const faults = Object.entries(options).flatMap(([name, value]) => faultOf(name, value) ?? []);
  const wrong = faults.length > 0 ? faults : hookFaults(options);
  if (wrong.length > 0) throw new TypeError(`createEngine: ${wrong.join('; ')}`);
}

/** Hooks in code are their programmer's: nobody else could mend what a report says of them. */
const hookFaults = ({ hooks, problems }: EngineOptions): string[] =>
  hooks === undefined || problems === 'report'
    ? []
    : checkHooks([{ name: 'hooks', hooks }]).problems.map(({ text }) => `hooks: ${text}`);

function faultOf(name: string, value: unknown): string | undefined {
  const shape = Object.hasOwn(SHAPES, name) ? SHAPES[name as keyof EngineOptions] : undefined;
  if (!shape) {
    const meant = suggest(name, Object.keys(SHAPES));
    return `${name}: there is no such option${meant ? `; did you mean ${meant}?` : ''}`;
  }
  if (value === undefined || shape.fits(value)) return undefined;
  return `${name}: expected ${shape.expected}, got ${shown(value)}`;
}

/** A function's text is no help. */
const shown = (value: unknown) => (typeof value === 'function' ? 'a function' : show(value));

const object: Shape = { expected: 'an object', fits: isObject };
const call: Shape = { expected: 'a function', fits: (value) => typeof value === 'function' };

const SHAPES: Readonly<Record<keyof EngineOptions, Shape>> = {
  hooks: { expected: 'an object of events', fits: isObject },
  problems: {
    expected: '"throw" or "report"',
    fits: (value) => value === 'throw' || value === 'report',
  },
  sources: {
    expected: 'a list of { name, hooks }',
    fits: (value) =>
      Array.isArray(value) && value.every((one) => isObject(one) && isObject(one['hooks'])),
  },
  projectDir: {
    expected: 'a directory that is there',
    fits: (value) =>
      typeof value === 'string' &&
      statSync(value, { throwIfNoEntry: false })?.isDirectory() === true,
  },
  observe: call,
  traceOf: call,
  late: call,
  ruleHolds: call,
  limits: {
    expected: `an object with ${Object.keys(DEFAULT_LIMITS).join(', ')} as numbers above 0`,
    fits: (value) => isObject(value) && Object.entries(value).every(isLimit),
  },
  env: object,
  outputDir: { expected: 'a text', fits: (value) => typeof value === 'string' },
  start: call,
  host: {
    expected: 'an object with ask and callTool as functions',
    fits: (value) => isObject(value) && Object.values(value).every(isCallOrAbsent),
  },
  allowedHttpHookUrls: {
    expected: 'a list of texts',
    fits: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  },
  lookup: call,
  launcher: { expected: 'true or false', fits: (value) => typeof value === 'boolean' },
};

const isCallOrAbsent = (value: unknown) => value === undefined || typeof value === 'function';

const isLimit = ([name, value]: [string, unknown]) =>
  Object.hasOwn(DEFAULT_LIMITS, name) &&
  (value === undefined || (typeof value === 'number' && value > 0));
