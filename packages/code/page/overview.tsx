import { computed } from '@preact/signals';
import type { Call, Span } from '../src/trace/build/trace.ts';
import { outcomesOf } from './outcomes.ts';
import { Go, Text } from './parts.tsx';
import { MAIN, runs, trace } from './state.ts';
import { duration, labelOf } from './words.ts';

const MOST = 5;

const calls = computed(() => trace.value.spans.filter((span): span is Call => span.is === 'call'));

/** What is worth a look, while nothing is selected. */
const LISTS: readonly (readonly [title: string, of: () => readonly Span[]])[] = [
  ['Blocked', () => trace.value.spans.filter(isWhat('blocked'))],
  ['Rewritten', () => trace.value.spans.filter(isWhat('rewritten'))],
  ['Failed', () => trace.value.spans.filter(isWhat('failed'))],
  ['Hooks that failed', () => runs.value.filter(({ failed }) => failed)],
  ['Interrupted', () => trace.value.spans.filter(isWhat('interrupted'))],
  ['Slowest', () => [...calls.value, ...runs.value].sort((a, b) => b.ms - a.ms).slice(0, MOST)],
];

/** What hooks did is told by the call or event that they did it to. */
const isWhat =
  (outcome: ReturnType<typeof outcomesOf>[number]) =>
  (span: Span): boolean =>
    (span.is === 'call' || span.is === 'moment' || span.is === 'request') &&
    outcomesOf(span).includes(outcome);

export function Overview() {
  const said = trace.value.spans.findLast(
    (span) => span.is === 'request' && span.lane === MAIN && span.said !== undefined,
  );
  const turns = trace.value.spans.filter((span) => span.is === 'turn' && span.lane === MAIN);
  const [first] = turns;
  const asked = turns.length > 1 ? `You asked first (${turns.length} prompts)` : 'You asked';
  return (
    <>
      <h2>Overview</h2>
      {first?.is === 'turn' && first.prompt !== undefined && (
        <Said title={asked} text={first.prompt} />
      )}
      {said?.is === 'request' && <Said title="The last answer" text={said.said ?? ''} />}
      {LISTS.map(([title, of]) => (
        <List key={title} title={title} all={of()} />
      ))}
      <p class="empty">Select a row to see why it came out as it did. ? shows the keys.</p>
    </>
  );
}

const Said = ({ title, text }: { title: string; text: string }) => (
  <>
    <h3>{title}</h3>
    <Text text={text} />
  </>
);

function List({ title, all }: { title: string; all: readonly Span[] }) {
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
            <small>{[whyOf[title]?.(span), duration(span.ms)].filter(Boolean).join(' · ')}</small>
          </li>
        ))}
        {all.length > MOST && <li class="empty">and {all.length - MOST} more</li>}
      </ul>
    </>
  );
}

/** Who or what it comes from. */
const whyOf: Readonly<Record<string, (span: Span) => string | undefined>> = {
  Blocked: (span) =>
    span.is === 'call'
      ? span.permission?.by
      : span.is === 'moment'
        ? span.by?.join(', ')
        : undefined,
  Rewritten: (span) => ('rewrittenBy' in span ? span.rewrittenBy?.join(', ') : undefined),
  'Hooks that failed': (span) => (span.is === 'run' ? span.outcome : undefined),
};
