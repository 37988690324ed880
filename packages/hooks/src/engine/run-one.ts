import { traceVariables } from '@wavehooks/process';
import { freshId } from '@wavehooks/process/files';
import { interpret } from '../deciding/interpret.ts';
import type { Entry } from '../entries/entry.ts';
import type { Job } from '../handlers/handler.ts';
import { directoryOf, handlerOf, runEntry, startsProcess } from '../handlers/index.ts';
import { parse } from '../reading/parse.ts';
import type { Effect } from '../vocabulary/effect.ts';
import { specOf } from '../vocabulary/events.ts';
import type { HookOutcome } from '../vocabulary/outcome.ts';
import type { Signal } from '../vocabulary/signal.ts';
import type { Run } from '../vocabulary/verdict.ts';
import { asApproved, changed, failsClosed } from './approved.ts';
import { type EnvFile, openEnvFile } from './env-file.ts';
import type { Late } from './late.ts';
import { missingFiles } from './prepare/missing.ts';
import { type Passage, type Result, type RunInfo, tell } from './setting.ts';

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
  const trace = setting.traceOf?.(info);
  const own = typeof file === 'object' ? file.variables : undefined;
  const variables = trace ? { ...own, ...traceVariables(trace) } : own;
  const { signals: said, ...ending } = await runEntry(entry, {
    ...jobOf(entry, passage),
    variables,
    trace,
  });
  // A worker that waited for its start may have found its files changed only then.
  const judged = ending.outcome.is === 'start' ? asApproved(entry, passage) : entry;
  const teller = {
    event,
    hook,
    input,
    failsClosed: failsClosed(judged, passage),
    transforms: entry.phase === 'transform',
  };
  const heard = said ?? parse(teller, ending);
  const signals = heard.filter((signal) => !isRepeated(signal, entry, passage));
  const run: Run = { hook, source, ...ending };
  tell(setting, { is: 'ended', ...info, run, signals });
  const effects = [
    ...signals.flatMap((signal) => interpret(event, signal)),
    ...missing(entry, ending.outcome, passage),
  ];
  const asked = { hook, phase: entry.phase, effects };
  return { id: info.id, run, asked, signals, ...exportsOf(file, ending.outcome) };
}

export function infoOf(
  { event, label, source, statusMessage, async, handler }: Entry,
  { input }: Passage,
): RunInfo {
  const { agent_id: agent, tool_use_id: call } = input as Record<string, unknown>;
  return {
    id: freshId(),
    event,
    hook: label,
    source,
    ...(statusMessage ? { statusMessage } : {}),
    ...(async ? { async: true } : {}),
    ...(typeof agent === 'string' ? { agent } : {}),
    ...(typeof call === 'string' ? { call } : {}),
    handler: handler.type,
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
    chain: passage.chain,
  };
}
