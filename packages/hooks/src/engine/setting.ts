import type { Start, TracePlace } from '@wavehooks/process';
import type { HookEffects } from '../deciding/hook-effects.ts';
import type { RuleHolds } from '../entries/rule.ts';
import type { Host } from '../handlers/host.ts';
import type { PinCheck } from '../pins/pin.ts';
import type { Effect } from '../vocabulary/effect.ts';
import type { EventName } from '../vocabulary/events.ts';
import type { Limits } from '../vocabulary/limits.ts';
import type { Signal } from '../vocabulary/signal.ts';
import type { Run, Verdict } from '../vocabulary/verdict.ts';
import type { Web } from '../web/web.ts';
import type { Workers } from '../worker/workers.ts';
import type { Exports } from './env-file.ts';
import type { CompleteInput } from './prepare/input.ts';

/** What stays the same over all events of an engine. */
export interface Setting {
  readonly projectDir: string;
  readonly limits: Limits;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly outputDir: string;
  readonly start: Start;
  readonly workers: Workers;
  readonly web: Web;
  readonly host: Host;
  readonly checkPin: PinCheck;
  /** Guards that must not run and have held a turn, by session. */
  readonly refused: Set<string>;
  /** Hooks of which was said what is said once, by session. */
  readonly remarked: Set<string>;
  /** Hooks that had their one run, by session. */
  readonly spent: Set<string>;
  readonly ruleHolds: RuleHolds | undefined;
  readonly late: LateRuns;
  readonly observe: ((event: RunEvent) => void) | undefined;
  readonly traceOf: ((run: RunInfo) => TracePlace | undefined) | undefined;
}

/** Runs that nobody waits for. They end with the engine, not with their event. */
interface LateRuns {
  readonly signal: AbortSignal;
  /** Never reject. */
  readonly running: Set<Promise<void>>;
  readonly deliver: ((verdict: Verdict, input: CompleteInput) => void) | undefined;
}

/**
 * What an observer hears: each run once when it starts and once when it ended, and after the last of
 * them the verdict. Before the verdict nobody knows whether a prompt was erased: what is kept (a log, a
 * recording) is written from `decided` alone. An event that no hook is for is heard of as `unmatched`,
 * and there was nobody to erase anything. A hook that nobody waits for is in `decided` with the outcome
 * `async`, and is heard of once more as `late`, with a verdict of its own, when it has ended.
 */
export type RunEvent =
  | ({ is: 'started' } & RunInfo)
  | ({ is: 'ended'; run: Run; signals: readonly Signal[] } & RunInfo)
  | ({ is: 'decided' } & Decided)
  | ({ is: 'late' } & Decided)
  | { is: 'unmatched'; event: EventName; input: CompleteInput; verdict: Verdict };

interface Decided {
  readonly event: EventName;
  readonly input: CompleteInput;
  readonly verdict: Verdict;
  /** What each hook asked for by itself, in configuration order. */
  readonly hooks: readonly { id: string; run: Run; effects: readonly Effect[] }[];
}

export interface RunInfo {
  readonly id: string;
  readonly event: EventName;
  readonly hook: string;
  readonly source: string;
  readonly statusMessage?: string;
  /** Nobody waits for it. */
  readonly async?: true;
  /** The subagent whose call the hook looks at. */
  readonly agent?: string;
  /** The call that the event is about. */
  readonly call?: string;
  /** The type of its handler. */
  readonly handler: string;
}

/** One event on its way through its hooks. */
export interface Passage {
  readonly input: CompleteInput;
  /** The input as JSON, serialised once for all who get it. */
  readonly payload: Buffer;
  /** Where hooks run: where the event is, and the project's root for those that outlive it. */
  readonly cwd: string;
  readonly root: string;
  readonly signal: AbortSignal;
  readonly setting: Setting;
  /** What hooks that run one after the other leave for the next of their kind. */
  readonly chain: Map<string, unknown>;
}

export interface Result {
  readonly id: string;
  readonly asked: HookEffects;
  readonly run: Run;
  /** Where its event lets hooks set variables. */
  readonly exports?: Exports;
}

/** An observer's fault is not a hook's: the event goes on. */
export function tell(setting: Pick<Setting, 'observe'>, event: RunEvent): void {
  try {
    const result: unknown = setting.observe?.(event);
    if (result instanceof Promise) result.catch(() => {});
  } catch {
    // Nothing to do about it here.
  }
}
