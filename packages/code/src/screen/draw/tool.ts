import type { ToolBlock } from '@wavehooks/agent-sdk';
import stringWidth from 'string-width';
import { failedCommand } from '../../cli/failed-command.ts';
import { exactly, printable } from '../../cli/style.ts';
import type { Item } from '../state/item.ts';
import { diffLines } from '../text/change.ts';
import {
  asHere,
  behind,
  type Canvas,
  clipped,
  cutNote,
  firstLines,
  joined,
  leftNote,
  setIn,
  uncoloured,
  untabbed,
  wrapped,
} from '../text/lines.ts';
import { markdown } from '../text/markdown.ts';
import { BRIEF } from './brief.ts';
import { hooksInFull, hooksLines } from './hook-runs.ts';
import { isRefused, refusal } from './refusal.ts';

type ToolItem = Extract<Item, { is: 'tool' }>;

/** A call in a few lines: what it does, how it went, which hooks ran. A subagent's is set in. */
export function toolLines(item: ToolItem, canvas: Canvas): string[] {
  if (!item.agent) return callLines(item, '', canvas);
  const by = clipped(printable(item.agent), MOST_AGENT);
  const inner = { ...canvas, width: Math.max(8, canvas.width - 2) };
  return setIn(callLines(item, `${by} › `, inner));
}

/** As much of what a subagent is for as tells it from the others. */
const MOST_AGENT = 24;

function callLines({ block, hooks, before }: ToolItem, by: string, canvas: Canvas): string[] {
  const { width, paint } = canvas;
  const inner = { ...canvas, width: width - 4 };
  const name = exactly(block.name);
  const room = Math.max(8, width - stringWidth(by + name) - 4);
  return [
    `${sign(block, canvas)} ${paint('quiet', by)}${paint('strong', name)} ${clipped(joined(exactly(subjectOf(block))), room)}`,
    ...rewritten(block, inner),
    ...refusal(block, canvas),
    ...shortBody(block, before, inner),
    ...hooks.flatMap((runs) => setIn(hooksLines(runs, { ...canvas, width: width - 2 }))),
  ];
}

/** The same with everything that is known of it. */
export function toolInFull({ block, hooks, agent, before }: ToolItem, canvas: Canvas): string[] {
  const { width, paint } = canvas;
  const inner = { ...canvas, width: width - 4 };
  const input = Object.entries(block.parameters).flatMap(([name, value]) =>
    behind(`  ${paint('quiet', `${exactly(name)}:`)} `, exactly(asText(value)), width),
  );
  const result = printable(uncoloured(block.result ?? ''))
    .split('\n')
    .flatMap((line) => behind('  │ ', line, width));
  return [
    `${sign(block, canvas)} ${agent ? paint('quiet', `${printable(agent)} › `) : ''}${paint('strong', exactly(block.name))}`,
    ...input,
    ...rewritten(block, inner),
    ...edits(block, before, inner, Number.POSITIVE_INFINITY),
    ...refusal(block, canvas),
    ...(block.result === undefined ? [] : result),
    ...hooks.flatMap((runs) => hooksInFull(runs, inner).map((line) => `  ${line}`)),
  ];
}

function sign(block: ToolBlock, { paint }: Canvas): string {
  if (block.stage !== 'end') return paint('accent', '○');
  if (isRefused(block)) return paint('warn', '⊘');
  return block.success === false ? paint('bad', '✗') : paint('good', '●');
}

/** What a call is about, by its tool. */
const SUBJECTS: Readonly<Record<string, string>> = {
  Bash: 'command',
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  Glob: 'pattern',
  Grep: 'pattern',
  WebFetch: 'url',
  WebSearch: 'query',
  Task: 'description',
  Skill: 'skill',
};

/** What these are about stands below them. */
const TOLD_BELOW: ReadonlySet<string> = new Set(['TodoWrite', 'AskUserQuestion', 'ExitPlanMode']);

export function subjectOf({ name, parameters }: Pick<ToolBlock, 'name' | 'parameters'>): string {
  const field = SUBJECTS[name];
  if (TOLD_BELOW.has(name)) return '';
  return field ? asText(parameters[field]) : JSON.stringify(parameters);
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A hook changed what the model asked for: both, so that nobody wonders. */
function rewritten({ original, parameters }: ToolBlock, canvas: Canvas): string[] {
  if (!original) return [];
  const lines = diffLines(fields(original), fields(parameters), canvas, 12);
  return [canvas.paint('warn', '  rewritten by a hook:'), ...lines.map((line) => `    ${line}`)];
}

export const fields = (input: Readonly<Record<string, unknown>>): string =>
  Object.entries(input)
    .map(([name, value]) => `${name}: ${asText(value)}`)
    .join('\n');

const SHORT_LINES = 4;
const FAILED_LINES = 8;

function shortBody(block: ToolBlock, before: string | undefined, canvas: Canvas): string[] {
  const { paint, width } = canvas;
  if (block.stage !== 'end') return [];
  if (block.name === 'ExitPlanMode') return plan(block, canvas);
  if (block.success === false && block.name === 'Bash' && !isRefused(block))
    return failed(block, canvas);
  if (block.success === false) return failure(block, canvas);
  const changed = edits(block, before, canvas, 12);
  if (block.name === 'TodoWrite') return todos(block, canvas);
  const brief = before === undefined ? BRIEF[block.name]?.(block) : undefined;
  const head = brief ? [`  ${paint('quiet', clipped(printable(brief), width))}`] : [];
  if (head.length > 0 || changed.length > 0) return [...head, ...changed];
  return said(block, canvas, SHORT_LINES);
}

function said(block: ToolBlock, canvas: Canvas, most: number): string[] {
  const { width, paint, unfold } = canvas;
  const { lines, more } = firstLines(textOf(block, canvas), most);
  return setIn([
    ...lines.map((line) => paint('quiet', clippedLine(line, width))),
    ...(more > 0 ? [paint('quiet', clipped(cutNote(more, unfold), width))] : []),
  ]);
}

const textOf = ({ result = '', by }: ToolBlock, canvas: Canvas): string =>
  printable(uncoloured(by === 'hook' ? asHere(result, canvas) : result));

/** What to do about it often stands at the end of a long line, so lines are broken, not cut. */
function failure(block: ToolBlock, canvas: Canvas): string[] {
  const { width, paint, unfold } = canvas;
  const { lines, more } = firstLines(textOf(block, canvas), FAILED_LINES);
  const rows = lines.flatMap((line) => wrapped(clippedLine(line, width * FAILED_LINES), width));
  const left = more + Math.max(0, rows.length - FAILED_LINES);
  const role = isRefused(block) ? 'quiet' : 'bad';
  return setIn([
    ...rows.slice(0, FAILED_LINES).map((row) => paint(role, row)),
    ...(left > 0 ? [paint('quiet', clipped(cutNote(left, unfold), width))] : []),
  ]);
}

/** Why a command failed stands at the end of what it printed. */
function failed({ result = '' }: ToolBlock, { width, paint, unfold }: Canvas): string[] {
  const { end, last, left } = failedCommand(untabbed(printable(uncoloured(result))), FAILED_LINES);
  return [
    ...end.map((line) => paint('bad', clippedLine(line, width))),
    ...(left > 0 ? [paint('quiet', clipped(leftNote(left, unfold), width))] : []),
    ...last.map((line) => paint('bad', clippedLine(line, width))),
  ].map((line) => `  ${line}`);
}

const clippedLine = (line: string, width: number) =>
  line.length <= width ? line : clipped(line, width);

/** `before`: what was in the file, where that is known. */
function edits(
  { name, parameters }: ToolBlock,
  before: string | undefined,
  canvas: Canvas,
  most: number,
): string[] {
  const { old_string: old, new_string: now, content } = parameters;
  const [from, to] = name === 'Edit' ? [old, now] : name === 'Write' ? [before ?? '', content] : [];
  if (typeof from !== 'string' || typeof to !== 'string') return [];
  return setIn(diffLines(from, to, canvas, most));
}

/** Kept in view, whole: accepted, it says what comes next; sent back, what the answer is about. */
function plan(block: ToolBlock, canvas: Canvas): string[] {
  const answer =
    block.success === false ? failure(block, canvas) : said(block, canvas, FAILED_LINES);
  const text = block.parameters['plan'];
  if (typeof text !== 'string') return answer;
  return [...setIn(markdown(text, canvas)), ...answer];
}

const BOXES: Readonly<Record<string, string>> = { completed: '☒', in_progress: '◐', pending: '☐' };

function todos({ parameters }: ToolBlock, { width, paint }: Canvas): string[] {
  const list = Array.isArray(parameters['todos']) ? parameters['todos'] : [];
  return list.map((todo: { content?: unknown; status?: unknown }) => {
    const status = String(todo.status);
    const text = `${BOXES[status] ?? '☐'} ${clipped(printable(String(todo.content)), width - 2)}`;
    return `  ${paint(status === 'completed' ? 'quiet' : status === 'in_progress' ? 'strong' : 'plain', text)}`;
  });
}
