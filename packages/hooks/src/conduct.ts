import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Asked, combine, rewritesOf } from './combine.ts';
import { cutTexts } from './cut.ts';
import type { Effect } from './effect.ts';
import type { Entry } from './entry.ts';
import { cell, type EventName } from './events.ts';
import type { Job } from './handlers/handler.ts';
import { directoryOf, runEntry, runsInProject } from './handlers/index.ts';
import { freshId } from './id.ts';
import type { CheckedInput, CompleteInput } from './input.ts';
import { missingFiles } from './inspect/missing.ts';
import { interpret } from './interpret.ts';
import type { Limits } from './limits.ts';
import type { HookOutcome } from './outcome.ts';
import { parse } from './parse.ts';
import type { Start } from './process/start.ts';
import { mergeRewrites } from './rewrite.ts';
import type { Signal } from './signal.ts';
import type { Pin } from './trust/pin.ts';
import type { Run, Verdict } from './verdict.ts';
import type { Workers } from './worker/workers.ts';

/** What stays the same over all events of an engine. */
export interface Setting {
  readonly projectDir: string;
  readonly limits: Limits;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly outputDir: string;
  readonly start: Start;
  readonly workers: Workers;
  readonly checkPin: (pin: Pin, cwd: string) => string | undefined;
  readonly observe: ((event: RunEvent) => void) | undefined;
}

/**
 * What an observer hears: each run once when it starts and once when it ended, and after the last of
 * them the verdict. Before the verdict nobody knows whether a prompt was erased: what is kept (a log, a
 * recording) is written from `decided` alone. An event that no hook is for is heard of as `unmatched`,
 * and there was nobody to erase anything.
 */
export type RunEvent =
  | ({ is: 'started' } & RunInfo)
  | ({ is: 'ended'; run: Run; signals: readonly Signal[] } & RunInfo)
  | {
      is: 'decided';
      event: EventName;
      input: CompleteInput;
      verdict: Verdict;
      /** What each hook asked for by itself, in configuration order. */
      hooks: readonly { id: string; run: Run; effects: readonly Effect[] }[];
    }
  | { is: 'unmatched'; event: EventName; input: CompleteInput; verdict: Verdict };

interface RunInfo {
  readonly id: string;
  readonly event: EventName;
  readonly hook: string;
  readonly source: string;
  readonly statusMessage?: string;
  /** The subagent whose call the hook looks at. */
  readonly agent?: string;
}

/** One event on its way through its hooks. */
interface Passage {
  readonly input: CompleteInput;
  /** The input as JSON, serialised once for all who get it. */
  readonly payload: Buffer;
  /** Where hooks run: where the event is, and the project's root for those that outlive it. */
  readonly cwd: string;
  readonly root: string;
  readonly signal: AbortSignal;
  readonly setting: Setting;
}

interface Result {
  readonly id: string;
  readonly asked: Asked;
  readonly run: Run;
}

/** Transforms first, one after the other; then all judges side by side on what came of it. */
export async function conduct(
  planned: readonly Entry[],
  input: CompleteInput,
  signal: AbortSignal,
  setting: Setting,
): Promise<Verdict> {
  const results = new Map<Entry, Result>();
  const places = placesOf(planned, input.cwd, setting.projectDir);
  let passage: Passage = { input, payload: payloadOf(input), ...places, signal, setting };
  for (const entry of planned.filter(({ phase }) => phase === 'transform')) {
    const result = await runOne(entry, passage);
    results.set(entry, result);
    passage = rewritten(passage, result.asked);
  }
  const judges = planned.filter(({ phase }) => phase === 'judge');
  await Promise.all(judges.map(async (entry) => results.set(entry, await runOne(entry, passage))));
  const ordered = planned.flatMap((entry) => results.get(entry) ?? []);
  const verdict = signal.aborted
    ? cancelled(input, ordered)
    : cutTexts(verdictOf(input, ordered), {
        maxChars: setting.limits.textChars,
        dir: setting.outputDir,
      });
  const hooks = ordered.map(({ id, run, asked }) => ({ id, run, effects: asked.effects }));
  tell(setting, { is: 'decided', event: verdict.event, input, verdict, hooks });
  return verdict;
}

/** A directory that is gone must not keep a guard from starting: another has to do. A function is in none. */
export function placesOf(planned: readonly Entry[], asked: string, projectDir: string) {
  const [cwd, root] = [resolve(asked), projectDir];
  if (planned.every(isFunction)) return { cwd, root };
  const first = (...dirs: string[]) => dirs.find(isDirectory) ?? '/';
  return {
    cwd: first(cwd, root),
    root: planned.some(runsInProject) ? first(root, cwd) : root,
  };
}

const isFunction = ({ handler }: Entry) => handler.type === 'function';

/** Only a directory that can be entered has a `.` in it; this costs a fifth of asking what a path is. */
const isDirectory = (path: string) => existsSync(`${path}/.`);

async function runOne(planned: Entry, passage: Passage): Promise<Result> {
  const { event, label: hook, source, statusMessage } = planned;
  const { setting, input } = passage;
  const agent = input['agent_id'];
  const entry = asApproved(planned, passage);
  const info = {
    id: freshId(),
    event,
    hook,
    source,
    ...(statusMessage ? { statusMessage } : {}),
    ...(typeof agent === 'string' ? { agent } : {}),
  };
  tell(setting, { is: 'started', ...info });
  const ending = await runEntry(entry, jobOf(entry, passage));
  // A worker that waited for its start may have found its files changed only then.
  const judged = ending.outcome.is === 'start' ? asApproved(entry, passage) : entry;
  const signals = parse({ event, hook, failsClosed: failsClosed(judged, passage.input) }, ending);
  const run: Run = { hook, source, ...ending };
  tell(setting, { is: 'ended', ...info, run, signals });
  const effects = [
    ...signals.flatMap((signal) => interpret(event, signal)),
    ...missing(entry, ending.outcome, passage),
  ];
  return { id: info.id, run, asked: { hook, phase: entry.phase, effects } };
}

/** How shells and interpreters end that do not find what they are to run; 2 is a guard's block as well. */
const NOT_FOUND: readonly number[] = [2, 126, 127];

/** A block by a guard that is not there stays one, but the user hears that nobody judged. */
const missing = (entry: Entry, outcome: HookOutcome, passage: Passage): Effect[] =>
  outcome.is === 'exit' && NOT_FOUND.includes(outcome.code)
    ? missingFiles([entry], { ...passage.setting, cwd: passage.cwd, root: passage.root }).map(
        (text) => ({ do: 'tell-user', tone: 'error', text }),
      )
    : [];

function jobOf(entry: Entry, passage: Passage): Job {
  const { env, limits, projectDir, start, workers } = passage.setting;
  return {
    payload: passage.payload,
    cwd: directoryOf(entry, passage),
    projectDir,
    env,
    timeoutMs: entry.timeoutMs,
    maxBytes: limits.outputBytes,
    signal: passage.signal,
    start,
    workers,
    pins: entry.pins,
    refused: () => changed(entry, passage),
  };
}

/** A hook whose files are not the approved ones does not run; where that can block, it blocks. */
function asApproved(entry: Entry, passage: Passage): Entry {
  const error = changed(entry, passage);
  if (error === undefined) return entry;
  const onError = cell(entry.event, 'block')?.includes('block') ? 'block' : entry.onError;
  return { ...entry, handler: { type: 'broken', error }, onError };
}

function changed(entry: Entry, passage: Passage): string | undefined {
  const dir = directoryOf(entry, passage);
  const wrong = entry.pins.map((pin) => passage.setting.checkPin(pin, dir)).find((text) => text);
  return wrong && `guard changed since approval: ${wrong} (see: wave hooks review)`;
}

/** On Stop a failure holds the turn once: a guard that stays broken must not trap the session. */
const failsClosed = (entry: Entry, input: CompleteInput) =>
  entry.onError === 'block' && !(entry.event === 'Stop' && input['stop_hook_active'] === true);

const payloadOf = (input: CompleteInput) => Buffer.from(`${JSON.stringify(input)}\n`);

/** No hook is for this event: what it comes to is known without a run. Only a listener needs it in full. */
export function unmatched(
  input: CheckedInput,
  complete: () => CompleteInput,
  setting: Setting,
): Verdict {
  const verdict = verdictOf(input, []);
  if (setting.observe)
    tell(setting, { is: 'unmatched', event: verdict.event, input: complete(), verdict });
  return verdict;
}

const toolInputOf = (input: CheckedInput) =>
  input['tool_input'] as Record<string, unknown> | undefined;

function rewritten(passage: Passage, asked: Asked): Passage {
  const rewrites = rewritesOf(asked);
  const before = toolInputOf(passage.input);
  if (rewrites.length === 0 || !before) return passage;
  const input = { ...passage.input, tool_input: mergeRewrites(before, rewrites).input };
  return { ...passage, input, payload: payloadOf(input) };
}

function verdictOf(input: CheckedInput, results: readonly Result[]): Verdict {
  const asked = results.map((result) => result.asked);
  const runs = results.map((result) => result.run);
  return { ...combine(input.hook_event_name, toolInputOf(input), asked), runs };
}

/** A cancelled event goes nowhere: a host that does not look at its signal is held by the decision. */
const cancelled = (input: CompleteInput, results: readonly Result[]): Verdict => ({
  event: input.hook_event_name,
  decision: 'halt',
  toAgent: [],
  toUser: [],
  context: [],
  erasePrompt: input.hook_event_name === 'UserPromptSubmit',
  stopReason: '',
  runs: results.map(({ run }) => run),
});

function tell(setting: Setting, event: RunEvent): void {
  try {
    const result: unknown = setting.observe?.(event);
    if (result instanceof Promise) result.catch(() => {});
  } catch {
    // An observer's fault is not a hook's: the event goes on.
  }
}
