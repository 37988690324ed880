import { computed, effect, signal } from '@preact/signals';
import type { HookRun, Span, Trace, Turn } from '../src/trace/build/trace.ts';
import {
  CHOICES,
  type Facet,
  type Filters,
  findable,
  NO_FILTERS,
  passesBy,
  valuesOf,
} from './filter.ts';
import { timeLine } from './fold.ts';
import { rowsOf } from './rows.ts';
import { totalsOf } from './totals.ts';

const EMPTY: Trace = {
  version: 1,
  session: '',
  began: new Date(0).toISOString(),
  withContent: false,
  lanes: [],
  spans: [],
  unused: [],
};

/** The lane of the main agent. */
export const MAIN = 'main';

export type View = 'timeline' | 'hooks';

export const trace = signal<Trace>(EMPTY);
/** Where events as they happen, and questions, go; undefined for a page that was saved. */
export const live = signal<Live | undefined>(undefined);
export const view = signal<View>('timeline');
export const filters = signal<Filters>(NO_FILTERS);
export const selected = signal<string | undefined>(undefined);
/** How many spans came since the page stopped following; undefined while it follows. */
export const unseen = signal<number | undefined>(undefined);
/** The part of the time line that is shown; undefined for all of it. */
export const zoomed = signal<readonly [number, number] | undefined>(undefined);

export interface Live {
  /** The verdict of today's settings for the event of a call or a moment. */
  whatIf(id: string): Promise<string>;
}

export const spans = computed(() => new Map(trace.value.spans.map((span) => [span.id, span])));

export const runs = computed(() =>
  trace.value.spans.filter((span): span is HookRun => span.is === 'run'),
);

export const line = computed(() => timeLine(trace.value.spans));

export const totals = computed(() => totalsOf(trace.value.spans, trace.value.lanes));

/** Never nothing: a bar has to have a length. */
const whole = computed<readonly [number, number]>(() => [0, Math.max(1, line.value.length)]);

export const range = computed(() => zoomed.value ?? whole.value);

/** In order once, however often they are filtered. */
const order = computed(() => rowsOf(trace.value));

/** Worked out with the first search, not with every key. */
const found = computed(() =>
  order.value.map((row) => ({ row, ...findable(row.span, spans.value) })),
);

export const rows = computed(() => {
  if (filters.value === NO_FILTERS) return order.value;
  return found.value.filter(passesBy(filters.value)).map(({ row }) => row);
});

/** What each filter can be set to. */
export const facets = computed(
  () =>
    new Map<Facet, readonly string[]>(
      CHOICES.map((name) => [name, valuesOf(trace.value.spans, name)]),
    ),
);

export const current = computed<Span | undefined>(() => spans.value.get(selected.value ?? ''));

const runsByParent = computed(() => Map.groupBy(runs.value, ({ parent }) => parent));

/** The runs of the hooks of a call or a moment, in their order. */
export const runsOf = (id: string): readonly HookRun[] =>
  (runsByParent.value.get(id) ?? []).toSorted((a, b) => a.at - b.at);

/** The last that the model wrote in a turn. */
export function answerOf({ id }: Turn): string | undefined {
  const last = trace.value.spans.findLast(
    (span) => span.is === 'request' && span.parent === id && span.said !== undefined,
  );
  return last?.is === 'request' ? last.said : undefined;
}

/** On a narrow page the details stand below the rows. */
export const showDetails = (): void => document.querySelector('.detail')?.scrollIntoView();

/** On a narrow page the overview stands above the rows. */
export function showOverview(): void {
  selected.value = undefined;
  scrollTo(0, 0);
}

/** Mails cut addresses, also in the middle of a letter. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of the page names the row that is selected, so that others can be sent there. */
export function linkToRows(): void {
  const read = () => {
    selected.value = decoded(location.hash.slice(1)) || undefined;
    // Once it is drawn.
    if (selected.value !== undefined) requestAnimationFrame(showDetails);
  };
  read();
  addEventListener('hashchange', read);
  effect(() => {
    const hash = selected.value === undefined ? '' : `#${encodeURIComponent(selected.value)}`;
    if (hash !== location.hash)
      history.replaceState(null, '', hash || location.pathname + location.search);
    // What a link in the middle of a long panel leads to is read from its beginning.
    document.querySelector('.detail')?.scrollTo(0, 0);
  });
}

/** Shows what is before or after the part that is shown: `part` of its length. */
export function move(part: number): void {
  const [from, to] = range.value;
  const [first, last] = whole.value;
  const by = Math.min(Math.max((to - from) * part, first - from), last - to);
  if (zoomed.value) zoomed.value = [from + by, to + by];
}

/** Shows a part of the time, around the span that is selected or the middle of what is shown. */
export function zoom(factor: number): void {
  const [from, to] = range.value;
  const span = current.value;
  const middle = span ? line.value.placeOf(span.at + span.ms / 2) : (from + to) / 2;
  const [first, last] = whole.value;
  const half = Math.max(((to - from) * factor) / 2, 0.5);
  const next = [Math.max(first, middle - half), Math.min(last, middle + half)] as const;
  zoomed.value = next[0] <= first && next[1] >= last ? undefined : next;
}
