import stringWidth from 'string-width';
import { exactly, oneLine, printable } from '../../cli/style.ts';
import type { Item } from '../state/item.ts';
import { diffLines } from '../text/change-lines.ts';
import {
  behind,
  type Canvas,
  clipped,
  counted,
  lastingText,
  setIn,
  shortCount,
  uncoloured,
} from '../text/lines.ts';
import { MARKS, type MarkName } from '../text/marks.ts';
import { linkToFile } from '../text/theme.ts';
import { bodyLines } from './call/body.ts';
import { briefOf } from './call/brief.ts';
import { editedLines } from './call/edited.ts';
import { printingLines } from './call/printing.ts';
import { isRefused, refusal } from './call/refusal.ts';
import { asText, fields, subjectLine } from './call/subject.ts';
import { hooksInFull, hooksLines } from './hook-runs.ts';
import { saidLines } from './said.ts';

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

function callLines(given: ToolItem, by: string, canvas: Canvas): string[] {
  const item = canvas.echoes ? withoutAsked(given) : given;
  const { block, output, since, again, progress } = item;
  return [
    headLine(item, by, canvas),
    ...(progress && block.stage !== 'end'
      ? [`  ${canvas.paint('quiet', clipped(printable(progress), canvas.width - 4))}`]
      : []),
    ...rewritten(block, canvas),
    ...(output ? printingLines(output, since, canvas) : []),
    ...refusal(block, canvas, again),
    ...bodyLines(item, canvas),
    ...hookLines(item, canvas),
  ];
}

/** What a hook made of it and why it asks was in the question, word by word. */
export function withoutAsked(item: ToolItem): ToolItem {
  const { asked, notes = [], block } = item;
  if (!asked) return item;
  const { original: _, ...rest } = block;
  const isSaid = (note: Item) => 'text' in note && asked.includes(note.text);
  return { ...item, block: rest, notes: notes.filter((note) => !isSaid(note)) };
}

/** What it is, what it is about, and what came of it, as far as that is one line. */
function headLine(item: ToolItem, by: string, canvas: Canvas): string {
  const { block } = item;
  const { width, paint, root } = canvas;
  const { mark, role, words } = MARKS[markOf(block)];
  const name = exactly(block.name);
  const room = Math.max(8, width - stringWidth(by + name) - 3);
  const about = described(block);
  const result = item.did ? didText(item, canvas.now) : briefOf(item, root);
  // What the one does not need, the other may use.
  const needed = stringWidth(subjectLine(block, root, room));
  const all = [about, result].filter(Boolean).join(' · ');
  const came = needed + stringWidth(all) + 3 <= room ? all : result;
  const briefRoom = Math.max(Math.floor(room / 2), room - needed);
  const brief = came && room >= LEAST_ROOM ? ` · ${clipped(came, briefRoom - 3)}` : '';
  const subject = subjectLine(block, root, Math.max(4, room - stringWidth(brief)));
  const linked = linkToFile(block.parameters['file_path'], subject, paint);
  return `${paint(role, mark)} ${paint('quiet', by)}${paint(words, name)} ${linked}${paint('quiet', brief)}`;
}

/** What a subagent has done so far: "4 calls · 12 s · 9.3k tokens". */
function didText({ did, since, ms }: ToolItem, now?: number): string {
  const { calls, tokens } = did ?? { calls: 0, tokens: 0 };
  const passed = ms ?? (now === undefined || since === undefined ? undefined : now - since);
  return [
    counted(calls, 'call'),
    ...(passed === undefined ? [] : [lastingText(passed)]),
    ...(tokens > 0 ? [`${shortCount(tokens)} tokens`] : []),
  ].join(' · ');
}

/** What the model says that a command is for. */
const described = ({ name, parameters: { description } }: ToolItem['block']): string =>
  name === 'Bash' && typeof description === 'string' ? printable(oneLine(description)) : '';

/** With less, what it is about comes first. */
const LEAST_ROOM = 22;

/** Hooks belong to their call, and so does what they said. */
const hookLines = ({ block, hooks, notes: all = [] }: ToolItem, canvas: Canvas): string[] => {
  const inner = { ...canvas, width: canvas.width - 2 };
  // Why it did not run stands above.
  const notes = all.filter((note) => !(block.refused && isSaidIn(note, block.result)));
  return setIn([
    ...hooks.flatMap((runs) => hooksLines(runs, inner)),
    ...notes.flatMap((note) => saidLines(note, inner)),
  ]);
};

const isSaidIn = (note: Item, text = ''): boolean => 'text' in note && text.includes(note.text);

/** The same with everything that is known of it. */
export function toolInFull(item: ToolItem, canvas: Canvas): string[] {
  const { block, hooks, agent, notes = [] } = item;
  const { width, paint } = canvas;
  const inner = { ...canvas, width: width - 4 };
  const { mark, role } = MARKS[markOf(block)];
  const input = Object.entries(block.parameters).flatMap(([name, value]) =>
    behind(`  ${paint('quiet', `${exactly(name)}:`)} `, exactly(asText(value)), width),
  );
  const result = printable(uncoloured(block.result ?? ''))
    .split('\n')
    .flatMap((line) => behind(`  ${MARKS.printed.mark} `, line, width));
  return [
    `${paint(role, mark)} ${agent ? paint('quiet', `${printable(agent)} › `) : ''}${paint('strong', exactly(block.name))}`,
    ...input,
    ...rewritten(block, canvas),
    ...setIn(editedLines(item, inner, Number.POSITIVE_INFINITY)),
    ...refusal(block, canvas),
    ...(block.result === undefined ? [] : result),
    ...hooks.flatMap((runs) => setIn(hooksInFull(runs, inner))),
    ...notes.flatMap((note) => setIn(saidLines(note, inner, Number.POSITIVE_INFINITY))),
  ];
}

function markOf(block: ToolItem['block']): MarkName {
  if (block.stage !== 'end') return 'running';
  if (isRefused(block)) return 'refused';
  return block.success === false ? 'failed' : 'done';
}

/** A hook changed what the model asked for: both, so that nobody wonders. */
function rewritten({ original, parameters }: ToolItem['block'], canvas: Canvas): string[] {
  if (!original) return [];
  const inner = { ...canvas, width: canvas.width - 4 };
  const lines = diffLines(fields(original), fields(parameters), inner, 12);
  return [canvas.paint('warn', '  rewritten by a hook:'), ...lines.map((line) => `    ${line}`)];
}
