import { exactly, printable } from '../../cli/style.ts';
import type { Item } from '../state/item.ts';
import { asHere, behind, type Canvas, clipped, cutNote, firstLines } from '../text/lines.ts';
import { MARKS } from '../text/marks.ts';
import { withShownPaths } from '../text/paths.ts';

/** A hook without a name has its command for one. */
export const MOST_NAMES = 40;

/** What is told the user, or goes to the agent; nothing for any other thing. */
export function saidLines(item: Item, canvas: Canvas, most = MOST_LINES): string[] {
  if (item.is === 'told') return told(item, canvas);
  return item.is === 'to-agent' ? toAgent(item, canvas, most) : [];
}

export const MOST_LINES = 6;

/** For the user: a mark and a word for its tone, and who says it, where the text does not. */
export function told(
  { tone, text, hook, named }: Extract<Item, { is: 'told' }>,
  canvas: Canvas,
): string[] {
  const { width, paint } = canvas;
  const { mark, role, words } = MARKS[tone];
  const by = hook && !named ? `${paint('quiet', `${exactly(hook)}:`)} ` : '';
  const label = paint(role, `${mark} `) + paint(words, `${tone}: `);
  const here = asHere(text, canvas);
  const said = hook ? here : withShownPaths(here, canvas.root);
  return behind(label, by + printable(said), width);
}

/** Texts for the agent look different from texts for the user: an arrow, and their own colour. */
export function toAgent(
  { text, hooks = [] }: Extract<Item, { is: 'to-agent' }>,
  { width, paint, unfold }: Canvas,
  most: number,
): string[] {
  const { mark, role } = MARKS['to-agent'];
  const by = hooks.length > 0 ? ` from ${clipped(exactly(hooks.join(', ')), MOST_NAMES)}` : '';
  const { lines, more } = firstLines(printable(text), most);
  const shown = [...lines, ...(more > 0 ? [cutNote(more, unfold)] : [])];
  const [head = '', ...rest] = shown;
  return [
    ...behind(
      paint(role, `${mark} `),
      paint(role, `to the agent${by}: `) + paint('quiet', head),
      width,
    ),
    ...rest.flatMap((line) => behind('  ', paint('quiet', line), width)),
  ];
}
