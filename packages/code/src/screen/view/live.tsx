import { Text, useAnimation } from 'ink';
import { exactly, printable } from '../../cli/style.ts';
import { printingLines, shellLine } from '../draw/call/printing.ts';
import { todoPanel } from '../draw/call/todos.ts';
import { linesOf } from '../draw/redraw.ts';
import { withoutAsked } from '../draw/tool.ts';
import type { Item } from '../state/item.ts';
import { keyOf } from '../state/on-agent.ts';
import { isUnderWay } from '../state/printing.ts';
import type { Dialog, State } from '../state/state.ts';
import { type Canvas, clipped, joined, wrapped } from '../text/lines.ts';
import { markdown } from '../text/markdown.ts';
import { MARKS } from '../text/marks.ts';
import { useCanvas } from './parts/context.ts';

interface LiveProps {
  readonly state: State;
  readonly room: number;
  /** The question that is on the screen. */
  readonly dialog: Dialog | undefined;
  readonly now: () => number;
}

/** What may still change. It is never taller than its room: the terminal could not redraw it in place. */
export function Live({ state, room, dialog, now }: LiveProps) {
  const own = useCanvas();
  const isCounting = isPrinting(state);
  useAnimation({ interval: 1_000, isActive: isCounting });
  const canvas = { ...own, now: now() };
  const answer = streaming(state, canvas);
  const lines = [
    ...state.open.flatMap((item) => linesOf(besideDialog(item, dialog), canvas)),
    ...answer,
    ...(answer.length > 0 ? [''] : []),
    ...ownCommand(state, canvas),
    ...shells(state, canvas),
    ...todos(state, room, canvas),
  ];
  if (lines.length === 0 || room < 2) return null;
  const shown =
    lines.length > room ? [canvas.paint('quiet', '…'), ...lines.slice(-room + 1)] : lines;
  return <Text>{shown.join('\n')}</Text>;
}

/** Whether something says for how long it has been running. */
const isPrinting = ({ printing, shells: all, open }: State): boolean =>
  printing !== undefined ||
  all.some(isUnderWay) ||
  open.some((item) => item.is === 'tool' && (item.output ?? item.did) !== undefined);

/** What stands in the question about a call is not said above it as well. */
const besideDialog = (item: Item, dialog: Dialog | undefined): Item =>
  dialog?.is === 'confirm' &&
  item.is === 'tool' &&
  item.block.id === keyOf(dialog.request.call, dialog.request.agent?.id)
    ? withoutAsked(item)
    : item;

/** A longer part than this is code or a list that has no end yet: it is shown as it came. */
const MOST_CHARS = 8_000;

function streaming({ stream }: State, canvas: Canvas): string[] {
  const text = stream.text.slice(stream.printed);
  if (text.trim() === '') return [];
  if (text.length > MOST_CHARS)
    return printable(text.slice(-MOST_CHARS))
      .split('\n')
      .flatMap((line) => wrapped(line, canvas.width));
  return markdown(wholeRows(text), { ...canvas, grows: true });
}

/** Of a table, rows that have come whole; its head is one only above a rule. */
function wholeRows(text: string): string {
  const lines = text.split('\n');
  const isRow = (at: number) => lines.at(at)?.startsWith('|') ?? false;
  if (!isRow(-1) && (lines.at(-1) !== '' || !isRow(-2))) return text;
  const whole = lines.slice(0, -1);
  const isHead = whole.at(-1)?.startsWith('|') && !whole.at(-2)?.startsWith('|');
  return (isHead ? whole.slice(0, -1) : whole).join('\n');
}

/** A command of the user's own, while it prints. */
function ownCommand({ printing, busyWith, busySince }: State, canvas: Canvas): string[] {
  if (!printing || busyWith === undefined) return [];
  const { mark, role } = MARKS.running;
  const command = clipped(joined(exactly(`! ${busyWith}`)), canvas.width - 2);
  return [
    `${canvas.paint(role, mark)} ${canvas.paint('strong', command)}`,
    ...printingLines(printing, busySince, canvas),
    '',
  ];
}

function shells({ shells: all }: State, canvas: Canvas): string[] {
  const running = all.filter(isUnderWay);
  return running.length === 0 ? [] : [...running.map((one) => shellLine(one, canvas)), ''];
}

/** It stays in view while work goes on. */
function todos({ todos: all, busySince }: State, room: number, canvas: Canvas): string[] {
  const lines = busySince === undefined ? [] : todoPanel(all, Math.min(8, room - 6), canvas);
  return lines.length === 0 ? [] : [...lines, ''];
}
