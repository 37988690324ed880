import { type DOMElement, useCursor } from 'ink';
import { type RefObject, useContext, useInsertionEffect, useRef } from 'react';
import { PlaceContext } from './use-reflow.ts';

/** A place inside a box. */
interface Caret {
  readonly row: number;
  readonly column: number;
}

/**
 * Puts the terminal's own cursor there: input methods and magnifiers follow it. The box gets the ref. Where
 * the box stands is known only when it is drawn, so it is looked up then.
 */
export function useCaret({ row, column }: Caret): RefObject<DOMElement | null> {
  const box = useRef<DOMElement>(null);
  const place = useContext(PlaceContext);
  const caret = {
    get x() {
      return column + placeOf(box.current).left;
    },
    get y() {
      return row + placeOf(box.current).top;
    },
  };
  useCursor().setCursorPosition(caret);
  useInsertionEffect(() => {
    place.caret = caret;
    return () => {
      place.caret = undefined;
    };
  });
  return box;
}

/** Where a box begins, from the start of all that is redrawn in place. */
function placeOf(box: DOMElement | null): { left: number; top: number } {
  let [left, top] = [0, 0];
  for (let node: DOMElement | null | undefined = box; node; node = node.parentNode) {
    left += node.yogaNode?.getComputedLeft() ?? 0;
    top += node.yogaNode?.getComputedTop() ?? 0;
  }
  return { left, top };
}
