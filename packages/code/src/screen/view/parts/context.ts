import { useWindowSize } from 'ink';
import { createContext, useContext } from 'react';
import type { Canvas } from '../../text/lines.ts';
import { type Paint, painterOf } from '../../text/theme.ts';

/** How roles look; the same for the whole life of the screen. */
export const PaintContext = createContext<Paint>(painterOf('none'));

/** The project. */
export const RootContext = createContext<string | undefined>(undefined);

/** Where a view may draw: as wide as the terminal, one column left free so that no line wraps twice. */
export function useCanvas(less = 0): Canvas & { rows: number } {
  const { columns, rows } = useWindowSize();
  const paint = useContext(PaintContext);
  return {
    width: Math.max(10, columns - 1 - less),
    rows,
    paint,
    root: useContext(RootContext),
    unfold: 'Ctrl-O',
    review: '/hooks',
    back: 'Nothing was sent; your prompt is back in the input box.',
  };
}

/** Takes what was typed into a question that came by itself, and is no answer to it: nothing is lost. */
export const StrayContext = createContext<(text: string) => void>(() => {});
