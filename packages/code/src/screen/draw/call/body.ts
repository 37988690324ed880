import type { ToolBlock } from '@wavehooks/agent-sdk';
import { failedCommand } from '../../../cli/failed-command.ts';
import { printable } from '../../../cli/style.ts';
import type { Item } from '../../state/item.ts';
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
import { withShownPaths } from '../../text/paths.ts';
import { editedLines } from './edited.ts';
import { isRefused, reasonLines } from './refusal.ts';

type Call = Extract<Item, { is: 'tool' }>;

const FAILED_LINES = 8;
const EDIT_LINES = 12;

/** What stands below a call that is over, in short. What went well has one line, its own. */
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
  TodoWrite: ({ block }, canvas) => todos(block, canvas),
  AskUserQuestion: ({ block }, canvas) => said(block, canvas),
  // What a command has to say beside what it printed: that something still runs, where it is now.
  Bash: ({ block: { result = '' } }, { width, paint }) =>
    failedCommand(printable(uncoloured(result)), 0)
      .end.slice(1)
      .flatMap((line) => behind('  ', paint('quiet', line), width)),
};

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

const textOf = ({ result = '' }: ToolBlock): string => printable(uncoloured(result));

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

const BOXES: Readonly<Record<string, string>> = { completed: '☒', in_progress: '◐', pending: '☐' };

function todos({ parameters }: ToolBlock, { width, paint }: Canvas): string[] {
  const list = Array.isArray(parameters['todos']) ? parameters['todos'] : [];
  return list.map((todo: { content?: unknown; status?: unknown }) => {
    const status = String(todo.status);
    const text = `${BOXES[status] ?? '☐'} ${clipped(printable(String(todo.content)), width - 6)}`;
    return `  ${paint(status === 'completed' ? 'quiet' : status === 'in_progress' ? 'strong' : 'plain', text)}`;
  });
}
