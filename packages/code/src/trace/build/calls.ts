import type { CallRecord, DecisionRecord, LogEntry } from '@wavehooks/settings/log';
import { decidedBy } from '../../log/decided-by.ts';
import type { Book, Material } from './book.ts';
import { beginOf, entriesIn, type Logged, ofKind } from './logged.ts';
import { callId, laneOf, MAIN, placed } from './place.ts';
import { setupOf } from './setups.ts';
import type { Call, Permission, Turn } from './trace.ts';

/** A call is there from the first that is known of it. */
export function callSpans(turns: readonly Turn[], book: Book): readonly Call[] {
  const done = new Map(ofKind(book.records, 'call').map((one) => [callId(one), one]));
  const decided = new Map(ofKind(book.records, 'decision').map((one) => [callId(one), one]));
  const about = entriesIn(book.records).filter(({ call }) => call !== undefined);
  const runs = Map.groupBy(about, callId);
  const ids = new Set([...done.keys(), ...decided.keys(), ...runs.keys()]);
  return [...ids].map((id) => {
    const call = callSpan(id, done.get(id), decided.get(id), runs.get(id) ?? [], turns, book);
    return wasInterrupted(call, turns, book) ? { ...call, interrupted: true } : call;
  });
}

/** It ran and failed, and the user ended the turn before the model heard of it. */
function wasInterrupted(call: Call, turns: readonly Turn[], { records, began }: Book): boolean {
  if (call.success !== false || call.permission?.answer === 'no') return false;
  const turn = turns.find(({ id }) => id === call.parent);
  if (turn?.ended !== 'aborted') return false;
  const end = call.at + call.ms;
  const later = ofKind(records, 'request').map(
    (one) => [laneOf(one), beginOf(one) - began] as const,
  );
  return !later.some(([lane, at]) => lane === call.lane && at >= end && at <= turn.at + turn.ms);
}

function callSpan(
  id: string,
  done: (CallRecord & Logged) | undefined,
  decision: (DecisionRecord & Logged) | undefined,
  runs: readonly (LogEntry & Logged)[],
  turns: readonly Turn[],
  book: Book,
): Call {
  const known = [done, decision, ...runs].filter((one) => one !== undefined);
  const [first] = known.toSorted((a, b) => beginOf(a) - beginOf(b));
  const place = first ? placed(first, turns, book) : { id: '', lane: MAIN, at: 0 };
  const end = Math.max(...known.map((one) => Date.parse(one.time))) - book.began;
  const call = done?.call ?? decision?.call ?? runs[0]?.call ?? '';
  const before = runs.find(({ event }) => event === 'PreToolUse');
  const { waited } = decision ?? {};
  return {
    ...{ is: 'call', ...place, id, call },
    tool: done?.tool ?? decision?.tool ?? runs[0]?.tool ?? '',
    ms: done ? done.ms : Math.max(0, end - place.at),
    ...(done ? { success: done.success } : {}),
    ...(decision && waited !== undefined
      ? { waited, waitedAt: beginOf(decision) - book.began }
      : {}),
    ...contentsOf(call, place.lane, book.material),
    ...(done?.rewrittenBy ? { rewrittenBy: done.rewrittenBy } : {}),
    ...(decision ? { permission: permissionOf(decision, book.material) } : {}),
    ...(done?.outputRewrittenBy ? { resultRewrittenBy: done.outputRewrittenBy } : {}),
    verdict: before?.verdict ?? 'none',
    ...(first ? { setup: setupOf(first, book.setups) } : {}),
  };
}

function contentsOf(
  call: string,
  lane: string,
  { contents, redact }: Material,
): Pick<Call, 'sent' | 'ran' | 'result'> {
  const block = contents?.get(lane === MAIN ? '' : lane)?.calls.get(call);
  if (!block) return {};
  const { parameters, original, result } = block;
  return {
    sent: redact(original ?? parameters),
    ...(original ? { ran: redact(parameters) } : {}),
    ...(result === undefined ? {} : { result: redact(result) }),
  };
}

function permissionOf(
  { answer, row, by, unanswered }: DecisionRecord,
  { rowText }: Material,
): Permission {
  const where = by.is === 'rule' ? by.where : undefined;
  const words = decidedBy({ by: { ...by, where: undefined }, unanswered }) ?? by.is;
  return {
    ...{ answer, row, text: rowText(row), by: words },
    ...(where === undefined ? {} : { where }),
  };
}
