import type { Start } from 'wave-process';
import { freshId } from 'wave-process/files';
import type { Asked } from '../deciding/combine.ts';
import { interpret } from '../deciding/interpret.ts';
import type { Entry } from '../entries/entry.ts';
import type { RuleHolds } from '../entries/rule.ts';
import { brokenBy, isBroken } from '../handlers/broken.ts';
import type { Job } from '../handlers/handler.ts';
import type { Host } from '../handlers/host.ts';
import { directoryOf, handlerOf, runEntry, startsProcess } from '../handlers/index.ts';
import type { PinCheck } from '../pins/pin.ts';
import { type Trouble, troubleWith } from '../pins/trouble.ts';
import { parse } from '../reading/parse.ts';
import type { Effect } from '../vocabulary/effect.ts';
import { canBlock, type EventName, specOf } from '../vocabulary/events.ts';
import type { Limits } from '../vocabulary/limits.ts';
import type { HookOutcome } from '../vocabulary/outcome.ts';
import type { Signal } from '../vocabulary/signal.ts';
import type { Run, Verdict } from '../vocabulary/verdict.ts';
import type { Web } from '../web/web.ts';
import type { Workers } from '../worker/workers.ts';
import { conceal } from './conceal.ts';
import { cutTexts } from './cut.ts';
import { type EnvFile, type Exports, openEnvFile } from './env-file.ts';
import type { CompleteInput } from './input.ts';
import { type Late, lateVerdict } from './late.ts';
import { missingFiles } from './missing.ts';

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
}

/** Runs that nobody waits for. They end with the engine, not with their event. */
export interface LateRuns {
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

interface RunInfo {
  readonly id: string;
  readonly event: EventName;
  readonly hook: string;
  readonly source: string;
  readonly statusMessage?: string;
  /** Nobody waits for it. */
  readonly async?: true;
  /** The subagent whose call the hook looks at. */
  readonly agent?: string;
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
}

export interface Result {
  readonly id: string;
  readonly asked: Asked;
  readonly run: Run;
  /** Where its event lets hooks set variables. */
  readonly exports?: Exports;
}

/** Runs a hook, and hears what it asks for. */
export async function runOne(
  planned: Entry,
  passage: Passage,
  info: RunInfo = infoOf(planned, passage),
): Promise<Late> {
  const { event, hook, source } = info;
  const { setting, input } = passage;
  const entry = asApproved(planned, passage);
  tell(setting, { is: 'started', ...info });
  const file = opensEnvFile(entry) ? openEnvFile() : undefined;
  const variables = typeof file === 'object' ? file.variables : undefined;
  const ending = await runEntry(entry, { ...jobOf(entry, passage), variables });
  // A worker that waited for its start may have found its files changed only then.
  const judged = ending.outcome.is === 'start' ? asApproved(entry, passage) : entry;
  const teller = {
    event,
    hook,
    input,
    failsClosed: failsClosed(judged, passage),
    transforms: entry.phase === 'transform',
  };
  const signals = parse(teller, ending).filter((signal) => !isRepeated(signal, entry, passage));
  const run: Run = { hook, source, ...ending };
  tell(setting, { is: 'ended', ...info, run, signals });
  const effects = [
    ...signals.flatMap((signal) => interpret(event, signal)),
    ...missing(entry, ending.outcome, passage),
  ];
  const asked = { hook, phase: entry.phase, effects };
  return { id: info.id, run, asked, signals, ...exportsOf(file, ending.outcome) };
}

/** What an event has for those of its hooks that outlive it. */
export interface Afterwards {
  /** Its verdict, once that is there. */
  readonly first: () => Promise<Verdict>;
  /** Takes over the variables that a hook set. */
  readonly withVariables: <R extends Result>(
    results: readonly R[],
    at: Passage,
  ) => Promise<readonly R[]>;
}

/** Starts a hook that nobody waits for. */
export function runLate(
  planned: Entry,
  started: Passage,
  { first, withVariables }: Afterwards,
): Result {
  const { input, setting } = started;
  const { late } = setting;
  const passage = { ...started, signal: late.signal };
  const info = infoOf(planned, passage);
  const { id, event, hook, source } = info;
  const ended = runOne(planned, passage, info).then(async ({ signals, ...result }) => {
    const [told = result] = await withVariables([result], passage);
    const decided = await first();
    const heard = { ...told, saw: passage.input };
    const kept = conceal(passage.input, decided, [heard]);
    const { run, asked } = kept.results[0] ?? heard;
    const whole = lateVerdict(decided, { id, run, asked, signals }, planned.async);
    const verdict = cutTexts(whole, cutOptions(setting));
    tell(setting, {
      is: 'late',
      event,
      input: kept.input,
      verdict,
      hooks: [{ id, run, effects: asked.effects }],
    });
    if (run.outcome.is !== 'cancelled') late.deliver?.(verdict, input);
  });
  const done = ended.catch(() => {}).finally(() => late.running.delete(done));
  late.running.add(done);
  const run: Run = { hook, source, ms: 0, outcome: { is: 'async' }, stdout: '', stderr: '' };
  return { id, run, asked: { hook, phase: planned.phase, effects: [] } };
}

export const cutOptions = ({ limits, outputDir }: Setting) => ({
  maxChars: limits.textChars,
  dir: outputDir,
});

function infoOf(
  { event, label, source, statusMessage, async }: Entry,
  { input }: Passage,
): RunInfo {
  const agent = input['agent_id'];
  return {
    id: freshId(),
    event,
    hook: label,
    source,
    ...(statusMessage ? { statusMessage } : {}),
    ...(async ? { async: true } : {}),
    ...(typeof agent === 'string' ? { agent } : {}),
  };
}

/** One that stays, or that is no process, has an environment that no event can change. */
const opensEnvFile = (entry: Entry): boolean =>
  specOf(entry.event).setsVariables === true && startsProcess(entry) && handlerOf(entry).exits;

/** What a hook exports counts where what it prints does. */
function exportsOf(
  file: EnvFile | string | undefined,
  outcome: HookOutcome,
): Pick<Result, 'exports'> {
  if (file === undefined) return {};
  const exports = typeof file === 'string' ? { problem: file } : file.take();
  return outcome.is === 'exit' && outcome.code === 0 ? { exports } : {};
}

/** What is said once a session. */
function isRepeated(signal: Signal, { source, path }: Entry, passage: Passage): boolean {
  if (signal.is !== 'warning' || !signal.once) return false;
  const { remarked } = passage.setting;
  const key = `${passage.input.session_id} ${source} ${path}`;
  if (remarked.has(key)) return true;
  remarked.add(key);
  return false;
}

/** How shells and interpreters end that do not find what they are to run; 2 is a guard's block as well. */
const NOT_FOUND: readonly number[] = [2, 126, 127];

/** A block by a guard that is not there stays one, but the user hears that nobody judged. */
const missing = (entry: Entry, outcome: HookOutcome, passage: Passage): Effect[] =>
  outcome.is === 'exit' && NOT_FOUND.includes(outcome.code)
    ? missingFiles([entry], { ...passage.setting, cwd: passage.cwd, root: passage.root }).map(
        (text) => ({ do: 'tell-user', tone: 'error', text, named: true }),
      )
    : [];

function jobOf(entry: Entry, passage: Passage): Job {
  const { env, limits, projectDir, start, workers, web, host } = passage.setting;
  return {
    payload: passage.payload,
    cwd: directoryOf(entry, passage),
    projectDir,
    env,
    plugin: entry.plugin,
    timeoutMs: entry.timeoutMs,
    maxBytes: limits.outputBytes,
    signal: passage.signal,
    start,
    workers,
    web,
    host,
    pins: entry.pins,
    refused: () => changed(entry, passage),
  };
}

/**
 * A hook whose files are not the approved ones does not run; where that can block, it blocks. One that
 * would only not find them has failed, and its `onError` says what follows.
 */
function asApproved(entry: Entry, passage: Passage): Entry {
  const trouble = troubleOf(entry, passage);
  if (trouble === undefined) return entry;
  const blocks = trouble.is === 'changed' && canBlock(entry.event);
  const handler = brokenBy(refusal(trouble));
  return { ...entry, handler, onError: blocks ? 'block' : entry.onError };
}

const troubleOf = (entry: Entry, passage: Passage): Trouble | undefined =>
  troubleWith(entry.pins, passage.setting.checkPin, {
    dir: directoryOf(entry, passage),
    projectDir: passage.setting.projectDir,
  });

const refusal = ({ is, text }: Trouble): string =>
  is === 'changed' ? `guard changed since approval: ${text} (see: wave hooks review)` : text;

function changed(entry: Entry, passage: Passage): string | undefined {
  const trouble = troubleOf(entry, passage);
  return trouble && refusal(trouble);
}

/**
 * Where a failure holds once, a guard that stays broken must not trap the session. One that the agent
 * changed because it was held has not failed before in this turn.
 */
function failsClosed({ event, label, handler, onError }: Entry, passage: Passage): boolean {
  if (specOf(event).failureHolds !== 'once') return onError === 'block';
  const { refused } = passage.setting;
  // A subagent is held by itself.
  const key = `${passage.input.session_id} ${passage.input['agent_id'] ?? ''} ${label}`;
  const isFirst = passage.input['stop_hook_active'] !== true;
  if (isFirst) refused.delete(key);
  const holds = isFirst || (isBroken({ handler }) && !refused.has(key));
  if (isBroken({ handler })) refused.add(key);
  return onError === 'block' && holds;
}

/** An observer's fault is not a hook's: the event goes on. */
export function tell(setting: Setting, event: RunEvent): void {
  try {
    const result: unknown = setting.observe?.(event);
    if (result instanceof Promise) result.catch(() => {});
  } catch {
    // Nothing to do about it here.
  }
}
