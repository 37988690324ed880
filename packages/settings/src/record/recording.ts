import { type Decision, type EventName, isEventName, type Verdict } from '@wavehooks/hooks';
import { hashOf } from '@wavehooks/hooks/scripts';
import { isObject, show, specOf } from '@wavehooks/hooks/vocabulary';
import type { Redactor } from '../log/redact.ts';

/** An input that really came, with what was decided on it then. */
export interface Recording {
  readonly recorded: string;
  readonly event: EventName;
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether a secret was taken out, so that a hook that looks for it decides otherwise now. */
  readonly redacted: boolean;
  /** Absent when nobody decided where it was recorded. */
  readonly verdict?: Said;
}

/** The part of a verdict that does not change from run to run by itself. */
export interface Said {
  readonly decision: Decision;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly prompt?: unknown;
  readonly content?: unknown;
  readonly toAgent: readonly string[];
  readonly toUser: readonly string[];
  readonly context: readonly string[];
  readonly stopReason?: string;
}

export function recordingOf(
  event: EventName,
  input: Readonly<Record<string, unknown>>,
  verdict: Verdict | undefined,
  redact: Redactor,
): Recording {
  const kept = redact(input) as Record<string, unknown>;
  return {
    recorded: new Date().toISOString(),
    event,
    input: kept,
    redacted: isHidden(verdict) || JSON.stringify(kept) !== JSON.stringify(input),
    ...(verdict ? { verdict: saidOf(verdict, redact) } : {}),
  };
}

/** A hook took something out of it: what is recorded is what it left. */
const isHidden = (verdict: Verdict | undefined): boolean =>
  verdict?.output !== undefined || verdict?.prompt !== undefined;

/** What hooks can rewrite, by the verdict's names. */
const REWRITTEN = ['input', 'output', 'prompt', 'content'] as const;

export function saidOf(verdict: Verdict, redact: Redactor): Said {
  const texts = (told: readonly { text: string }[]) => told.map(({ text }) => redact(text));
  return {
    decision: verdict.decision,
    ...Object.fromEntries(
      REWRITTEN.filter((name) => verdict[name] !== undefined).map((name) => [
        name,
        redact(verdict[name]),
      ]),
    ),
    toAgent: texts(verdict.toAgent),
    toUser: texts(verdict.toUser),
    context: texts(verdict.context),
    ...(verdict.stopReason === undefined ? {} : { stopReason: redact(verdict.stopReason) }),
  };
}

/** The same input has the same name, so that it is kept once. */
export function recordingName({ event, input }: Pick<Recording, 'event' | 'input'>): string {
  const { session_id, transcript_path, tool_use_id, cwd, prompt_id, duration_ms, ...own } = input;
  const { subject } = specOf(event);
  const tool = subject
    ? `-${String(input[subject])
        .replace(/[^\w-]/g, '_')
        .slice(0, 60)}`
    : '';
  const hash = hashOf(JSON.stringify(own)).slice(0, 12);
  return `${event}${tool}-${hash}.json`;
}

/** A recording from a file's text; what is wrong with it as a text. */
export function readRecording(text: string): Recording | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not valid JSON: ${(error as Error).message}`;
  }
  if (!isObject(value)) return `expected a recording, got ${show(value)}`;
  const { event, input, verdict } = value;
  if (!isEventName(event)) return `"event": expected an event's name, got ${show(event)}`;
  if (!isObject(input)) return `"input": expected an object, got ${show(input)}`;
  if (verdict !== undefined && !isObject(verdict))
    return `"verdict": expected an object, got ${show(verdict)}`;
  return value as unknown as Recording;
}
