import {
  type Decision,
  type Effect,
  type HookOutcome,
  RANK,
  type RunEvent,
  strongestOf,
} from '@wavehooks/hooks';
import { isAboutTool, isObject, specOf } from '@wavehooks/hooks/vocabulary';
import type { Redactor } from './redact.ts';

/** One run in the log. An erased prompt leaves only what no hook said and no input held. */
export interface LogEntry {
  readonly time: string;
  /** When it began. */
  readonly at?: string;
  readonly session?: string;
  /** The subagent whose event it was. */
  readonly agent?: string;
  /** The call that the event was about: its `tool_use_id`. */
  readonly call?: string;
  readonly event: string;
  readonly tool?: string;
  /** On other events: what matchers look at. */
  readonly subject?: string;
  readonly hook: string;
  readonly source: string;
  readonly outcome: HookOutcome;
  readonly ms: number;
  /** What this hook asked for by itself. */
  readonly decision: Decision;
  /** What came of the event. */
  readonly verdict: Decision;
  readonly rewrote?: true;
  readonly toAgent?: readonly string[];
  readonly toUser?: readonly string[];
  readonly context?: readonly string[];
  /** What it printed. What a rewrite was printed in is content, and not kept. */
  readonly stdout?: string;
  readonly stderr?: string;
  readonly erased?: true;
  /** Nobody waited for it. */
  readonly late?: true;
}

/** What a run is written down from: the verdict of its event, or its own if nobody waited for it. */
export type Decided = Extract<RunEvent, { is: 'decided' | 'late' }>;
type HookResult = Decided['hooks'][number];

/** The entries of one event, a run each, ready to be kept. */
export function entriesOf(
  decided: Decided,
  redact: Redactor,
  time: string,
  began: (id: string) => string | undefined = () => undefined,
): LogEntry[] {
  const keep = (text: string) => cut(redact(text));
  // What nobody waits for is written down when it has ended.
  const ended = decided.hooks.filter(({ run }) => run.outcome.is !== 'async');
  return ended.map((result) => {
    const { run, effects } = result;
    const erased = decided.verdict.erasePrompt;
    const at = began(result.id);
    return {
      time,
      ...(erased || at === undefined ? {} : { at }),
      ...(erased ? {} : whereFrom(decided, keep)),
      event: decided.event,
      hook: keep(run.hook),
      source: keep(run.source),
      outcome: outcomeOf(run.outcome, erased ? () => '' : keep),
      ms: run.ms,
      decision: strongestOf(effects),
      verdict: decided.verdict.decision,
      ...(erased ? { erased } : whatWasSaid(result, keep)),
      ...(decided.is === 'late' ? { late: true } : {}),
    };
  });
}

/** A run that neither succeeded nor blocked. */
export const isFailure = (outcome: HookOutcome): boolean =>
  outcome.is !== 'async' && !(outcome.is === 'exit' && (outcome.code === 0 || outcome.code === 2));

/** An entry from a line of the log; undefined for a line that holds none. */
export function readEntry(line: string): LogEntry | undefined {
  try {
    return asEntry(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** The same from what a line holds. */
export const asEntry = (value: unknown): LogEntry | undefined =>
  isEntry(value) ? value : undefined;

/** A record of another kind: no run of a hook, and no damage. */
export function isOtherRecord(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && typeof value['is'] === 'string';
  } catch {
    return false;
  }
}

function isEntry(value: unknown): value is LogEntry {
  if (!isObject(value)) return false;
  const { time, event, hook, source, decision, verdict, ms, outcome } = value;
  const texts = [time, event, hook, source, decision, verdict];
  return (
    texts.every((text) => typeof text === 'string') &&
    // JSON can say numbers that are too large to be any.
    Number.isFinite(ms) &&
    Object.hasOwn(RANK, String(decision)) &&
    isObject(outcome) &&
    typeof outcome['is'] === 'string'
  );
}

type Keep = (text: string) => string;

function whereFrom(
  { event, input }: Decided,
  keep: Keep,
): Pick<LogEntry, 'session' | 'agent' | 'call' | 'tool' | 'subject'> {
  const { subject } = specOf(event);
  const about = isAboutTool(event) ? 'tool' : 'subject';
  return {
    session: keep(String(input['session_id'] ?? '')),
    ...named('agent', input['agent_id'], keep),
    ...named('call', input['tool_use_id'], keep),
    ...(subject ? { [about]: keep(String(input[subject] ?? '')) } : {}),
  };
}

const named = (name: 'agent' | 'call', value: unknown, keep: Keep): Partial<LogEntry> =>
  typeof value === 'string' && value !== '' ? { [name]: keep(value) } : {};

function whatWasSaid({ run, effects }: HookResult, keep: Keep): Partial<LogEntry> {
  const rewrote = effects.some((effect) => effect.do === 'rewrite');
  return {
    ...(rewrote ? { rewrote } : {}),
    ...some('toAgent', textsOf(effects, 'tell-agent', keep)),
    ...some('toUser', textsOf(effects, 'tell-user', keep)),
    ...some('context', textsOf(effects, 'add-context', keep)),
    ...(run.stdout !== '' && !rewrote ? { stdout: keep(run.stdout) } : {}),
    ...(run.stderr !== '' ? { stderr: keep(run.stderr) } : {}),
  };
}

const textsOf = (effects: readonly Effect[], kind: Effect['do'], keep: Keep) =>
  effects.flatMap((effect) => (effect.do === kind && 'text' in effect ? [keep(effect.text)] : []));

const some = (name: string, texts: string[]) => (texts.length > 0 ? { [name]: texts } : {});

const outcomeOf = (outcome: HookOutcome, keep: Keep): HookOutcome =>
  outcome.is === 'start' || outcome.is === 'lost'
    ? { ...outcome, error: keep(outcome.error) }
    : outcome;

const MAX_CHARS = 2_000;

/** Redacted before it is cut: half a secret would not be known for one. */
const cut = (text: string): string =>
  text.length <= MAX_CHARS
    ? text
    : `${text.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '')} [... ${text.length - MAX_CHARS} characters omitted]`;
