import { isEventName } from '@wavehooks/hooks';
import { specOf } from '@wavehooks/hooks/vocabulary';
import type { LogEntry } from '@wavehooks/settings/log';
import { type MomentOf, momentsOf } from './belonging.ts';
import { type Book, type Material, openBook } from './book.ts';
import { callSpans } from './calls.ts';
import { runSpan } from './hook-runs.ts';
import { entriesIn, type Logged, ofKind } from './logged.ts';
import { callId, MAIN, placed } from './place.ts';
import { candidatesOf, inventoryOf } from './setups.ts';
import type { HookRun, Lane, Moment, Span, Trace, Turn } from './trace.ts';
import { momentSpan, requestSpan, turnSpan } from './turns.ts';
import { unusedOf } from './unused.ts';

/** A trace, from records and what was said. */
export function buildTrace(material: Material): Trace {
  const { session, title, project, home, hooks } = material;
  const book = openBook(material);
  const { records, began } = book;
  const turns = ofKind(records, 'turn').map((record) => turnSpan(record, book));
  const moments = ofKind(records, 'moment').map((record) => momentSpan(record, turns, book));
  const calls = callSpans(turns, book);
  const requests = ofKind(records, 'request').map((record) => requestSpan(record, turns, book));
  const momentOf = momentsOf(records, moments);
  const runs = entriesIn(records).map((entry) => placedRun(entry, turns, momentOf, book));
  const spans = [...turns, ...withSubjects(moments, runs), ...requests, ...calls, ...runs];
  const tools = [...new Set(calls.map(({ tool }) => tool))];
  return {
    ...{ version: 1, session, began: new Date(began).toISOString() },
    ...(title === undefined ? {} : { title }),
    ...(project === undefined ? {} : { project }),
    ...(home === undefined ? {} : { home }),
    withContent: material.contents !== undefined,
    lanes: lanesOf(spans, material),
    spans,
    unused: unusedOf(hooks, { runs, tools, inventory: book.setups.inventories.at(-1) }),
    setups: candidatesOf(spans, book.setups),
  };
}

/** A run belongs to its call, or to the moment that it was part of. */
function placedRun(
  entry: LogEntry & Logged,
  turns: readonly Turn[],
  momentOf: MomentOf,
  book: Book,
): HookRun {
  const { id, lane, at, parent: turn } = placed(entry, turns, book);
  const parent = entry.call === undefined ? (momentOf(entry, at) ?? turn) : callId(entry);
  return runSpan(entry, { id, lane, at, parent }, inventoryOf(entry, book.setups));
}

/** What hooks were chosen by, their runs say. */
function withSubjects(moments: readonly Moment[], runs: readonly HookRun[]): readonly Moment[] {
  const subjects = new Map(runs.map(({ parent, subject }) => [parent, subject]));
  return moments.map((moment) => {
    const subject = subjects.get(moment.id);
    return subject === undefined ? moment : { ...moment, subject, ...exampleOf(moment, subject) };
  });
}

/** The example is about what the event was about. */
function exampleOf({ event, example }: Moment, subject: string): Partial<Moment> {
  const field = isEventName(event) ? specOf(event).subject : undefined;
  return example && field !== undefined ? { example: { ...example, [field]: subject } } : {};
}

function lanesOf(spans: readonly Span[], material: Material): readonly Lane[] {
  const ids = spans.toSorted((a, b) => a.at - b.at).map(({ lane }) => lane);
  const others = [...new Set(ids)].filter((id) => id !== MAIN);
  return [{ id: MAIN, name: 'agent' }, ...others.map((id) => subagentLane(id, material))];
}

/** Named by its task; without content, by its kind. */
function subagentLane(id: string, { started, contents, redact }: Material): Lane {
  const { kind = id, task, call } = started?.get(id) ?? {};
  const name = `subagent ${kind}${task && contents ? `: ${redact(task)}` : ''}`;
  return { id, name, ...(call === undefined ? {} : { call }) };
}
