import { useEffect, useRef } from 'react';
import type { CommandContext } from '../../control/command.ts';
import type { useCanvas } from './context.ts';

/** The terminal breaks lines anew when it gets narrower, and nobody knows where: they are drawn again. */
const SETTLED_MS = 150;

export function useRedraw(
  canvas: ReturnType<typeof useCanvas>,
  redraw: CommandContext['redraw'],
): void {
  const { width } = canvas;
  const before = useRef(width);
  const now = useRef(canvas);
  now.current = canvas;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (width < before.current) redraw(now.current);
      before.current = width;
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [width, redraw]);
}
