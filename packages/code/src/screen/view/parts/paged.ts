import { useRef } from 'react';
import { useCanvas } from './context.ts';
import { useKeys } from './keys.tsx';
import { useNow } from './now.ts';

export interface Paged {
  readonly lines: readonly string[];
  /** Which lines these are, and how to see the others; nothing where all are shown. */
  readonly note: string;
  /** How many lines at its end were never shown so far. */
  readonly unseen: number;
}

/**
 * A part of many lines, as many as there is room for. PgUp and PgDn move by what is shown, Home and End
 * to both ends. What stays in place has to be lower than the terminal, so nothing long is drawn whole.
 */
export function usePaged(all: readonly string[], room: number, active = true): Paged {
  const { paint } = useCanvas();
  const top = useNow(0);
  const furthest = useRef(0);
  const isLong = all.length > room;
  // The note needs a row of its own.
  const shown = Math.max(1, isLong ? room - 1 : room);
  const last = Math.max(0, all.length - shown);
  const at = Math.min(top.get(), last);
  // Nobody has seen what was jumped over.
  if (at <= furthest.current) furthest.current = Math.max(furthest.current, at + shown);
  const move = (to: number) => top.set(Math.max(0, Math.min(last, to)));
  useKeys((_input, key) => {
    const now = Math.min(top.get(), last);
    if (key.pageDown) move(now + shown);
    else if (key.pageUp) move(now - shown);
    else if (key.home) move(0);
    else if (key.end) move(last);
  }, active && isLong);
  const note = `lines ${at + 1} to ${Math.min(all.length, at + shown)} of ${all.length}; PgUp, PgDn, Home and End move`;
  return {
    lines: all.slice(at, at + shown),
    note: isLong ? paint('quiet', note) : '',
    unseen: Math.max(0, all.length - furthest.current),
  };
}
