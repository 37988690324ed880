import stringWidth from 'string-width';
import { exactly, printable } from '../../cli/style.ts';
import type { HookRuns, Item, NotSent } from '../state/item.ts';
import {
  behind,
  type Canvas,
  calm,
  clipped,
  cutNote,
  firstLines,
  hung,
  lastLines,
  leftNote,
  setIn,
  settled,
  uncoloured,
} from '../text/lines.ts';
import { markdown } from '../text/markdown.ts';
import { MARKS } from '../text/marks.ts';
import { hooksInFull, hooksLines } from './hook-runs.ts';
import { MOST_LINES, MOST_NAMES, saidLines, toAgent, told } from './said.ts';
import { sessionDiff } from './session-diff.ts';
import { toolInFull, toolLines } from './tool.ts';

type Draw<K extends Item['is']> = (item: Extract<Item, { is: K }>, canvas: Canvas) => string[];

/** THE TABLE: how each kind of item looks, in short and in full. */
const DRAWN: { [K in Item['is']]: { short: Draw<K>; full?: Draw<K> } } = {
  welcome: { short: table },
  prompt: {
    short: (item, canvas) => [
      ...behind(promptMark(canvas), shownPrompt(item.text, canvas, 30), canvas.width),
      ...belowPrompt(item, canvas),
    ],
    full: ({ text, hooks, notes }, canvas) => [
      ...behind(promptMark(canvas), canvas.paint('strong', printable(text)), canvas.width),
      ...hooks.flatMap((runs) => hooksInFull(runs, canvas)),
      ...notesBelow(notes, canvas, Number.POSITIVE_INFINITY),
    ],
  },
  thought: {
    short: ({ text }, canvas) => [thoughtLine(text, canvas)],
    full: ({ text }, { width, paint }) => [
      paint('quiet', '∴ Thought:'),
      ...printable(text.trim())
        .split('\n')
        .flatMap((line) => behind('  ', paint('quiet', line), width)),
    ],
  },
  answer: { short: ({ text }, canvas) => markdown(text, canvas) },
  tool: { short: toolLines, full: toolInFull },
  told: { short: told },
  rewritten: { short: rewritten },
  'not-sent': {
    short: (item, canvas) => [...notSent(item, canvas), ...hooksBelow(item.hooks, canvas)],
    full: (item, canvas) => [
      ...notSent(item, canvas),
      ...item.hooks.flatMap((runs) => hooksInFull(runs, canvas)),
    ],
  },
  'to-agent': {
    // What a command of the user printed stands on the screen already.
    // What Wave itself tells the model is no news for the user: Ctrl-O has it.
    short: (item, canvas) =>
      item.shell === undefined
        ? item.hooks
          ? toAgent(item, canvas, MOST_LINES)
          : []
        : behind(canvas.paint('agent', '→ '), canvas.paint('quiet', READ_LATER), canvas.width),
    full: (item, canvas) => toAgent(item, canvas, Number.POSITIVE_INFINITY),
  },
  hooks: {
    short: ({ runs }, canvas) => hooksLines(runs, canvas),
    full: ({ runs }, canvas) => hooksInFull(runs, canvas),
  },
  shell: {
    // Where nothing can be unfolded, nothing is folded.
    short: (item, canvas) =>
      shell(
        { ...item, text: settled(item.text) },
        canvas,
        canvas.unfold ? 12 : Number.POSITIVE_INFINITY,
      ),
    full: (item, canvas) => shell(item, canvas, Number.POSITIVE_INFINITY),
  },
  diff: {
    short: ({ files }, canvas) => sessionDiff(files, canvas, 60),
    full: ({ files }, canvas) => sessionDiff(files, canvas, Number.POSITIVE_INFINITY),
  },
  output: { short: table },
};

/** Folded: how it begins, and how much more there is. */
function thoughtLine(text: string, { width, paint, unfold }: Canvas): string {
  const { lines, more } = firstLines(printable(text.trim()), 1);
  const [line = ''] = lines;
  const head = '∴ Thought: ';
  const isWhole = stringWidth(head + line) <= width;
  // One long line is cut as well: how the rest is seen has to stand there.
  const way = unfold && !isWhole ? ` (${unfold} shows all)` : '';
  const note = more > 0 ? ` ${cutNote(more, unfold)}` : way;
  return paint(
    'quiet',
    head + clipped(line, Math.max(8, width - note.length - head.length)) + note,
  );
}

const READ_LATER = 'the agent reads it with your next prompt';

export function draw(item: Item, canvas: Canvas, how: 'short' | 'full' = 'short'): string[] {
  const { short, full } = DRAWN[item.is];
  if (how === 'full') return (full ?? short)(item as never, canvas);
  const lines = short(item as never, canvas);
  // Code in an answer is as it was written.
  return item.is === 'answer' ? lines : calm(lines);
}

const promptMark = ({ paint }: Canvas): string => paint(MARKS.prompt.role, `${MARKS.prompt.mark} `);

function table({ lines }: { readonly lines: readonly string[] }, { width }: Canvas): string[] {
  return lines.flatMap((line) => hung(line, width));
}

function shell(
  { head, text, failed }: Extract<Item, { is: 'shell' }>,
  { width, paint, unfold }: Canvas,
  most: number,
): string[] {
  const shown = printable(uncoloured(text));
  const hang = (lines: readonly string[]) =>
    text === '' ? [] : lines.flatMap((line) => hung(line, width));
  const note = (said: string) => [paint('quiet', clipped(said, width))];
  const { mark, role } = MARKS[failed ? 'failed' : 'done'];
  const top = behind(`${paint(role, mark)} `, paint('strong', printable(head)), width);
  if (failed) {
    const { lines, left } = lastLines(shown, most);
    return [...top, ...(left > 0 ? note(leftNote(left, unfold)) : []), ...hang(lines)];
  }
  const { lines, more } = firstLines(shown, most);
  return [...top, ...hang(lines), ...(more > 0 ? note(cutNote(more, unfold)) : [])];
}

function shownPrompt(text: string, { paint }: Canvas, most: number): string {
  const { lines, more } = firstLines(printable(text), most);
  const own = lines.map((line) => paint('strong', line));
  return [...own, ...(more > 0 ? [paint('quiet', cutNote(more))] : [])].join('\n');
}

function rewritten({ typed, by }: Extract<Item, { is: 'rewritten' }>, canvas: Canvas): string[] {
  const { width, paint, echoes } = canvas;
  const names = clipped(exactly(by.join(', ')), MOST_NAMES);
  const head = `The hook${by.length > 1 ? 's' : ''} ${names} rewrote your prompt`;
  const { mark, role } = MARKS.info;
  const before = paint(role, `${mark} info: `);
  if (echoes) return behind(before, `${head}. Sent:`, width);
  return [
    ...behind(before, `${head}. You typed:`, width),
    ...behind('  ', shownPrompt(typed, canvas, 30), width),
  ];
}

const STOPPED: Readonly<Record<NotSent, string>> = {
  blocked: 'blocked your prompt',
  halted: 'ended the turn',
};

function notSent(
  { how, by, why }: Extract<Item, { is: 'not-sent' }>,
  { width, paint, back }: Canvas,
): string[] {
  const names = clipped(exactly(by.join(', ')), MOST_NAMES);
  const who = by.length === 0 ? 'A hook' : `The hook${by.length > 1 ? 's' : ''} ${names}`;
  const reason = why.length === 0 ? '.' : `: ${printable(why.join('\n'))}`;
  const { mark, role } = MARKS.refused;
  return [
    ...behind(paint(role, `${mark} `), paint(role, `${who} ${STOPPED[how]}${reason}`), width),
    ...(back ? behind('  ', back, width) : []),
  ];
}

const hooksBelow = (hooks: readonly HookRuns[], canvas: Canvas): string[] =>
  hooks.flatMap((runs) => setIn(hooksLines(runs, { ...canvas, width: canvas.width - 2 })));

/** The hooks of a prompt, and what they said. */
export const belowPrompt = (
  { hooks, notes }: Extract<Item, { is: 'prompt' }>,
  canvas: Canvas,
): string[] => [...hooksBelow(hooks, canvas), ...notesBelow(notes, canvas, MOST_LINES)];

const notesBelow = (notes: readonly Item[] = [], canvas: Canvas, most: number): string[] =>
  notes.flatMap((note) => setIn(saidLines(note, { ...canvas, width: canvas.width - 2 }, most)));
