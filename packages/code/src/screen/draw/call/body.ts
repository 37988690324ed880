import type { ToolBlock } from '@wavehooks/agent-sdk';
import { failedCommand } from '../../../cli/failed-command.ts';
import { printable } from '../../../cli/style.ts';
import type { Item } from '../../state/item.ts';
import { changedTodos, todosOf } from '../../state/todos.ts';
import {
  behind,
  type Canvas,
  clipped,
  clippedLine,
  cutNote,
  firstLines,
  leftNote,
  setIn,
  settled,
  uncoloured,
  untabbed,
  wrapped,
} from '../../text/lines.ts';
import { markdown } from '../../text/markdown.ts';
import { MARKS } from '../../text/marks.ts';
import { withShownPaths } from '../../text/paths.ts';
import { STARTED } from './brief.ts';
import { editedLines } from './edited.ts';
import { forUser, isRefused, reasonLines } from './refusal.ts';
import { todoLine } from './todos.ts';

type Call = Extract<Item, { is: 'tool' }>;

const FAILED_LINES = 8;
const DONE_LINES = 3;
const EDIT_LINES = 12;

/** What stands below a call that is over, in short. What went well has few lines or none. */
export function bodyLines(call: Call, canvas: Canvas): string[] {
  const { block, again = false } = call;
  if (block.stage !== 'end') return [];
  if (block.name === 'ExitPlanMode') return plan(block, canvas);
  if (isRefused(block)) return again ? [] : reasonLines(block, canvas);
  if (block.success === false)
    return block.name === 'Bash' ? failedBash(block, canvas) : failure(block, canvas);
  return (DONE[block.name] ?? nothing)(call, canvas);
}

const nothing = (): string[] => [];

/** What more there is to see of a call that went well, by its tool. */
const DONE: Readonly<Record<string, (call: Call, canvas: Canvas) => string[]>> = {
  Edit: (call, canvas) => edited(call, canvas),
  Write: (call, canvas) => edited(call, canvas),
  TodoWrite: (call, canvas) => todos(call, canvas),
  AskUserQuestion: ({ block }, canvas) => answers(block, canvas),
  Bash: (call, canvas) => printed(call, canvas),
};

/** The last of what a command printed, and what there is to say beside: that something still runs, where it is now. */
function printed(
  { block: { result = '' }, agent }: Call,
  { width, paint, records }: Canvas,
): string[] {
  const text = untabbed(printable(settled(uncoloured(result))));
  const { end, last, left } = failedCommand(text, DONE_LINES);
  // A single line stands behind the call; a subagent's calls are many, and lines that are heard are slow.
  const brief = agent || records || left + last.length < 2 || STARTED.test(result);
  const shown = brief ? [] : last;
  return [
    ...shown.map((line) =>
      paint('quiet', `  ${MARKS.printed.mark} ${clippedLine(line, width - 4)}`.trimEnd()),
    ),
    ...end.slice(1).flatMap((line) => behind('  ', paint('quiet', line), width)),
  ];
}

/** Where the question about it still stands, it has been read there. */
const edited = (call: Call, canvas: Canvas): string[] =>
  call.asked && canvas.echoes
    ? []
    : setIn(editedLines(call, { ...canvas, width: canvas.width - 2 }, EDIT_LINES));

function said(block: ToolBlock, { width, paint, unfold }: Canvas): string[] {
  const { lines, more } = firstLines(textOf(block), FAILED_LINES);
  return [
    ...lines.flatMap((line) => behind('  ', paint('quiet', line), width)),
    ...(more > 0 ? [`  ${paint('quiet', clipped(cutNote(more, unfold), width - 2))}`] : []),
  ];
}

/** Each question with its answer, in a line. */
function answers(block: ToolBlock, canvas: Canvas): string[] {
  const { questions } = block.parameters;
  const { result = '' } = block;
  const asked = Array.isArray(questions) ? questions : [];
  const lines = asked.map(({ question, header }: { question?: unknown; header?: unknown }) => {
    const at = result.indexOf(`\n${question}\n`);
    const [answer = ''] =
      at === -1 ? [] : result.slice(at + String(question).length + 2).split('\n');
    return { about: String(header ?? question), answer };
  });
  if (lines.length === 0 || lines.some(({ answer }) => answer === '')) return said(block, canvas);
  return lines.map(({ about, answer }) =>
    clippedLine(
      `  ${canvas.paint('quiet', `${printable(about)}:`)} ${printable(answer)}`,
      canvas.width,
    ),
  );
}

const textOf = ({ result = '' }: ToolBlock): string => printable(uncoloured(forUser(result)));

/** What to do about it often stands at the end of a long line, so lines are broken, not cut. */
function failure(block: ToolBlock, { width, paint, unfold, root }: Canvas): string[] {
  const room = width - 2;
  const { lines, more } = firstLines(withShownPaths(textOf(block), root), FAILED_LINES);
  const rows = lines.flatMap((line) => wrapped(clippedLine(line, room * FAILED_LINES), room));
  const left = more + Math.max(0, rows.length - FAILED_LINES);
  const [first = '', ...rest] = rows.slice(0, FAILED_LINES);
  return setIn([
    paint('failure', first),
    ...rest,
    ...(left > 0 ? [paint('quiet', clipped(cutNote(left, unfold), room))] : []),
  ]);
}

/** How it ended comes first. Why a command failed stands at the end of what it printed. */
function failedBash({ result = '' }: ToolBlock, { width, paint, unfold }: Canvas): string[] {
  const room = width - 2;
  const text = untabbed(printable(settled(uncoloured(result))));
  const { end, last, left } = failedCommand(text, FAILED_LINES);
  return setIn([
    ...end.flatMap((line) => wrapped(paint('failure', line), room)),
    ...(left > 0 ? [paint('quiet', clipped(leftNote(left, unfold), room))] : []),
    ...last.map((line) => clippedLine(line, room)),
  ]);
}

/** Kept in view, whole: accepted, it says what comes next; sent back, what the answer is about. */
function plan(block: ToolBlock, canvas: Canvas): string[] {
  const answer = isRefused(block)
    ? reasonLines(block, canvas)
    : block.success === false
      ? failure(block, canvas)
      : said(block, canvas);
  const text = block.parameters['plan'];
  if (typeof text !== 'string') return answer;
  return [...setIn(markdown(text, { ...canvas, width: canvas.width - 2 })), ...answer];
}

/** Only what is new in the list: the whole of it stands above the input. */
const todos = ({ block, todos: before = [] }: Call, canvas: Canvas): string[] =>
  changedTodos(todosOf(block) ?? [], before).map((one) => todoLine(one, canvas));
