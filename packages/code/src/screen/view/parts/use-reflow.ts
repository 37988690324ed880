import type { DOMElement } from 'ink';
import { createContext, type RefObject, useContext, useEffect, useRef } from 'react';
import stringWidth from 'string-width';
import { emptied, keepsErased, overReflow, PLACE, reflows } from '../../terminal/reflow.ts';
import { wrapped } from '../../text/lines.ts';

export const PlaceContext = createContext(PLACE);

/**
 * A terminal that gets narrower breaks lines anew, also of what is redrawn in place: there are more rows of
 * it than were drawn. They are counted, or pieces of it would stay behind. What was printed is left to
 * the terminal: nothing of it is drawn twice. The ref is for the box of all that is redrawn in place.
 */
export function useReflow(): RefObject<DOMElement | null> {
  const frame = useRef<DOMElement>(null);
  const place = useContext(PlaceContext);
  useEffect(() => {
    const { stdout } = process;
    place.rows = () => frame.current?.yogaNode?.getComputedHeight() ?? 0;
    let { columns, rows } = stdout;
    let isNarrower = false;
    const beforeInk = () => {
      isNarrower = stdout.columns < columns;
      const isLower = stdout.rows < rows;
      ({ columns, rows } = stdout);
      if (!(isNarrower || isLower) || !frame.current) return;
      const { x, y } = place.caret ?? {};
      const caret = x === undefined || y === undefined ? undefined : { x, y };
      const drawn = { widths: widthsOf(frame.current), caret };
      if (isNarrower && reflows(process.env)) stdout.write(overReflow(drawn, columns));
      if (keepsErased(process.env)) stdout.write(emptied(drawn, columns));
      if (isNarrower) stdout.write(CUT_LINES);
    };
    const afterInk = () => void (isNarrower && stdout.write(BREAK_LINES));
    stdout.prependListener('resize', beforeInk);
    stdout.on('resize', afterInk);
    return () => {
      stdout.off('resize', beforeInk);
      stdout.off('resize', afterInk);
      place.rows = () => 0;
    };
  }, [place]);
  return frame;
}

/**
 * Ink draws at once, with lines that were made for the wider window, and only then with those for this one.
 * Until then lines that are too long are cut, so that there are as many rows as Ink counts.
 */
const CUT_LINES = '\u001b[?7l';
const BREAK_LINES = '\u001b[?7h';

/** How wide each row is that a box has drawn. */
function widthsOf(box: DOMElement): number[] {
  const widths = Array.from({ length: box.yogaNode?.getComputedHeight() ?? 0 }, () => 0);
  measure(box, 0, 0, widths);
  return widths;
}

/** As Yoga has it. */
const DISPLAY_NONE = 1;

function measure(node: DOMElement, left: number, top: number, widths: number[]): void {
  for (const child of node.childNodes) {
    const { yogaNode } = child;
    if (child.nodeName === '#text' || !yogaNode || yogaNode.getDisplay() === DISPLAY_NONE) continue;
    const x = left + yogaNode.getComputedLeft();
    const y = top + yogaNode.getComputedTop();
    if (child.nodeName === 'ink-box') measure(child, x, y, widths);
    else
      for (const [at, width] of lineWidths(child, yogaNode.getComputedWidth()).entries())
        if (y + at < widths.length) widths[y + at] = Math.max(widths[y + at] ?? 0, x + width);
  }
}

function lineWidths(text: DOMElement, room: number): number[] {
  const lines = textOf(text).split('\n');
  const isCut = text.style.textWrap?.startsWith('truncate') ?? false;
  return lines
    .flatMap((line) => (isCut ? [line] : wrapped(line, room)))
    .map((line) => Math.min(room, stringWidth(line.trimEnd())));
}

const textOf = ({ childNodes }: DOMElement): string =>
  childNodes
    .map((child) => (child.nodeName === '#text' ? child.nodeValue : textOf(child)))
    .join('');
