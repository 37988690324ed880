import { diffLines } from 'diff';
import { duration } from '../src/cli/times.ts';
import type { Call, HookRun, Request, Span } from '../src/trace/build/trace.ts';
import { outcomesOf } from './outcomes.ts';
import { MAIN, spans, trace } from './state.ts';

export { duration };

/** What a span is called in the list. */
export function labelOf(span: Span): string {
  switch (span.is) {
    case 'turn':
      if (span.lane !== MAIN) return laneName(span.lane);
      return span.prompt === undefined ? 'turn' : `> ${firstLine(span.prompt)}`;
    case 'request':
      return requestLabel(span);
    case 'call':
      return callLabel(span.tool, span.ran ?? span.sent);
    case 'moment':
      return span.subject === undefined ? span.event : `${span.event} ${span.subject}`;
    case 'run':
      return `${span.hook} · ${span.event}`;
  }
}

/** What a call was before hooks rewrote it. */
export const formerLabel = ({ tool, sent, ran }: Call): string | undefined =>
  ran === undefined ? undefined : callLabel(tool, sent);

export const laneName = (id: string): string =>
  trace.value.lanes.find((lane) => lane.id === id)?.name ?? id;

function requestLabel({ said, calls = [], for: purpose, model }: Request): string {
  if (said !== undefined) return firstLine(said);
  const tools = calls.map((id) => spans.value.get(id)).map((one) => one?.is === 'call' && one.tool);
  if (tools.length > 0) return `asks for ${tools.filter(Boolean).join(', ')}`;
  return `${purpose === undefined ? 'request' : `request for a ${purpose}`} · ${model}`;
}

function callLabel(tool: string, input: unknown): string {
  const name = tool.replace(/^mcp__(.+?)__/, '$1 ');
  if (typeof input !== 'object' || input === null) return name;
  const fields = input as Readonly<Record<string, unknown>>;
  const text = firstLine(shortPath(mainOf(fields)));
  return tool === 'Bash' ? `$ ${text}` : `${name} ${text}${editSize(fields)}`.trimEnd();
}

/** The field of an input that says most about it; of a tool we do not know, the first text. */
function mainOf(fields: Readonly<Record<string, unknown>>): string {
  const known = ['command', 'file_path', 'description', 'pattern', 'path', 'url', 'query', 'skill'];
  const texts = [...known.map((name) => fields[name]), ...Object.values(fields)];
  return String(texts.find((value) => typeof value === 'string') ?? '');
}

/** How many lines an edit takes out and puts in. */
function editSize({ old_string: before, new_string: after }: Readonly<Record<string, unknown>>) {
  if (typeof before !== 'string' || typeof after !== 'string') return '';
  const parts = diffLines(before, after);
  const count = (kind: 'added' | 'removed') =>
    parts.reduce((sum, part) => sum + (part[kind] ? part.count : 0), 0);
  return ` +${count('added')} −${count('removed')}`;
}

/** Files of the project are named from there, others from the user's home. */
export function shortPath(text: string): string {
  const { project, home } = trace.value;
  if (project !== undefined && text.startsWith(`${project}/`))
    return text.slice(project.length + 1);
  return home !== undefined && text.startsWith(`${home}/`) ? `~${text.slice(home.length)}` : text;
}

export const firstLine = (text: string): string => {
  const [line = ''] = text.trim().split('\n');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};

/** The first line of a result; a command's output names its stream first. */
export const outputLine = (result: string): string =>
  firstLine(result.replace(/^(stdout|stderr):\n/, ''));

/** What a hook asked for. */
export const askedOf = ({ decision, rewrote }: HookRun): string => {
  if (!rewrote) return decision;
  return decision === 'none' ? 'a rewrite' : `${decision}, and a rewrite`;
};

/** How a span ended, in words. */
export function stateOf(span: Span): string {
  if (span.is === 'run') return span.failed ? `failed (${span.outcome})` : askedOf(span);
  return outcomesOf(span).join(', ') || (span.is === 'call' ? 'ran' : 'done');
}

export const money = (cost: number): string => `$${cost.toFixed(cost < 1 ? 4 : 2)}`;

export const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
