import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Call, Span, Turn } from '../src/trace/build/trace.ts';
import { type Outcome, outcomesOf } from './outcomes.ts';
import { Go, Text } from './parts.tsx';
import { answerOf, MAIN, runs, runsOf, trace } from './state.ts';
import { reasonOf } from './strip.ts';
import { duration, formerLabel, labelOf, outputLine, plural, shortPath } from './words.ts';

const MOST = 5;
/** The text of each takes room. */
const MOST_TURNS = 3;

const calls = computed(() => trace.value.spans.filter((span): span is Call => span.is === 'call'));

interface Listed {
  readonly of: () => readonly Span[];
  /** Who or what it comes from. */
  readonly why?: (span: Span) => ComponentChildren;
}

/** What is worth a look, while nothing is selected. */
const LISTS: Readonly<Record<string, Listed>> = {
  Edited: { of: () => calls.value.filter(({ tool, success }) => success && EDITS.has(tool)) },
  Blocked: { of: () => withOutcome('blocked'), why: blockedWhy },
  Rewritten: { of: () => withOutcome('rewritten'), why: rewrittenWhy },
  Failed: {
    of: () => withOutcome('failed'),
    why: (span) => span.is === 'call' && outputLine(span.result ?? ''),
  },
  'Hooks that failed': {
    of: () => runs.value.filter(({ failed }) => failed),
    why: (span) => span.is === 'run' && joined(span.outcome, reasonOf(span)),
  },
  Interrupted: { of: () => withOutcome('interrupted') },
  Slowest: {
    of: () => [...calls.value, ...runs.value].sort((a, b) => b.ms - a.ms).slice(0, MOST),
  },
};

const EDITS: ReadonlySet<string> = new Set(['Edit', 'Write']);

/** What hooks did is told by the call or event that they did it to. */
const withOutcome = (outcome: Outcome): readonly Span[] =>
  trace.value.spans.filter(
    (span) =>
      (span.is === 'call' || span.is === 'moment' || span.is === 'request') &&
      outcomesOf(span).includes(outcome),
  );

const joined = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(Boolean).join(' · ');

function blockedWhy(span: Span): string {
  const run = runsOf(span.id).find(({ decision }) => decision === 'block' || decision === 'halt');
  const { by, where } = span.is === 'call' ? { ...span.permission } : {};
  return joined(run ? `hook ${run.hook}` : by, run ? reasonOf(run) : where && shortPath(where));
}

function rewrittenWhy(span: Span): ComponentChildren {
  const by = 'rewrittenBy' in span ? (span.rewrittenBy ?? []) : [];
  const former = span.is === 'call' ? formerLabel(span) : undefined;
  const result = span.is === 'call' ? (span.resultRewrittenBy ?? []) : [];
  return (
    <>
      {joined(by.join(', '), result.length > 0 ? `${result.join(', ')} (the result)` : '')}
      {former !== undefined && (
        <>
          {' '}
          · was <del>{former}</del>
        </>
      )}
    </>
  );
}

export function Overview() {
  return (
    <div class="overview">
      <h2>Overview</h2>
      <Conversation />
      {Object.entries(LISTS).map(([title, listed]) => (
        <List key={title} title={title} listed={listed} />
      ))}
      <p class="empty">Select a row to see why it came out as it did. ? shows the keys.</p>
    </div>
  );
}

/** What was asked, and how it was answered. */
function Conversation() {
  const turns = trace.value.spans.filter(
    (span): span is Turn => span.is === 'turn' && span.lane === MAIN && span.prompt !== undefined,
  );
  if (turns.length === 0) return null;
  const before = turns.length - MOST_TURNS;
  return (
    <>
      <h3>What was said</h3>
      {before > 0 && <p class="empty">After {plural(before, 'prompt')} before:</p>}
      {turns.slice(-MOST_TURNS).map((turn) => (
        <div key={turn.id} class="said">
          <Go to={turn.id}>{labelOf(turn)}</Go>
          <Text text={answerOf(turn) ?? 'No answer is known.'} />
        </div>
      ))}
    </>
  );
}

function List({ title, listed: { of, why } }: { title: string; listed: Listed }) {
  const all = of();
  if (all.length === 0) return null;
  return (
    <>
      <h3>
        {title}
        {title !== 'Slowest' && ` (${all.length})`}
      </h3>
      <ul class="list">
        {all.slice(0, MOST).map((span) => (
          <li key={span.id}>
            <Go to={span.id}>{labelOf(span)}</Go>
            <small>{duration(span.ms)}</small>
            {why && <p>{why(span)}</p>}
          </li>
        ))}
        {all.length > MOST && <li class="empty">and {all.length - MOST} more</li>}
      </ul>
    </>
  );
}
