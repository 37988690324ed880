import type { Span } from '../src/trace/build/trace.ts';
import { outcomesOf } from './outcomes.ts';

/** What a span is for each filter; several where it can be found by several. */
const FACETS = {
  event: (span: Span) => (span.is === 'run' || span.is === 'moment' ? [span.event] : []),
  hook: (span: Span) => (span.is === 'run' ? [span.hook] : []),
  tool: (span: Span) => ('tool' in span ? [span.tool ?? ''] : []),
  /** A rule, a hook, a person, a mode, a sandbox, or the table itself. */
  'decided by': (span: Span) =>
    span.is === 'call' && span.permission ? span.permission.by.split(/[ ,;]/, 1) : [],
  outcome: (span: Span): readonly string[] => outcomesOf(span),
} as const;

export type Facet = keyof typeof FACETS;

/** `kind` is about the span alone, the others also about what it belongs to. */
export type Filters = Readonly<Record<Facet | 'text' | 'kind', string>>;

export const NO_FILTERS: Filters = {
  ...{ text: '', kind: '', event: '', hook: '', tool: '', 'decided by': '', outcome: '' },
};

const FACET_NAMES = Object.keys(FACETS) as readonly Facet[];

/** Those that are chosen from a list; what came of calls is chosen by its number. */
export const CHOICES = FACET_NAMES.filter((name) => name !== 'outcome');

/** The values that a filter can have in a trace. */
export const valuesOf = (spans: readonly Span[], facet: Facet): readonly string[] =>
  [...new Set(spans.flatMap(FACETS[facet]))].filter((value) => value !== '').sort();

/** What a span is found by: its own texts, and those of what it belongs to. */
export interface Findable {
  readonly near: readonly Span[];
  readonly words: string;
}

export function findable(span: Span, all: ReadonlyMap<string, Span>): Findable {
  const parent = span.parent === undefined ? undefined : all.get(span.parent);
  const near = parent && parent.is !== 'turn' ? [span, parent] : [span];
  return { near, words: near.map((one) => textsIn(one).join('\n').toLowerCase()).join('\n') };
}

/** What stands in a value, without the names of its fields and as it is shown. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** A span passes if it, or what it belongs to, passes each filter that is set. */
export function passesBy(filters: Filters): (found: Findable) => boolean {
  const set = FACET_NAMES.filter((name) => filters[name] !== '');
  const text = filters.text.toLowerCase();
  return ({ near, words }) =>
    (filters.kind === '' || near[0]?.is === filters.kind) &&
    set.every((name) => near.some((one) => FACETS[name](one).includes(filters[name]))) &&
    (text === '' || words.includes(text));
}
