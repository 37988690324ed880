import { duration } from '../src/cli/times.ts';
import type { HookRun, Span } from '../src/trace/build/trace.ts';
import { trace } from './state.ts';

export { duration };

/** What a span is called in the list. */
export function labelOf(span: Span): string {
  switch (span.is) {
    case 'turn':
      return span.prompt === undefined ? 'turn' : `> ${firstLine(span.prompt)}`;
    case 'request':
      return `${span.for === undefined ? 'request' : `request for a ${span.for}`} · ${span.model}`;
    case 'call':
      return `${span.tool}${subjectOf(span.ran ?? span.sent)}`;
    case 'moment':
      return span.event;
    case 'run':
      return `${span.hook} · ${span.event}`;
  }
}

/** The field of an input that says most about it. */
function subjectOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const fields = input as Readonly<Record<string, unknown>>;
  const named = ['command', 'file_path', 'path', 'pattern', 'url', 'query', 'description']
    .map((name) => fields[name])
    .find((value) => typeof value === 'string');
  return typeof named === 'string' ? ` ${firstLine(fromProject(named))}` : '';
}

/** Files of the project are named from there. */
function fromProject(text: string): string {
  const { project } = trace.value;
  return project !== undefined && text.startsWith(`${project}/`)
    ? text.slice(project.length + 1)
    : text;
}

const firstLine = (text: string): string => {
  const [line = ''] = text.trim().split('\n');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};

/** How a span ended, as a word that a style goes with. */
export function toneOf(span: Span): 'good' | 'bad' | 'warn' | 'plain' {
  if (span.is === 'run') {
    if (span.failed) return 'warn';
    return BAD.has(span.decision) ? 'bad' : span.decision === 'ask' ? 'warn' : 'plain';
  }
  if (span.is === 'request') return span.ended === 'failed' ? 'bad' : 'plain';
  if (span.is === 'call') {
    if (span.permission?.answer === 'no' || BAD.has(span.verdict ?? '')) return 'bad';
    return span.success === false ? 'warn' : 'plain';
  }
  return span.is === 'moment' && BAD.has(span.verdict ?? '') ? 'bad' : 'plain';
}

const BAD: ReadonlySet<string> = new Set(['block', 'halt']);

/** What a hook asked for. */
export const askedOf = ({ decision, rewrote }: HookRun): string => {
  if (!rewrote) return decision;
  return decision === 'none' ? 'a rewrite' : `${decision}, and a rewrite`;
};

/** The same in words, for whoever sees no colours. */
export function stateOf(span: Span): string {
  if (span.is === 'run') return span.failed ? `failed (${span.outcome})` : askedOf(span);
  if (span.is === 'request') return span.ended;
  if (span.is === 'turn') return span.ended ?? '';
  if (span.is === 'moment') return span.verdict ?? '';
  if (span.permission?.answer === 'no' || BAD.has(span.verdict ?? '')) return 'did not run';
  return span.success === false ? 'failed' : 'ran';
}
