import { type DecisionRecord, isFailure, type LogEntry } from '@wavehooks/settings/log';
import type { Logged } from '../trace/build/logged.ts';
import { type Answered, answeredHow } from './answered.ts';
import { createDurations, type Durations } from './durations.ts';
import { dayOf, type Period } from './period.ts';
import type { DayStats, HookStats, ModelStats, Questions, Stats, Unasked } from './stats.ts';

/** What a log says about a time: it is read once, from beginning to end, in a bounded space. */
export function statsOf(
  records: Iterable<Logged>,
  period: Period,
  options: { readonly project?: string; readonly passes?: (record: Logged) => boolean } = {},
): Stats {
  const { passes = () => true, project } = options;
  const book = emptyBook(period);
  for (const record of records) {
    const time = Date.parse(record.time);
    if (time >= period.from && time <= period.to && passes(record)) count(record, time, book);
  }
  const models = [...book.models].map(([model, one]) => ({ model, ...one }));
  return {
    version: 1,
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    project: project ?? null,
    sessions: book.sessions.size,
    turns: book.turns,
    calls: book.calls,
    questions: { ...book.questions },
    unasked: [...book.unasked].map(([by, one]) => ({ by, ...one })).sort(mostDecided),
    hooks: [...book.hooks].map(hookStats).sort((a, b) => b.lost - a.lost),
    models: models.sort((a, b) => b.cost - a.cost || b.requests - a.requests),
    cost: models.reduce((sum, { cost }) => sum + cost, 0),
    days: [...book.days].map(([day, one]) => ({ day, ...one })),
  };
}

/** Names come from a file: beyond this many, the rest are one. */
const MOST_NAMES = 500;
const MOST_SESSIONS = 100_000;
const MOST_CHARS = 200;
const OTHERS = '(others)';

type Counted<T> = { -readonly [K in keyof T]: T[K] };

interface Book {
  readonly sessions: Set<string>;
  turns: number;
  calls: number;
  readonly questions: Counted<Questions>;
  readonly unasked: Map<string, Counted<Omit<Unasked, 'by'>>>;
  readonly hooks: Map<string, Hook>;
  readonly models: Map<string, Counted<Omit<ModelStats, 'model'>>>;
  readonly days: Map<string, Counted<Omit<DayStats, 'day'>>>;
}

type Hook = Counted<Pick<HookStats, 'runs' | 'failures' | 'blocks' | 'lost'>> & {
  readonly times: Durations;
};

const NO_QUESTIONS: Readonly<Record<Answered, 0>> = {
  ...{ once: 0, always: 0, refused: 0, allowedByHook: 0, refusedByHook: 0, unanswered: 0 },
};

const emptyBook = ({ days }: Period): Book => ({
  sessions: new Set(),
  turns: 0,
  calls: 0,
  questions: { asked: 0, waited: 0, ...NO_QUESTIONS },
  unasked: new Map(),
  hooks: new Map(),
  models: new Map(),
  days: new Map(days.map((day) => [day, emptyDay()])),
});

const emptyDay = () => ({ questions: 0, blocks: 0, lost: 0, tokens: 0, cost: 0 });

function count(record: Logged, time: number, book: Book): void {
  const { session } = record;
  if (session && book.sessions.size < MOST_SESSIONS) book.sessions.add(session);
  // A day before the list begins still counts in all.
  const day = book.days.get(dayOf(time)) ?? emptyDay();
  if (!('is' in record)) {
    countRun(record, day, book);
    return;
  }
  if (record.is === 'turn') book.turns += 1;
  if (record.is === 'call') book.calls += 1;
  if (record.is === 'decision') countDecision(record, day, book);
  if (record.is !== 'request') return;
  const model = named(book.models, record.model, () => ({
    ...{ requests: 0, input: 0, cached: 0, output: 0, cost: 0, unpriced: 0 },
  }));
  const cost = positive(record.cost);
  model.requests += 1;
  model.input += positive(record.input);
  model.cached += positive(record.cached);
  model.output += positive(record.output);
  model.cost += cost;
  if (record.cost === undefined) model.unpriced += 1;
  day.tokens += positive(record.input) + positive(record.output);
  day.cost += cost;
}

type Day = ReturnType<typeof emptyDay>;

function countRun(entry: LogEntry, day: Day, book: Book): void {
  const hook = named(book.hooks, entry.hook, () => ({
    ...{ runs: 0, failures: 0, blocks: 0, lost: 0, times: createDurations() },
  }));
  const isBlock = entry.decision === 'block' || entry.decision === 'halt';
  const ms = positive(entry.ms);
  hook.runs += 1;
  if (isFailure(entry.outcome)) hook.failures += 1;
  if (isBlock) hook.blocks += 1;
  if (isBlock) day.blocks += 1;
  // What did not start took no time, and was not fast.
  if (entry.outcome.is !== 'start') hook.times.add(ms);
  if (entry.late) return;
  hook.lost += ms;
  day.lost += ms;
}

function countDecision(record: DecisionRecord, day: Day, { questions, unasked }: Book): void {
  const how = answeredHow(record);
  if (how === undefined) {
    const one = named(unasked, record.by.is, () => ({ allowed: 0, refused: 0 }));
    one[record.answer === 'yes' ? 'allowed' : 'refused'] += 1;
    return;
  }
  questions[how] += 1;
  if (record.by.is !== 'person') return;
  questions.asked += 1;
  questions.waited += positive(record.waited);
  day.questions += 1;
}

/** What stands under a name, made where it is new. */
function named<T>(all: Map<string, T>, given: string, make: () => T): T {
  const short = String(given).slice(0, MOST_CHARS);
  const name = all.has(short) || all.size < MOST_NAMES ? short : OTHERS;
  const known = all.get(name) ?? make();
  all.set(name, known);
  return known;
}

/** A file can hold anything. */
const positive = (value: number | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;

const mostDecided = (a: Unasked, b: Unasked): number =>
  b.allowed + b.refused - (a.allowed + a.refused);

const hookStats = ([hook, { times, ...one }]: [string, Hook]): HookStats => ({
  hook,
  ...one,
  p50: times.percentile(50),
  p95: times.percentile(95),
});
